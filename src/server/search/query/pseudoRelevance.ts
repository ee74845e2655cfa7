import { type TermWeights, termWeights } from '../documents/termWeights.ts';
import { isNumber } from '../documents/vocabulary.ts';
import { addPostings, type IndexReader, segmentOf } from '../index/reader.ts';
import { TopKHeap } from '../index/topKHeap.ts';

/** A paper that stands for what is wanted, and how much it counts. */
export interface FeedbackDoc {
  of: TermWeights;
  weight: number;
}

/** Terms that a topic is widened by, with weights that sum to 1. */
export type ExpansionTerms = Map<number, number>;

/** The best-matching papers that speak for the topic. */
export const feedbackDepth = 10;
/**
 * How fast a seed's say falls with its score. A steep fall makes feedback follow one clear winner: with a long,
 * claim-like topic the best paper leads by far, and the others would only dilute it (measured in
 * docs/decisions/0007-ranking.md); with a short one the seeds are near each other and all have their say.
 */
export const feedbackSteepness = 6;

/** The terms that examples have most in common, by weight × idf (relevance model of Lavrenko & Croft 2001). */
export function expansionTerms(
  reader: IndexReader,
  examples: Iterable<FeedbackDoc>,
  most: number,
): ExpansionTerms {
  const { stems } = reader.vocabulary;
  if (sums.length < stems.length) sums = new Float64Array(stems.length * 2);
  if (named.length < stems.length) named = new Uint32Array(stems.length * 2);
  let count = 0;
  for (const { of, weight } of examples)
    for (let i = 0; i < of.length; i++) {
      const term = of.terms[i]!;
      const more = weight * of.weights[i]! * (reader.statistics.idfs[term] ?? 0);
      if (sums[term] === 0 && more > 0) named[count++] = term;
      sums[term]! += more;
    }
  const best = new TopKHeap(most);
  for (let i = 0; i < count; i++) {
    const term = named[i]!;
    if (sums[term]! >= best.threshold() && !isNumber(stems[term]!)) best.offer(term, sums[term]!);
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

/** scores[docId]: how much of the widening's words a paper holds, 0 to 1. Returns the highest. */
export function scoreExpansion(widening: ExpansionTerms, reader: IndexReader, scores: Float32Array): number {
  scores.fill(0);
  let highest = 0;
  for (const [term, weight] of widening)
    highest = Math.max(highest, addPostings(reader, term, weight, scores));
  return highest;
}

/** Papers of the reader as examples, weighted by their scores; read one after the other. */
export function* feedbackDocs(
  reader: IndexReader,
  docIds: readonly number[],
  scores: Float32Array,
): Generator<FeedbackDoc> {
  const highest = scores[docIds[0]!] ?? 0;
  for (const docId of docIds)
    yield { of: termsAt(reader, docId), weight: (scores[docId]! / highest) ** feedbackSteepness };
}

export function termsAt(reader: IndexReader, docId: number): TermWeights {
  const { segment, docBase } = segmentOf(reader, docId);
  return termWeights(segment.store, docId - docBase, reader.statistics.averageLength);
}
