import { readFileSync } from 'node:fs';
import { type Role, roles } from '../text/sentences.ts';
import { byNumber, numberOf, type Words } from '../text/words.ts';

/** The learned weights of the role classifier: one per cue and role, in units of `scale`. */
export interface RoleFigures {
  scale: number;
  /** Cues as written by `cuesOf`, each with a weight for each role in the order of `roles`. */
  weights: Record<string, number[]>;
}

export type RoleChances = Record<Role, number>;

const { scale, weights } = JSON.parse(
  readFileSync(new URL('roles.json', import.meta.url), 'utf8'),
) as RoleFigures;

/** The weights of a word: its own, those at the start of a sentence, and those of pairs. */
interface WordWeights {
  own: readonly number[] | undefined;
  first: readonly number[] | undefined;
  firstPairs: Map<number, readonly number[]>;
  pairs: Map<number, readonly number[]>;
  /** The sentence in which its own weights were last added, because they count once per sentence. */
  addedIn: number;
}

/** By the number of the first word of a cue. */
const byWord = new Map<number, WordWeights>();
const byPlace = new Map<string, readonly number[]>();
for (const [cue, inUnits] of Object.entries(weights)) {
  const own = inUnits.map((weight) => weight * scale);
  if (cue === '*' || cue.startsWith('@')) byPlace.set(cue, own);
  else {
    const isFirst = cue.startsWith('^');
    const [word = '', next] = cue.replace('^', '').split(' ');
    const number = numberOf(word);
    const entry: WordWeights = byWord.get(number) ?? {
      own: undefined,
      first: undefined,
      firstPairs: new Map(),
      pairs: new Map(),
      addedIn: 0,
    };
    byWord.set(number, entry);
    if (next !== undefined) (isFirst ? entry.firstPairs : entry.pairs).set(numberOf(next), own);
    else if (isFirst) entry.first = own;
    else entry.own = own;
  }
}

const weightsOf = byNumber(byWord);

/** Number of sentences read so far. */
let sentencesRead = 0;

/**
 * The probability of each role for a sentence without a label, by its words and position (`position` is 0 to 1). Sums to
 * 1.
 */
export function roleChances({ all }: Words, position: number): RoleChances {
  const sums = roles.map(() => 0);
  const add = (own: readonly number[] | undefined): void => {
    if (own) for (let at = 0; at < sums.length; at++) sums[at]! += own[at]!;
  };
  sentencesRead++;
  add(byPlace.get('*'));
  add(byPlace.get(placeOf(position)));
  const count = Math.min(all.length, wordsAtMost);
  for (let at = 0; at < count; at++) {
    const entry = weightsOf[all[at]!];
    if (!entry) continue;
    const next = at + 1 < count ? all[at + 1] : undefined;
    if (entry.addedIn !== sentencesRead) add(entry.own);
    entry.addedIn = sentencesRead;
    if (next !== undefined) add(entry.pairs.get(next));
    if (at) continue;
    add(entry.first);
    if (next !== undefined) add(entry.firstPairs.get(next));
  }
  return softmax(sums);
}

/** Turns sums of weights into probabilities. */
export function softmax(sums: readonly number[]): RoleChances {
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const [background, aim, method, result, conclusion] = powers.map((power) => power / total) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return { background, aim, method, result, conclusion };
}

/** The words, pairs of words, start and position of a sentence, as named in the learned figures. */
export function cuesOf(text: string, position: number): string[] {
  const words = wordsIn(text);
  const cues = ['*', placeOf(position), ...new Set(words)];
  for (let at = 1; at < words.length; at++) cues.push(`${words[at - 1]} ${words[at]}`);
  if (words.length) cues.push(`^${words[0]}`);
  if (words.length > 1) cues.push(`^${words[0]} ${words[1]}`);
  return cues;
}

const placeOf = (position: number): string => `@${Math.round(position * 10)}`;

const word = /[a-z]+|\d+(?:[.,]\d+)*|[%=<>±]/g;
const wordsAtMost = 60;

/** Lower-case words and signs. Every figure is `#`. */
const wordsIn = (text: string): string[] =>
  (text.toLowerCase().match(word) ?? []).slice(0, wordsAtMost).map((one) => (/^\d/.test(one) ? '#' : one));
