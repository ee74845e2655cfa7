import { contextDependence } from '../text/contextDependence.ts';
import { type Sentence, wordsOfSentence } from '../text/sentences.ts';
import { contentStems } from '../text/stems.ts';
import { patterns } from './patterns.ts';
import { type RoleChances, roleChances } from './roles.ts';

/** Data about the abstract of a sentence. */
export interface AbstractContext {
  title: string;
  abstract: string;
  /** Every sentence of the abstract, in order. */
  sentences: readonly Sentence[];
  /** The content stems of each sentence. */
  stems: readonly ReadonlySet<string>[];
}

/** An abstract, prepared for `featuresOf`. */
export const contextOf = (
  title: string,
  abstract: string,
  sentences: readonly Sentence[],
): AbstractContext => ({
  title,
  abstract,
  sentences,
  stems: sentences.map(({ text }) => new Set(contentStems(text))),
});

const names = Object.keys(patterns);
const all = Object.values(patterns);

/** For each pattern 1 if a sentence matches it, else 0. */
const patternsIn = ({ text }: Sentence): number[] => all.map((pattern) => (pattern.test(text) ? 1 : 0));

const place = {
  compares: names.indexOf('compares'),
  may: names.indexOf('may'),
  outlook: names.indexOf('outlook'),
  praise: names.indexOf('praise'),
  suggests: names.indexOf('suggests'),
  vague: names.indexOf('vague'),
};

/** The features of a sentence by name, in the order of `featuresOf`. */
export const featureNames: readonly string[] = [
  'one',
  'background',
  'aim',
  'method',
  'result',
  'conclusion',
  'labeled',
  'labelBackground',
  'labelMethod',
  'labelResult',
  'labelConclusion',
  'firstOfSection',
  'firstOfConclusion',
  'firstResult',
  'position',
  'isFirst',
  'isLast',
  'sentences',
  'short',
  'length',
  'long',
  'veryLong',
  'figures',
  'hasFigure',
  'leans',
  'inTitle',
  'ofTitle',
  'mostOfTitle',
  'central',
  'mostCentral',
  'names',
  'brackets',
  'parts',
  'resultFigure',
  'conclusionLeans',
  'conclusionHedge',
  'conclusionSolid',
  'resultCompares',
  'lateResult',
  ...names,
  ...['saysThat', 'rises', 'falls', 'associates', 'inTitle', 'central', 'leans'].map(
    (name) => `result*${name}`,
  ),
  ...[
    'compares',
    'associates',
    'rises',
    'hasFigure',
    'inTitle',
    'central',
    'isLast',
    'opensUp',
    'dangles',
    'outlook',
  ].map((name) => `conclusion*${name}`),
  'hasFigure*compares',
  'hasFigure*inTitle',
  'method*hasFigure',
  'compares*outlook',
  'length*length',
];

const noRole: RoleChances = { background: 0, aim: 0, method: 0, result: 0, conclusion: 0 };

/** The features that are products of two others, by index. */
const products = featureNames
  .filter((name) => name.includes('*'))
  .map((name) => name.split('*').map((one) => featureNames.indexOf(one)) as [number, number]);

/**
 * The features of a sentence that predict its worth: its role, how concrete it is, how well it stands alone, and how
 * close it is to the title and to the rest of its abstract. One array per sentence, in the order of `featureNames`; null
 * for a sentence whose role rules it out.
 */
export function featuresOf(
  context: AbstractContext,
  isRuledOut: (chances: RoleChances) => boolean = () => false,
): (number[] | null)[] {
  const { title, sentences, stems } = context;
  const about = new Set(contentStems(title));
  const central = centralities(stems);
  const inTitle = stems.map((own) => shareOf(about, own));
  const mostCentral = Math.max(...central, 0);
  const mostInTitle = Math.max(...inTitle, 0);
  const chances = sentences.map((sentence) =>
    sentence.label
      ? { ...noRole, [sentence.label]: 1 }
      : roleChances(wordsOfSentence(sentence), sentence.position),
  );
  const firstResult = chances.findIndex(({ result }) => result > 0.5);
  return sentences.map((sentence, at) => {
    const { text, position, label } = sentence;
    const before = sentences[at - 1];
    const role = chances[at]!;
    if (isRuledOut(role)) return null;
    const isFirstOfSection = label !== null && before?.label !== label;
    const found = patternsIn(sentence);
    const figures = (text.match(/(?<![\p{L}\d])\d+(?:[.,]\d+)*/gu) ?? []).length;
    const leans = contextDependence(sentence, context.abstract, title);
    const own = stems[at]!;
    const single = [
      1,
      role.background,
      role.aim,
      role.method,
      role.result,
      role.conclusion,
      label ? 1 : 0,
      label === 'background' || label === 'aim' ? 1 : 0,
      label === 'method' ? 1 : 0,
      label === 'result' ? 1 : 0,
      label === 'conclusion' ? 1 : 0,
      isFirstOfSection ? 1 : 0,
      isFirstOfSection && label === 'conclusion' ? 1 : 0,
      at === firstResult ? 1 : 0,
      position,
      at === 0 ? 1 : 0,
      at === sentences.length - 1 ? 1 : 0,
      Math.min(1, sentences.length / 15),
      text.length < 90 ? 1 : 0,
      Math.min(1, text.length / 300),
      text.length > 260 ? 1 : 0,
      text.length > 360 ? 1 : 0,
      Math.min(1, figures / 6),
      figures ? 1 : 0,
      leans,
      inTitle[at]!,
      shareOf(own, about),
      inTitle[at] === mostInTitle && mostInTitle > 0 ? 1 : 0,
      central[at]!,
      central[at] === mostCentral ? 1 : 0,
      Math.min(1, (text.match(/(?<=[\p{Ll},;)] )\p{Lu}[\p{L}\d-]*/gu) ?? []).length / 5),
      Math.min(1, (text.match(/\(/g) ?? []).length / 3),
      Math.min(1, (text.match(/[;:]/g) ?? []).length / 2),
      figures ? role.result : 0,
      role.conclusion * leans,
      role.conclusion * Math.max(found[place.may]!, found[place.suggests]!),
      role.conclusion * (found[place.vague]! || found[place.outlook]! || found[place.praise]! ? 0 : 1),
      role.result * found[place.compares]!,
      role.result * position,
      ...found,
    ];
    return [...single, ...products.map(([one, other]) => single[one]! * single[other]!)];
  });
}

function shareOf(wanted: ReadonlySet<string>, stems: ReadonlySet<string>): number {
  let shared = 0;
  for (const one of wanted) if (stems.has(one)) shared++;
  return shared / Math.max(1, wanted.size);
}

/**
 * For each sentence its mean similarity to the others of the abstract, 0 to 1 (degree centrality, Erkan and Radev 2004):
 * shared stems, divided by the geometric mean of both sizes. Summed by stem, not by pair of sentences.
 */
function centralities(all: readonly ReadonlySet<string>[]): number[] {
  const held = new Map<string, number>();
  for (const stems of all)
    for (const one of stems) held.set(one, (held.get(one) ?? 0) + 1 / Math.sqrt(stems.size));
  return all.map((stems) => {
    if (all.length < 2 || !stems.size) return 0;
    let sum = 0;
    for (const one of stems) sum += held.get(one)!;
    const itself = Math.sqrt(stems.size);
    return (sum - itself) / itself / (all.length - 1);
  });
}
