import path from 'node:path';
import { type House, lineAt, type Offense, type Rule, type SourceFile } from './tree.ts';

/** Every file, and heading after `#`, that a comment or document refers to exists. */
export const links: Rule = {
  name: 'documents that are pointed at exist, with their headings',
  find: (house) => [
    ...unlisted(house),
    ...house.code.flatMap((file) =>
      file.comments.flatMap((comment) =>
        [...comment.value.matchAll(/\bdocs\/[\w./-]+\.md(?:#[\w-]+)?/g)].flatMap(([target]) =>
          broken(house, file, comment.start, target),
        ),
      ),
    ),
    ...house.files
      .filter((file) => file.path.endsWith('.md'))
      .flatMap((file) =>
        [...file.text.matchAll(/\]\(([^)\s]+)\)/g)]
          .filter(([, target]) => !/^[a-z]+:/.test(target!))
          .flatMap((match) => broken(house, file, match.index, fromRoot(file, match[1]!))),
      ),
  ],
};

/** Decisions missing from their index. */
function unlisted({ files }: House): Offense[] {
  const index = files.find((file) => file.path === 'docs/decisions/README.md')?.text ?? '';
  return files
    .filter(
      ({ path: name }) => /^docs\/decisions\/\d{4}-/.test(name) && !index.includes(path.posix.basename(name)),
    )
    .map((file) => ({ path: file.path, says: 'not in docs/decisions/README.md' }));
}

/** A document's links are relative to it; `#heading` alone refers to the document itself. */
function fromRoot(file: SourceFile, target: string): string {
  return target.startsWith('#') ? file.path + target : path.posix.join(path.posix.dirname(file.path), target);
}

function broken({ files }: House, file: SourceFile, at: number, target: string): Offense[] {
  const [document, anchor] = target.split('#');
  const offense = (says: string) => [{ path: file.path, line: lineAt(file, at), says: `${says}: ${target}` }];
  const found = files.find((other) => other.path === document);
  if (!found)
    return files.some((other) => other.path.startsWith(`${document!.replace(/\/$/, '')}/`))
      ? []
      : offense('no such file');
  return anchor === undefined || headingsOf(found).has(anchor) ? [] : offense('no such heading');
}

/** Anchors of headings, as GitHub builds them. */
const headingsOf = (file: SourceFile): Set<string> =>
  new Set(
    [...file.text.matchAll(/^#+ +(.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
