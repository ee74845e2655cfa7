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

type Words = DesignFigures['words'];

/** The same weights as maps: a text's word can be `constructor`, which every object answers to, and lookups are most of the work. */
const maps = new WeakMap<object, ReadonlyMap<string, readonly number[]>>();
function mapOf(weights: Record<string, number[]>): ReadonlyMap<string, readonly number[]> {
  const known = maps.get(weights) ?? new Map(Object.entries(weights));
  maps.set(weights, known);
  return known;
}

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
  const { words, cues } = learnedDesigns();
  const [weights, wordWeights] = [mapOf(cues.weights), mapOf(words.weights)];
  const speaking = Object.entries(designCues).flatMap(([name, cue]) => {
    const weight = weights.get(name)?.[design] ?? 0;
    return weight > 0 ? [{ cue, weight, inTitle: name.endsWith('InTitle') }] : [];
  });
  const weightIn = (text: string, isTitle: boolean): number => {
    const lower = text.toLowerCase();
    const said = wordsOf(text).reduce((sum, one) => sum + (wordWeights.get(one)?.[design] ?? 0), 0);
    return speaking.reduce(
      (sum, { cue, weight, inTitle }) =>
        (isTitle || !inTitle) && lower.search(cue) >= 0 ? sum + weight : sum,
      (said * words.scale) / 20,
    );
  };
  let best = { text: title, value: weightIn(title, true) };
  for (const { text } of sentencesOf(abstract)) {
    const value = weightIn(text, false);
    if (value > best.value) best = { text, value };
  }
  return best.text;
}

/** What a design is told by: counts of cues, the source, and what the words alone would say. */
export function designFeatures(
  { title, abstract, source }: Omit<Described, 'publicationTypes'>,
  words: Words,
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
function sumOfWords(found: ReadonlySet<string>, { scale, bias, weights }: Words): number[] {
  const known = mapOf(weights);
  const sums = new Float64Array(bias.length);
  let count = 0;
  for (const one of found) {
    const own = known.get(one);
    if (!own) continue;
    count++;
    for (let at = 0; at < sums.length; at++) sums[at]! += own[at]!;
  }
  const size = (10 * scale) / Math.sqrt(Math.max(1, count));
  return bias.map((base, at) => base + sums[at]! * size);
}

const sumOf = (features: readonly [string, number][], { bias, weights }: DesignFigures['cues']): number[] =>
  bias.map((base, at) =>
    features.reduce((sum, [name, value]) => sum + value * (mapOf(weights).get(name)?.[at] ?? 0), base),
  );

function softmaxOf(sums: readonly number[]): number[] {
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}
