import { type TermWeights, termWeights } from '../documents/termWeights.ts';
import { isFigure } from '../documents/vocabulary.ts';
import { addPostings, placeOfSlot, type Shelf } from '../index/reader.ts';
import { Top } from '../index/topKHeap.ts';

/** A paper that stands for what is wanted, and how much it counts. */
export interface Example {
  of: TermWeights;
  weight: number;
}

/** Terms that a topic is widened by, with weights that sum to 1. */
export type Widening = Map<number, number>;

/** The best-matching papers that speak for the topic. */
export const seeds = 10;
/**
 * How fast a seed's say falls with its score. A steep fall makes feedback follow one clear winner: with a long,
 * claim-like topic the best paper leads by far, and the others would only dilute it (measured in
 * docs/decisions/0007-ranking.md); with a short one the seeds are near each other and all have their say.
 */
export const steepness = 6;

/** The terms that examples have most in common, by weight × idf (relevance model of Lavrenko & Croft 2001). */
export function widen(shelf: Shelf, examples: Iterable<Example>, most: number): Widening {
  const { stems } = shelf.terms;
  if (sums.length < stems.length) sums = new Float64Array(stems.length * 2);
  if (named.length < stems.length) named = new Uint32Array(stems.length * 2);
  let count = 0;
  for (const { of, weight } of examples)
    for (let i = 0; i < of.length; i++) {
      const term = of.terms[i]!;
      const more = weight * of.weights[i]! * (shelf.statistics.idfs[term] ?? 0);
      if (sums[term] === 0 && more > 0) named[count++] = term;
      sums[term]! += more;
    }
  const best = new Top(most);
  for (let i = 0; i < count; i++) {
    const term = named[i]!;
    if (sums[term]! >= best.least() && !isFigure(stems[term]!)) best.offer(term, sums[term]!);
  }
  const top = best.sorted().map((term): [number, number] => [term, sums[term]!]);
  for (let i = 0; i < count; i++) sums[named[i]!] = 0;
  const total = top.reduce((sum, [, weight]) => sum + weight, 0);
  return new Map(total > 0 ? top.map(([term, weight]) => [term, weight / total]) : []);
}

/** By term; all noughts between two calls, because clearing it whole would cost more. */
let sums = new Float64Array(0x10000);
/** The terms met in this call. */
let named = new Uint32Array(0x10000);

/** scores[slot]: how much of the widening's words a paper holds, 0 to 1. Returns the highest. */
export function widened(widening: Widening, shelf: Shelf, scores: Float32Array): number {
  scores.fill(0);
  let highest = 0;
  for (const [term, weight] of widening)
    highest = Math.max(highest, addPostings(shelf, term, weight, scores));
  return highest;
}

/** Papers of the shelf as examples, weighted by their scores; read one after the other. */
export function* examplesAt(
  shelf: Shelf,
  slots: readonly number[],
  scores: Float32Array,
): Generator<Example> {
  const highest = scores[slots[0]!] ?? 0;
  for (const slot of slots)
    yield { of: termsAt(shelf, slot), weight: (scores[slot]! / highest) ** steepness };
}

export function termsAt(shelf: Shelf, slot: number): TermWeights {
  const { segment, base } = placeOfSlot(shelf, slot);
  return termWeights(segment.store, slot - base, shelf.statistics.averageLength);
}
