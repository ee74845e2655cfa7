import type { Signs } from './calibrate.ts';
import { examplesAt, seeds, steepness, widen, widened } from './feedback.ts';
import { type Evidence, shares } from './fuse.ts';
import { cosineAt, dimensions, fold, toUnitLength } from './latent.ts';
import { lexical } from './lexical.ts';
import { type Taste, tasteOf } from './liked.ts';
import { likeness, type Meaning, meaningOf } from './likeness.ts';
import { vectorAt } from './neighbours.ts';
import { best, type Met, placeOfSlot, type Shelf } from './postings.ts';
import { longest } from './products.ts';
import type { Topic } from './ranked.ts';
import type { Query } from './topic.ts';

/** Scores by slot, reused from topic to topic: a shelf answers one at a time. */
export interface Scratch {
  lexical: Float32Array;
  feedback: Float32Array;
  liked: Float32Array;
  /** The three in their shares: all but what vectors say. Where no word met a slot, of an earlier topic. */
  byWords: Float32Array;
  /** What sums will not go beyond, in the order in which papers are looked at. */
  atMost: Float32Array;
  met: Met;
  /** 1 for papers that may not appear, whatever their columns say. */
  barred: Uint8Array;
}

export const newScratch = (slots: number): Scratch => ({
  lexical: new Float32Array(slots),
  feedback: new Float32Array(slots),
  liked: new Float32Array(slots),
  byWords: new Float32Array(slots),
  atMost: new Float32Array(slots),
  met: { slots: new Uint32Array(slots), count: 0, marks: new Uint8Array(slots) },
  barred: new Uint8Array(slots),
});

/** What is looked for, with the highest scores of the whole index: a paper's share of them does not depend on who may appear. */
export interface Wanted {
  /** Lexical score of the best paper: how much of the topic any paper covers, 0 to 1. */
  coverage: number;
  mostFeedback: number;
  mostLiked: number;
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
export function gather(shelf: Shelf, scratch: Scratch, topic: Topic, query: Query): Wanted {
  const { met } = scratch;
  met.marks.fill(0);
  met.count = 0;
  lexical(query, shelf, scratch.lexical, met);
  const top = best(shelf, scratch.lexical, met, seeds);
  const widening = widen(shelf, examplesAt(shelf, top, scratch.lexical), feedbackTerms);
  const mostFeedback = widened(widening, shelf, scratch.feedback, met);
  const direction = directionOf(shelf, scratch, query, top);
  const taste = tasteOf(topic, shelf, direction);
  const coverage = Math.min(scratch.lexical[top[0] ?? -1] ?? 0, 1);
  return {
    coverage,
    mostFeedback,
    mostLiked: taste ? widened(taste.widening, shelf, scratch.liked, met) : 0,
    direction,
    meaning: meaningOf(shelf, topic.vector),
    taste,
    signs: {
      coverage,
      words: query.terms.filter(({ own }) => own).length,
      steepness: coverage > 0 ? 1 - scratch.lexical[top.at(-1)!]! / scratch.lexical[top[0]!]! : 0,
      agreement: agreementOf(shelf, top),
      liked: Boolean(taste?.towards),
    },
  };
}

/** Length of the mean of the papers' directions: 1 when they point the same way, near 0 when each points elsewhere. */
function agreementOf(shelf: Shelf, slots: readonly number[]): number {
  const sum = new Float32Array(dimensions);
  for (const slot of slots) {
    const vector = vectorAt(shelf, slot);
    for (let axis = 0; axis < dimensions; axis++) sum[axis]! += vector[axis]!;
  }
  return slots.length > 0 ? Math.min(Math.hypot(...sum) / (127 * slots.length), 1) : 0;
}

function directionOf(shelf: Shelf, scratch: Scratch, query: Query, top: number[]): Float32Array {
  const own = new Float32Array(dimensions);
  const terms = Uint32Array.from(query.terms, ({ term }) => term);
  const weights = Float32Array.from(query.terms, ({ weight }) => weight);
  fold(shelf.space, shelf.statistics, { length: terms.length, terms, weights }, own);
  const centre = new Float32Array(dimensions);
  for (const slot of top) {
    const weight = (scratch.lexical[slot]! / scratch.lexical[top[0]!]!) ** steepness;
    const vector = vectorAt(shelf, slot);
    for (let axis = 0; axis < dimensions; axis++) centre[axis]! += weight * vector[axis]!;
  }
  toUnitLength(centre);
  for (let axis = 0; axis < dimensions; axis++)
    own[axis] = (1 - seedsInDirection) * own[axis]! + seedsInDirection * centre[axis]!;
  toUnitLength(own);
  return own;
}

/** What likeness of vectors can add to a paper's words at most. */
export const mostByVectors = ({ meaning, taste }: Wanted): number =>
  longest * (shares.latent + (taste?.towards ? shares.likedLatent : 0)) + (meaning ? shares.embedding : 0);

/** `sumOf(evidenceFor(…))`, without making the object. */
export function sumFor(shelf: Shelf, scratch: Scratch, wanted: Wanted, slot: number): number {
  const { direction, meaning, taste } = wanted;
  const { segment, base } = placeOfSlot(shelf, slot);
  const at = (slot - base) * dimensions;
  let sum = scratch.byWords[slot]! + shares.latent * Math.max(0, cosineAt(direction, segment.vectors, at));
  if (meaning) sum += shares.embedding * likeness(shelf, meaning, slot);
  if (taste?.towards) sum += shares.likedLatent * Math.max(0, cosineAt(taste.towards, segment.vectors, at));
  if (taste?.away) sum -= shares.disliked * Math.max(0, cosineAt(taste.away, segment.vectors, at));
  return sum;
}

export function evidenceFor(shelf: Shelf, scratch: Scratch, wanted: Wanted, slot: number): Evidence {
  const { coverage, mostFeedback, mostLiked, direction, meaning, taste } = wanted;
  const vector = vectorAt(shelf, slot);
  return {
    lexical: coverage > 0 ? (shares.lexical * scratch.lexical[slot]!) / coverage : 0,
    feedback: mostFeedback > 0 ? (shares.feedback * scratch.feedback[slot]!) / mostFeedback : 0,
    latent: shares.latent * Math.max(0, cosineAt(direction, vector, 0)),
    embedding: meaning ? shares.embedding * likeness(shelf, meaning, slot) : 0,
    liked: taste
      ? (mostLiked > 0 ? (shares.likedWords * scratch.liked[slot]!) / mostLiked : 0) +
        (taste.towards ? shares.likedLatent * Math.max(0, cosineAt(taste.towards, vector, 0)) : 0) -
        (taste.away ? shares.disliked * Math.max(0, cosineAt(taste.away, vector, 0)) : 0)
      : 0,
  };
}
