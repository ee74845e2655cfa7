import { readFileSync } from 'node:fs';
import type { SourceName } from '#shared/papers/sources.ts';
import { sentencesOf } from '../text/sentences.ts';
import { designCues } from './designCues.ts';
import { type DesignName, designByTitle, designByType, designNames, notOfDesign } from './designNames.ts';

/** How a work was done, and the words that say so. */
export interface Design {
  name: DesignName;
  /** The sentence of the title or abstract that says it most clearly, or the kind of publication of its record. */
  quote: string;
}

/** What was learned of designs. Weights are in the order of `designClasses`. */
export interface DesignFigures {
  /** The words and pairs of words of titles and abstracts, in units of `scale`. */
  words: { scale: number; bias: number[]; weights: Record<string, number[]> };
  /** The features of `designFeatures`. */
  cues: { bias: number[]; weights: Record<string, number[]> };
}

/** `other` is what no design of the list fits. */
export const designClasses = [...designNames, 'other'] as const;

let learned: DesignFigures | undefined;
/** Read when first needed: only what makes digests needs it, and it is most of a megabyte. */
const learnedDesigns = (): DesignFigures =>
  (learned ??= JSON.parse(readFileSync(new URL('design.json', import.meta.url), 'utf8')) as DesignFigures);

/** A text's word can be `constructor`, which every object answers to. */
const weightsOf = <W>(weights: Record<string, W>, name: string): W | undefined =>
  Object.hasOwn(weights, name) ? weights[name] : undefined;

/** Less than this, and the design is not stated. */
const leastChance = 0.35;

interface Described {
  title: string;
  abstract: string | null;
  /** As PubMed names them; they count before the text. */
  publicationTypes: readonly string[];
  source?: SourceName;
}

/** The design of a work; null where neither its kind nor its text says it clearly. */
export function designOf(work: Described): Design | null {
  for (const [type, name] of designByType)
    if (work.publicationTypes.includes(type)) return { name, quote: type };
  const named = designByTitle.find(([words]) => words.test(work.title));
  if (named && !notOfDesign.test(work.title)) return { name: named[1], quote: work.title };
  if (!work.abstract) return null;
  const { words, cues } = learnedDesigns();
  const features = designFeatures(work, words);
  const chances = softmaxOf(sumOf(features, cues));
  const best = chances.indexOf(Math.max(...chances));
  const name = designClasses[best]!;
  if (name === 'other' || chances[best]! < leastChance) return null;
  return { name, quote: clearest(work.title, work.abstract, best) };
}

/** The sentence whose cues and words speak most for a design. */
function clearest(title: string, abstract: string, design: number): string {
  const learned = learnedDesigns();
  const texts = [title, ...sentencesOf(abstract).map(({ text }) => text)];
  const speaking = texts.map((text, at) => {
    const lower = text.toLowerCase();
    const cues = Object.entries(designCues)
      .filter(([name]) => !name.endsWith('InTitle') || at === 0)
      .reduce((sum, [name, cue]) => {
        const weight = weightsOf(learned.cues.weights, name)?.[design] ?? 0;
        return weight > 0 && countOf(lower, cue) ? sum + weight : sum;
      }, 0);
    return cues + wordSums(wordsOf(text), learned.words)[design]! / 20;
  });
  return texts[speaking.indexOf(Math.max(...speaking))]!;
}

/** What a design is told by: counts of cues, the source, and what the words alone would say. */
export function designFeatures(
  { title, abstract, source }: Omit<Described, 'publicationTypes'>,
  words: DesignFigures['words'],
): [name: string, value: number][] {
  const head = title.toLowerCase();
  const text = `${head}. ${(abstract ?? '').toLowerCase()}`;
  const features: [string, number][] = [];
  for (const [name, cue] of Object.entries(designCues)) {
    const inTitle = name.endsWith('InTitle');
    const count = Math.min(3, countOf(inTitle ? head : text, cue));
    if (count) features.push([name, inTitle ? count : count / 1.5]);
  }
  if (source) features.push([source, 1]);
  const alone = softmaxOf(sumOfWords(designWords(title, abstract ?? ''), words));
  for (const [at, chance] of alone.entries())
    features.push([`words: ${designClasses[at]}`, Math.max(-6, Math.log(chance)) / 2]);
  return features;
}

const countOf = (text: string, cue: RegExp): number => text.match(cue)?.length ?? 0;

const wordsAtMost = 400;
const word = /[a-z]+|\d+(?:[.,]\d+)*|[%=]/g;
/** Lower-case words and signs; every figure is `#`. */
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(word) ?? []).slice(0, wordsAtMost).map((one) => (/^\d/.test(one) ? '#' : one));

/** Words and pairs of words of title and abstract; those of the title once more, marked. */
export function designWords(title: string, abstract: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (words: readonly string[], mark: string) => {
    for (const [at, one] of words.entries()) {
      found.add(mark + one);
      if (at) found.add(`${mark}${words[at - 1]} ${one}`);
    }
  };
  const head = wordsOf(title);
  add(head, '');
  add(head, 't:');
  add(wordsOf(abstract), '');
  return found;
}

/** Words are weighed by how many of them are known, so that a long abstract speaks no louder than a short one. */
function sumOfWords(found: ReadonlySet<string>, { scale, bias, weights }: DesignFigures['words']): number[] {
  const known = [...found].flatMap((one) => {
    const own = weightsOf(weights, one);
    return own ? [own] : [];
  });
  const size = (10 * scale) / Math.sqrt(Math.max(1, known.length));
  return bias.map((base, at) => base + known.reduce((sum, own) => sum + own[at]!, 0) * size);
}

const wordSums = (words: readonly string[], { scale, weights }: DesignFigures['words']): number[] =>
  designClasses.map((_, at) =>
    words.reduce((sum, one) => sum + (weightsOf(weights, one)?.[at] ?? 0) * scale, 0),
  );

const sumOf = (features: readonly [string, number][], { bias, weights }: DesignFigures['cues']): number[] =>
  bias.map((base, at) =>
    features.reduce((sum, [name, value]) => sum + value * (weightsOf(weights, name)?.[at] ?? 0), base),
  );

function softmaxOf(sums: readonly number[]): number[] {
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}
