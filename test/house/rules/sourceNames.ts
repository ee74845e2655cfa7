import { type Code, isTest, lineAt, type Offense, type Rule } from '../tree/house.ts';
import { stringOf, walk } from '../tree/parse.ts';

const names = /pubmed|arxiv|biorxiv|medrxiv/i;

/**
 * A source is a folder and a line in a list. Its name may appear in `sources/`, in `shared/papers/sources.ts`, in the texts
 * of files that layers.json lists, and in comments.
 */
export const sourceNames: Rule = {
  name: 'no source is named outside sources/ and the shared list',
  find: ({ code, layers }) =>
    code
      .filter((file) => /^src\//.test(file.path) && !isTest(file.path))
      .filter((file) => file.room !== 'sources' && file.path !== 'src/shared/papers/sources.ts')
      .filter((file) => !layers.sourceNames[file.path])
      .flatMap(ofFile),
};

function ofFile(file: Code): Offense[] {
  const found = new Map<string, Offense>();
  walk(file.program, (node) => {
    const text =
      node.type === 'Identifier' || node.type === 'JSXIdentifier' ? (node.name as string) : textOf(node);
    if (!text || !names.test(text)) return;
    const line = lineAt(file, node.start);
    found.set(`${line}`, { path: file.path, line, says: `names a source: ${text.trim().slice(0, 60)}` });
  });
  return [...found.values()];
}

const textOf = (
  node: Parameters<typeof stringOf>[0] & { type?: string; value?: unknown },
): string | undefined => (node.type === 'JSXText' ? String(node.value) : stringOf(node));
