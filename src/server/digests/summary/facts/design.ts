import { readFileSync } from 'node:fs';
import type { SourceName } from '#shared/papers/sources.ts';
import { sentencesOf, wordsOfSentence } from '../text/sentences.ts';
import { byNumber, isComparison, numberOf, type Words, wordsOf } from '../text/words.ts';
import { type Design, type DesignName, designCues, designNames, namedDesignOf } from './designNames.ts';

/** The learned weights of designs, in the order of `designClasses`. */
export interface DesignFigures {
  /** The words and pairs of words of titles and abstracts, in units of `scale`. */
  words: { scale: number; weights: Record<string, number[]> };
  /** The features of `designFeatures`. */
  cues: { bias: number[]; weights: Record<string, number[]> };
}

/** `other` is a design that is not in the list. */
export const designClasses = [...designNames, 'other'] as const;

let figures: DesignFigures | undefined;
/** Read on first use, because only composing digests needs it and it takes most of a megabyte. */
const learnedDesigns = (): DesignFigures =>
  (figures ??= JSON.parse(readFileSync(new URL('design.json', import.meta.url), 'utf8')) as DesignFigures);

type WordFigures = DesignFigures['words'];

/** The learned weights of a word or a pair of words. */
interface Learned {
  weights: readonly number[];
  /** The text in which it was last counted. Each counts once per text. */
  countedIn: number;
}

/** By the number of the first word, pairs by that of the second. */
type Lookup = readonly (WordWeights | undefined)[];
interface WordWeights {
  own: Learned | undefined;
  pairs: Map<number, Learned>;
}

/** The learned weights of words anywhere, and additional ones of words in titles. */
interface Vocabulary {
  anywhere: Lookup;
  inTitle: Lookup;
}

const vocabularies = new WeakMap<object, Vocabulary>();
function vocabularyOf(weights: WordFigures['weights']): Vocabulary {
  const known = vocabularies.get(weights);
  if (known) return known;
  const [anywhere, inTitle] = [new Map<number, WordWeights>(), new Map<number, WordWeights>()];
  for (const [cue, own] of Object.entries(weights)) {
    const isInTitle = cue.startsWith(titleMark);
    const lookup = isInTitle ? inTitle : anywhere;
    const [word = '', next] = (isInTitle ? cue.slice(titleMark.length) : cue).split(' ');
    const number = numberOf(word);
    const entry: WordWeights = lookup.get(number) ?? { own: undefined, pairs: new Map() };
    lookup.set(number, entry);
    const learned = { weights: own, countedIn: 0 };
    if (next === undefined) entry.own = learned;
    else entry.pairs.set(numberOf(next), learned);
  }
  const vocabulary = { anywhere: byNumber(anywhere), inTitle: byNumber(inTitle) };
  vocabularies.set(weights, vocabulary);
  return vocabulary;
}

const titleMark = 't:';

/** Minimum probability for a design to be stated. */
const leastChance = 0.35;

interface Described {
  title: string;
  abstract: string | null;
  /** PubMed's publication types, which take precedence over the text. */
  publicationTypes: readonly string[];
  source?: SourceName;
}

/** The design of a work; null if neither its type nor its text states it clearly. */
export function designOf(work: Described): Design | null {
  const named = namedDesignOf(work);
  if (named || !work.abstract) return named;
  const name = likelyDesign(work, learnedDesigns());
  return name === 'other'
    ? null
    : { name, quote: clearest(work.title, work.abstract, designClasses.indexOf(name)) };
}

/** The most likely design by the learned weights; `other` if none is likely. */
export function likelyDesign(
  work: Omit<Described, 'publicationTypes'>,
  { words, cues }: DesignFigures,
): (typeof designClasses)[number] {
  // Only words with a number are found.
  vocabularyOf(words.weights);
  const read = { title: wordsOf(work.title), abstract: wordsOf(work.abstract ?? '') };
  const ofCues = sumOf(featuresOf(read, work.source), cues);
  const ofWords = sumOfWords(read, words);
  const chances = softmaxOf(ofCues.map((sum, at) => sum + ofWords[at]!));
  const text = `${work.title}. ${work.abstract ?? ''}`;
  for (const [design, evidence] of needed)
    if (!evidence.test(text)) chances[designClasses.indexOf(design)] = 0;
  const best = chances.indexOf(Math.max(...chances));
  return chances[best]! < leastChance ? 'other' : designClasses[best]!;
}

/** Animals that are rarely studied. They count as evidence, but are too rare to learn from. */
const otherAnimals =
  /\b(?:non-?human primates?|cynomolgus|rhesus|marmosets?|voles?|rodents?|canine|feline|porcine|bovine|ovine|equine|horses?|goats?|calves|broilers?|xenopus|bats|worms|mosquito(?:es)?|guinea pigs?|animal models?|mouse models?)\b/;

const sourcesOf = (names: readonly string[]): string[] => names.map((name) => designCues[name]!.source);
const orWhole = (...names: string[]) => new RegExp([...sourcesOf(names), '[^]{400}'].join('|'), 'i');
/** Evidence that a text must contain for these designs. */
const needed: readonly (readonly [design: DesignName, evidence: RegExp])[] = [
  // Papers on patients' cells and on tumors sound like those on mice. Without an animal, none was studied.
  [
    'animal study',
    new RegExp([...sourcesOf(['animal', 'animal2', 'animal3']), otherAnimals.source].join('|'), 'i'),
  ],
  // A few words do not mention patients or methods either; a whole abstract without them is more likely a review.
  ['review', orWhole('review', 'review2', 'reviewInTitle')],
  ['computational study', orWhole(...[1, 2, 3, 4, 5].map((at) => `computational${at > 1 ? at : ''}`))],
];

