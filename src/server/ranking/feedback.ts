import { addPostings, placeOfSlot, type Shelf } from './postings.ts';
import { isFigure } from './terms.ts';
import { type TermWeights, termWeights } from './termWeights.ts';

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
export const steepness = 3;

/** The terms that examples have most in common, by weight × idf (relevance model of Lavrenko & Croft 2001). */
export function widen(shelf: Shelf, examples: Iterable<Example>, count: number): Widening {
  const sums = new Map<number, number>();
  for (const { of, weight } of examples)
    for (let i = 0; i < of.length; i++) {
      const term = of.terms[i]!;
      sums.set(term, (sums.get(term) ?? 0) + weight * of.weights[i]! * (shelf.statistics.idfs[term] ?? 0));
    }
  const top = [...sums]
    .filter(([term]) => !isFigure(shelf.terms.stems[term]!))
    .sort(([a, x], [b, y]) => y - x || a - b)
    .slice(0, count);
  const total = top.reduce((sum, [, weight]) => sum + weight, 0);
  return new Map(total > 0 ? top.map(([term, weight]) => [term, weight / total]) : []);
}

/** scores[slot]: how much of the widening's words a paper holds, 0 to 1. */
export function widened(widening: Widening, shelf: Shelf, scores: Float32Array): void {
  scores.fill(0);
  for (const [term, weight] of widening) addPostings(shelf, term, weight, scores);
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
