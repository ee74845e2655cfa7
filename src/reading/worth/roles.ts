import { readFileSync } from 'node:fs';
import { type Role, roles } from '../text/sentences.ts';
import { learnedOf } from '../text/words.ts';

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

/** The probability of each role for a sentence without a label, by words and position (0 to 1). Sums to 1. */
export function roleChances(words: readonly string[], position: number): RoleChances {
  const sums = roles.map(() => 0);
  for (const cue of cuesOf(words, position)) {
    const own = learnedOf(weights, cue);
    if (own) for (let at = 0; at < sums.length; at++) sums[at]! += own[at]! * scale;
  }
  return softmax(sums);
}

/** Turns sums of weights into the probability of each role. */
export function softmax(sums: readonly number[]): RoleChances {
  const [background = 0, aim = 0, method = 0, result = 0, conclusion = 0] = softmaxOf(sums);
  return { background, aim, method, result, conclusion };
}

/** Turns sums of weights into probabilities. */
export function softmaxOf(sums: readonly number[]): number[] {
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

const wordsAtMost = 60;

/** The words, each once, pairs of words, start and position of a sentence, as named in the learned figures. */
export function cuesOf(all: readonly string[], position: number): string[] {
  const words = all.slice(0, wordsAtMost);
  const cues = ['*', `@${Math.round(position * 10)}`];
  for (const [at, word] of words.entries()) {
    const pair = at + 1 < words.length ? `${word} ${words[at + 1]}` : null;
    if (words.indexOf(word) === at) cues.push(word);
    if (pair) cues.push(pair);
    if (at === 0) cues.push(`^${word}`);
    if (at === 0 && pair) cues.push(`^${pair}`);
  }
  return cues;
}