const cues = Object.entries(designCues).map(([name, pattern]) => ({
  name,
  pattern,
  isOfTitle: name.endsWith('InTitle'),
}));

/** How often each of `cues` occurs in a text, or in its title for cues of titles. Both are in lower case. */
const countCues = (text: string, title: string, atMost: number): number[] =>
  cues.map(({ pattern, isOfTitle }) =>
    Math.min(atMost, (isOfTitle ? title : text).match(pattern)?.length ?? 0),
  );

/** The sentence whose cues and words are the strongest evidence for a design. */
function clearest(title: string, abstract: string, design: number): string {
  const learned = learnedDesigns();
  const { words } = learned;
  const { anywhere } = vocabularyOf(words.weights);
  const weights = cues.map(({ name }) => Math.max(0, learned.cues.weights[name]?.[design] ?? 0));
  const weightIn = (read: Words, isTitle: boolean): number => {
    const said = learnedWords(read).reduce((sum, one) => sum + (anywhere[one]?.own?.weights[design] ?? 0), 0);
    const counts = countCues(read.lower, isTitle ? read.lower : '', 1);
    let sum = (said * words.scale) / 20;
    for (let at = 0; at < counts.length; at++) if (counts[at]) sum += weights[at]!;
    return sum;
  };
  let best = { text: title, value: weightIn(wordsOf(title), true) };
  for (const sentence of sentencesOf(abstract)) {
    const value = weightIn(wordsOfSentence(sentence), false);
    if (value > best.value) best = { text: sentence.text, value };
  }
  return best.text;
}

/** A text split into words. */
interface ReadText {
  title: Words;
  abstract: Words;
}

/** The features of a design besides words: counts of cues, and the source. */
export const designFeatures = ({
  title,
  abstract,
  source,
}: Omit<Described, 'publicationTypes'>): [name: string, value: number][] =>
  featuresOf({ title: wordsOf(title), abstract: wordsOf(abstract ?? '') }, source);

function featuresOf({ title, abstract }: ReadText, source?: SourceName): [name: string, value: number][] {
  const counts = countCues(`${title.lower}. ${abstract.lower}`, title.lower, 3);
  const features: [string, number][] = [];
  for (const [at, { name, isOfTitle }] of cues.entries())
    if (counts[at]) features.push([name, isOfTitle ? counts[at] : counts[at] / 1.5]);
  if (source) features.push([source, 1]);
  return features;
}

const wordsAtMost = 400;
/** The words of a text from which designs are learned. */
const learnedWords = ({ all }: Words): readonly number[] =>
  all.filter((word) => !isComparison(word)).slice(0, wordsAtMost);

const word = /[a-z]+|\d+(?:[.,]\d+)*|[%=]/g;
/** The same words as text: lower-case words and signs. Every figure is `#`. */
const wordsIn = (text: string): string[] =>
  (text.toLowerCase().match(word) ?? []).slice(0, wordsAtMost).map((one) => (/^\d/.test(one) ? '#' : one));

/** The words and pairs of words of title and abstract, as in the learned figures. Those of the title come twice, once marked. */
export function designWords(title: string, abstract: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (words: readonly string[], mark: string) => {
    for (const [at, one] of words.entries()) {
      found.add(mark + one);
      if (at) found.add(`${mark}${words[at - 1]} ${one}`);
    }
  };
  const head = wordsIn(title);
  add(head, '');
  add(head, titleMark);
  add(wordsIn(abstract), '');
  return found;
}

/** Number of texts counted so far, which identifies the text in which a word was last counted. */
let counted = 0;

/** The sum is divided by the number of known words, so that a long abstract weighs no more than a short one. */
function sumOfWords({ title, abstract }: ReadText, { scale, weights }: WordFigures): number[] {
  const { anywhere, inTitle } = vocabularyOf(weights);
  const sums = new Float64Array(designClasses.length);
  let count = 0;
  counted++;
  const add = (learned: Learned | undefined): void => {
    if (!learned || learned.countedIn === counted) return;
    learned.countedIn = counted;
    count++;
    for (let at = 0; at < sums.length; at++) sums[at]! += learned.weights[at]!;
  };
  const addAll = (words: readonly number[], lookup: Lookup): void => {
    for (let at = 0; at < words.length; at++) {
      const entry = lookup[words[at]!];
      if (!entry) continue;
      add(entry.own);
      if (at + 1 < words.length) add(entry.pairs.get(words[at + 1]!));
    }
  };
  const head = learnedWords(title);
  addAll(head, anywhere);
  addAll(head, inTitle);
  addAll(learnedWords(abstract), anywhere);
  const size = scale / Math.sqrt(Math.max(1, count));
  return Array.from(sums, (sum) => sum * size);
}

function sumOf(features: readonly [string, number][], { bias, weights }: DesignFigures['cues']): number[] {
  const known = features.map(([name, value]) => ({ value, own: weights[name] }));
  return bias.map((base, at) => known.reduce((sum, { value, own }) => sum + value * (own?.[at] ?? 0), base));
}

function softmaxOf(sums: readonly number[]): number[] {
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}
