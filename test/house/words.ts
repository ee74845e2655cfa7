import {
  type Code,
  isTest,
  lineAt,
  type Node,
  type Offense,
  type Rule,
  type SourceFile,
  stringOf,
  walk,
} from './tree.ts';

/** Requires the field's words in plain American English: docs/words.json lists words that kept coming back. */
export const words: Rule = {
  name: 'no banned word in identifiers, comments, test titles and documents',
  find: ({ code, files, words: { banned, kept } }) => {
    const either = Object.keys(banned).map((word) => word.replace('*', '\\p{L}*'));
    const pattern = new RegExp(`(?<!\\p{L})(?:${either.join('|')})(?!\\p{L})`, 'giu');
    const insteadOf = (word: string) =>
      Object.entries(banned).find(([known]) =>
        known.endsWith('*') ? word.startsWith(known.slice(0, -1)) : word === known,
      )![1];
    return [...code.flatMap(textsOf), ...files.filter(isDocument).flatMap(linesOf)].flatMap(
      ({ path, line, text }) =>
        [...text.replaceAll(/https?:\/\/\S+/g, '').matchAll(pattern)]
          .filter(([word]) => !kept[path]?.includes(word))
          .map(([word]): Offense => ({ path, line, says: `${word} → ${insteadOf(word.toLowerCase())}` })),
    );
  },
};

type Text = { path: string; line: number; text: string };

/** The glossary quotes the old words; the sample digest quotes papers. */
const isDocument = (file: SourceFile): boolean =>
  file.path.endsWith('.md') && !/^docs\/(glossary|sample-digest)\.md$/.test(file.path);

const linesOf = ({ path, text }: SourceFile): Text[] =>
  text.split('\n').map((line, at) => ({ path, line: at + 1, text: line }));

/** Comments, names (once each) and test titles. A banned word may be part of a name: `isGone`. */
function textsOf(file: Code): Text[] {
  const found = file.comments.map(({ start, value }) => ({ start, text: value }));
  const names = new Set<string>();
  walk(file.program, (node) => {
    const name = /^(Private)?Identifier$/.test(node.type) ? (node.name as string) : undefined;
    if (name && !names.has(name)) {
      names.add(name);
      found.push({ start: node.start, text: name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|_/g, ' ') });
    }
    if (isTest(file.path) && isTitle(node))
      found.push({ start: node.start, text: stringOf((node.arguments as Node[])[0]) ?? '' });
  });
  return found.map(({ start, text }) => ({ path: file.path, line: lineAt(file, start), text }));
}

const isTitle = (node: Node): boolean =>
  node.type === 'CallExpression' &&
  /^(it|test|describe)\b/.test(((node.callee as Node).name as string) ?? '');
