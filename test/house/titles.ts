import { type Code, isTest, lineAt, type Node, type Offense, type Rule, stringOf, walk } from './tree.ts';

const fewestWords = 3;
const mostDescribeWords = 7;
/** A title that starts with one of these is only the second half of a sentence. */
const fragments = new Set(
  (
    'after among and at before but by can for from how if in into it its may near neither nor not of on or out ' +
    'over so than that there to until what whatever when where whether which while who whoever whose with within without'
  ).split(' '),
);
/** A full sentence, “a harvester that lost its lease stops”, has a recognizable verb: one in -s, or one of these. */
const verb = /\b(\w+s|are|have|do|can|cannot|may|must|never)\b/;

/** Placeholders of `it.each`. */
const placeholder = /%\w|…|\$\w/;

/** `describe` is a noun, `it` a present-tense verb with an object, so that titles alone tell the product's promises. */
export const titles: Rule = {
  name: 'test titles: a noun, then a verb with its object',
  find: ({ code }) => code.filter((file) => isTest(file.path)).flatMap(ofFile),
};

function ofFile(file: Code): Offense[] {
  const found: Offense[] = [];
  walk(file.program, (node) => {
    if (node.type !== 'CallExpression') return;
    const kind = calledName(node.callee as Node);
    const title = stringOf((node.arguments as Node[])[0]);
    const says =
      title === undefined
        ? undefined
        : kind === 'describe'
          ? groupOffense(title)
          : kind && testOffense(title);
    if (says) found.push({ path: file.path, line: lineAt(file, node.start), says: `${says}: “${title}”` });
  });
  return found;
}

/** `it`, `it.each(…)`, `test.describe` and so on, as `it` or `describe`. */
function calledName(callee: Node): 'it' | 'describe' | undefined {
  if (callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression') {
    return calledName((callee.callee ?? callee.tag) as Node);
  }
  if (callee.type === 'Identifier') {
    return callee.name === 'describe'
      ? 'describe'
      : callee.name === 'it' || callee.name === 'test'
        ? 'it'
        : undefined;
  }
  if (callee.type !== 'MemberExpression') return undefined;
  const property = (callee.property as Node).name as string;
  if (property === 'describe') return 'describe';
  const outer = calledName(callee.object as Node);
  const wraps = ['each', 'only', 'concurrent', 'for', 'skipIf', 'runIf', 'serial'].includes(property);
  return wraps ? outer : undefined;
}

function groupOffense(title: string): string | undefined {
  if (/[,;:.]$|[;.] /.test(title)) return 'a describe is a noun, not a sentence';
  return title.split(/\s+/).length > mostDescribeWords
    ? `a describe of more than ${mostDescribeWords} words`
    : undefined;
}

function testOffense(title: string): string | undefined {
  const words = title.split(/\s+/).filter(Boolean);
  const isVerbWithValue = words.length === 2 && verb.test(words[0]!) && placeholder.test(words[1]!);
  if (words.length < fewestWords && !isVerbWithValue) return `a title of fewer than ${fewestWords} words`;
  const named = title.replace(/^["“]?(?:(?:%\w|…|\$\w+)["”]?[:,]?\s+)+/, '');
  const first = named.split(/[\s,:]/)[0]!.toLowerCase();
  if (fragments.has(first)) return `a title does not begin with “${first}”`;
  return verb.test(named) ? undefined : 'a title has a present-tense verb (“rejects an expired token”)';
}
