import { best, type Shelf } from '../index/reader.ts';
import { Kernel } from '../kernel/kernel.ts';
import { cosineAt, dimensions, fold, toUnitLength } from '../latent/fold.ts';
import { lexical } from '../query/bm25.ts';
import { likeness, type Meaning, meaningOf } from '../query/embeddingSimilarity.ts';
import type { Query } from '../query/parse.ts';
import { examplesAt, seeds, steepness, widen, widened } from '../query/pseudoRelevance.ts';
import { type Taste, tasteOf } from '../query/relevanceFeedback.ts';
import type { Topic } from '../types.ts';
import type { Signs } from './calibrate.ts';
import { type Evidence, shares } from './combine.ts';

/** Room reused from topic to topic: a shelf answers one at a time. */
export interface Scratch {
  shelf: Shelf;
  kernel: Kernel;
  /** 1 for papers that may not appear, whatever their columns say. */
  barred: Uint8Array;
}

export const newScratch = (shelf: Shelf): Scratch => ({
  shelf,
  kernel: new Kernel(shelf),
  barred: new Uint8Array(shelf.slots),
});

/** What is looked for, with the highest scores of the whole index: a paper's share of them does not depend on who may appear. */
export interface Wanted {
  /** Lexical score of the best paper: how much of the topic any paper covers, 0 to 1. */
  coverage: number;
  mostFeedback: number;
  mostLiked: number;
  /** What a score of 1 counts in the sum. */
  inWords: { lexical: number; feedback: number; liked: number };
  direction: Float32Array;
  meaning: Meaning | null;
  taste: Taste | null;
  signs: Signs;
}

export interface Found {
  slot: number;
  evidence: Evidence;
  sum: number;
}

/** Terms taken from the best-matching papers. */
const feedbackTerms = 20;
/** How much of the direction asked for is that of the best-matching papers rather than the topic's own words. */
const seedsInDirection = 0.8;

/** Scores every paper by words: the topic's own, the best-matching papers', and the liked papers'. */
export function gather({ shelf, kernel }: Scratch, topic: Topic, query: Query): Wanted {
  const highest = lexical(query, shelf, kernel.lexical);
  const top = best(shelf, kernel, highest, seeds);
  const widening = widen(shelf, examplesAt(shelf, top, kernel.lexical), feedbackTerms);
  const mostFeedback = widened(widening, shelf, kernel.feedback);
  const direction = directionOf(shelf, kernel, query, top);
  const taste = tasteOf(topic, shelf, direction);
  const mostLiked = taste ? widened(taste.widening, shelf, kernel.liked) : 0;
  const coverage = Math.min(kernel.lexical[top[0] ?? -1] ?? 0, 1);
  return {
    coverage,
    inWords: {
      lexical: coverage > 0 ? shares.lexical / coverage : 0,
      feedback: mostFeedback > 0 ? shares.feedback / mostFeedback : 0,
      liked: mostLiked > 0 ? shares.likedWords / mostLiked : 0,
    },
    mostFeedback,
    mostLiked,
    direction,
    meaning: meaningOf(shelf, topic.vector),
    taste,
    signs: {
      coverage,
      steepness: coverage > 0 ? 1 - kernel.lexical[top.at(-1)!]! / kernel.lexical[top[0]!]! : 0,
      agreement: agreementOf(kernel, top),
      liked: Boolean(taste?.towards),
    },
  };
}

/** Length of the mean of the papers' directions: 1 when they point the same way, near 0 when each points elsewhere. */
function agreementOf({ vectors }: Kernel, slots: readonly number[]): number {
  const sum = new Float32Array(dimensions);
  for (const slot of slots)
    for (let axis = 0; axis < dimensions; axis++) sum[axis]! += vectors[slot * dimensions + axis]!;
  return slots.length > 0 ? Math.min(Math.hypot(...sum) / (127 * slots.length), 1) : 0;
}

function directionOf(shelf: Shelf, { lexical, vectors }: Kernel, query: Query, top: number[]): Float32Array {
  const own = new Float32Array(dimensions);
  const terms = Uint32Array.from(query.terms, ({ term }) => term);
  const weights = Float32Array.from(query.terms, ({ weight }) => weight);
  fold(shelf.space, shelf.statistics, { length: terms.length, terms, weights }, own);
  const centre = new Float32Array(dimensions);
  for (const slot of top) {
    const weight = (lexical[slot]! / lexical[top[0]!]!) ** steepness;
    for (let axis = 0; axis < dimensions; axis++)
      centre[axis]! += weight * vectors[slot * dimensions + axis]!;
  }
  toUnitLength(centre);
  for (let axis = 0; axis < dimensions; axis++)
    own[axis] = (1 - seedsInDirection) * own[axis]! + seedsInDirection * centre[axis]!;
  toUnitLength(own);
  return own;
}

/** `sumOf(evidenceFor(…))`, without making the object. */
export function sumFor({ kernel, shelf }: Scratch, wanted: Wanted, slot: number): number {
  const { direction, inWords, meaning, taste } = wanted;
  const { lexical, feedback, liked, vectors } = kernel;
  const at = slot * dimensions;
  let words = inWords.lexical * lexical[slot]! + inWords.feedback * feedback[slot]!;
  if (inWords.liked > 0) words += inWords.liked * liked[slot]!;
  let sum = Math.fround(words) + shares.latent * Math.max(0, cosineAt(direction, vectors, at));
  if (meaning) sum += shares.embedding * likeness(shelf, meaning, slot);
  if (taste?.towards) sum += shares.likedLatent * Math.max(0, cosineAt(taste.towards, vectors, at));
  if (taste?.away) sum -= shares.disliked * Math.max(0, cosineAt(taste.away, vectors, at));
  return sum;
}

export function evidenceFor({ kernel, shelf }: Scratch, wanted: Wanted, slot: number): Evidence {
  const { coverage, mostFeedback, mostLiked, direction, meaning, taste } = wanted;
  const { lexical, feedback, liked, vectors } = kernel;
  const at = slot * dimensions;
  return {
    lexical: coverage > 0 ? (shares.lexical * lexical[slot]!) / coverage : 0,
    feedback: mostFeedback > 0 ? (shares.feedback * feedback[slot]!) / mostFeedback : 0,
    latent: shares.latent * Math.max(0, cosineAt(direction, vectors, at)),
    embedding: meaning ? shares.embedding * likeness(shelf, meaning, slot) : 0,
    liked: taste
      ? (mostLiked > 0 ? (shares.likedWords * liked[slot]!) / mostLiked : 0) +
        (taste.towards ? shares.likedLatent * Math.max(0, cosineAt(taste.towards, vectors, at)) : 0) -
        (taste.away ? shares.disliked * Math.max(0, cosineAt(taste.away, vectors, at)) : 0)
      : 0,
  };
}
