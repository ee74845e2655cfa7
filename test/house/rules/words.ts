import {
  type Code,
  isTest,
  lineAt,
  type Offense,
  type Rule,
  type SourceFile,
  type Words,
} from '../tree/house.ts';
import { type Node, stringOf, walk } from '../tree/parse.ts';

/** Requires the field's words in plain American English: docs/words.json lists banned words with replacements. */
export const words: Rule = {
  name: 'no banned word in identifiers, comments, test titles and documents',
  find: ({ code, files, words: table }) => {
    const banned = bannedBy(table);
    const found = [
      ...code.flatMap((file) => inCode(file, banned)),
      ...files.filter(isDocument).flatMap((file) => inDocument(file, banned)),
    ];
    return found.filter(({ path, says }) => !table.kept[path]?.some((word) => says.startsWith(`${word} →`)));
  },
};

/** The glossary and the decisions quote the old words; the sample digest quotes papers. */
const isDocument = (file: SourceFile): boolean =>
  file.path.endsWith('.md') && !/^docs\/(glossary|sample-digest)\.md$/.test(file.path);

interface Banned {
  pattern: RegExp;
  /** Banned words in lower case, as `pattern` matches them. */
  insteadOf: (word: string) => string | undefined;
  identifiers: Map<string, string>;
  /** Names already judged. */
  names: Map<string, string[]>;
}

function bannedBy(table: Words): Banned {
  const all = Object.entries({ ...table.words, ...table.american });
  const either = all.map(([word]) => word.replace('*', '\\p{L}*')).join('|');
  return {
    pattern: new RegExp(`(?<!\\p{L})(?:${either})(?!\\p{L})`, 'giu'),
    insteadOf: (word) =>
      all.find(([known]) =>
        known.endsWith('*') ? word.startsWith(known.slice(0, -1)) : word === known,
      )?.[1],
    identifiers: new Map(Object.entries(table.identifiers)),
    names: new Map(),
  };
}

function inCode(file: Code, banned: Banned): Offense[] {
  const found: Offense[] = [];
  const add = (offset: number, says: string[]) => {
    for (const line of says) found.push({ path: file.path, line: lineAt(file, offset), says: line });
  };
  for (const comment of file.comments) add(comment.start, inText(comment.value, banned));
  walk(file.program, (node) => {
    if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') {
      add(node.start, inName(node.name as string, banned));
    }
    if (isTest(file.path) && isTitle(node)) {
      add(node.start, inText(stringOf((node.arguments as Node[])[0]) ?? '', banned));
    }
  });
  return found;
}

/** A banned word may be part of a name: `isGone`. Each name is checked once, however often it is used. */
function inName(name: string, banned: Banned): string[] {
  const known = banned.names.get(name) ?? judgeName(name, banned);
  banned.names.set(name, known);
  return known;
}

function judgeName(name: string, banned: Banned): string[] {
  const instead = banned.identifiers.get(name);
  if (instead) return [`${name} → ${instead}`];
  return inText(name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|_/g, ' '), banned).map(
    (says) => `${says} (in ${name})`,
  );
}

const inText = (text: string, { pattern, insteadOf }: Banned): string[] =>
  [...text.replaceAll(/https?:\/\/\S+/g, '').matchAll(pattern)].map(
    ([word]) => `${word} → ${insteadOf(word.toLowerCase())}`,
  );

const isTitle = (node: Node): boolean =>
  node.type === 'CallExpression' &&
  /^(it|test|describe)\b/.test(((node.callee as Node).name as string) ?? '');

const inDocument = (file: SourceFile, banned: Banned): Offense[] =>
  file.text
    .split('\n')
    .flatMap((line, at) => inText(line, banned).map((says) => ({ path: file.path, line: at + 1, says })));
