import type { Admission } from './candidates.ts';
import { examplesAt, seeds, steepness, widen, widened } from './feedback.ts';
import { type Evidence, shares, sumOf } from './fuse.ts';
import { dimensions, fold, toUnitLength } from './latent.ts';
import { lexical } from './lexical.ts';
import { type Taste, tasteOf } from './liked.ts';
import { vectorAt } from './neighbours.ts';
import { best, placeOfSlot, type Shelf } from './postings.ts';
import type { Topic } from './ranked.ts';
import type { Query } from './topic.ts';

/** Scores by slot, reused from topic to topic: a shelf answers one at a time. */
export interface Scratch {
  lexical: Float32Array;
  feedback: Float32Array;
  liked: Float32Array;
}

export const newScratch = (slots: number): Scratch => ({
  lexical: new Float32Array(slots),
  feedback: new Float32Array(slots),
  liked: new Float32Array(slots),
});

/** What is looked for, with the highest scores of the whole index: a paper's share of them does not depend on who may appear. */
export interface Wanted {
  /** Lexical score of the best paper: how much of the topic any paper covers, 0 to 1. */
  coverage: number;
  mostFeedback: number;
  mostLiked: number;
  direction: Float32Array;
  embedding: Float32Array | null;
  taste: Taste | null;
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
  lexical(query, shelf, scratch.lexical);
  const top = best(shelf, scratch.lexical, seeds);
  widened(widen(shelf, examplesAt(shelf, top, scratch.lexical), feedbackTerms), shelf, scratch.feedback);
  const taste = tasteOf(topic, shelf);
  if (taste) widened(taste.widening, shelf, scratch.liked);
  return {
    coverage: Math.min(highestOf(shelf, scratch.lexical), 1),
    mostFeedback: highestOf(shelf, scratch.feedback),
    mostLiked: taste ? highestOf(shelf, scratch.liked) : 0,
    direction: directionOf(shelf, scratch, query, top),
    embedding: topic.vector,
    taste,
  };
}

const highestOf = (shelf: Shelf, scores: Float32Array): number =>
  scores[best(shelf, scores, 1)[0] ?? -1] ?? 0;

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

/** The admitted papers with the most evidence, best first; papers that the words alone rule out are not looked at. */
export function highest(
  shelf: Shelf,
  scratch: Scratch,
  wanted: Wanted,
  admitted: Admission,
  count: number,
): Found[] {
  const found: Found[] = [];
  for (const { base, gone } of shelf.places)
    for (let i = 0; i < gone.length; i++) {
      if (!admitted(base + i)) continue;
      const evidence = evidenceFor(shelf, scratch, wanted, base + i);
      found.push({ slot: base + i, evidence, sum: sumOf(evidence) });
    }
  return found.sort((one, other) => other.sum - one.sum || one.slot - other.slot).slice(0, count);
}

function evidenceFor(shelf: Shelf, scratch: Scratch, wanted: Wanted, slot: number): Evidence {
  const { coverage, mostFeedback, mostLiked, direction, taste } = wanted;
  const vector = vectorAt(shelf, slot);
  return {
    lexical: coverage > 0 ? (shares.lexical * scratch.lexical[slot]!) / coverage : 0,
    feedback: mostFeedback > 0 ? (shares.feedback * scratch.feedback[slot]!) / mostFeedback : 0,
    latent: shares.latent * Math.max(0, cosine(direction, vector)),
    embedding: shares.embedding * embeddingOf(shelf, wanted, slot),
    liked: taste
      ? (mostLiked > 0 ? (shares.likedWords * scratch.liked[slot]!) / mostLiked : 0) +
        (taste.towards ? shares.likedLatent * Math.max(0, cosine(taste.towards, vector)) : 0) -
        (taste.away ? shares.disliked * Math.max(0, cosine(taste.away, vector)) : 0)
      : 0,
  };
}

/** Of a vector of length 1 and one of length 127. */
export function cosine(direction: Float32Array, vector: Int8Array): number {
  let sum = 0;
  for (let axis = 0; axis < dimensions; axis++) sum += direction[axis]! * vector[axis]!;
  return sum / 127;
}

function embeddingOf(shelf: Shelf, { embedding }: Wanted, slot: number): number {
  if (!embedding) return 0;
  const { segment, base } = placeOfSlot(shelf, slot);
  const vector = segment.embeddings[slot - base];
  if (!vector || vector.length !== embedding.length) return 0;
  let sum = 0;
  for (let axis = 0; axis < vector.length; axis++) sum += vector[axis]! * embedding[axis]!;
  return Math.max(0, sum);
}
