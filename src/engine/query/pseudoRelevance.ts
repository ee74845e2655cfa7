import type { TermWeigher, TermWeights } from '../documents/termWeights.ts';
import { isNumber } from '../documents/vocabulary.ts';
import { addPostings, type IndexReader, segmentOf } from '../index/reader.ts';
import { TopKHeap } from '../index/topKHeap.ts';

/** A feedback document and its weight. */
export type FeedbackDoc = { of: TermWeights; weight: number };

/** Terms that expand a query, with weights that sum to 1. */
export type ExpansionTerms = Map<number, number>;

/** Number of best-matching papers taken as feedback documents. */
export const feedbackDepth = 10;
/**
 * Exponent on a feedback document's relative score. A steep fall follows one clear winner: for a long, claim-like topic
 * the best paper leads by far and the others would dilute it (docs/decisions/0007-ranking.md); for a short topic the
 * scores are close and all count.
 */
export const feedbackSteepness = 6;

/** Sums by term, all 0 between calls: half of a topic's feedback went into a map of a thousand. */
let sums = new Float64Array(0x10000);

/** The `most` terms that the feedback documents share, by weight × idf (relevance model, Lavrenko & Croft 2001). */
export function expansionTerms(
  reader: IndexReader,
  examples: Iterable<FeedbackDoc>,
  most: number,
): ExpansionTerms {
  const { stems } = reader.vocabulary;
  if (stems.length > sums.length) sums = new Float64Array(2 * stems.length);
  const terms: number[] = [];
  for (const { of, weight } of examples)
    for (let i = 0; i < of.length; i++) {
      const term = of.terms[i]!;
      const more = weight * of.weights[i]! * (reader.statistics.idfs[term] ?? 0);
      if (more > 0 && sums[term] === 0) terms.push(term);
      if (more > 0) sums[term]! += more;
    }
  const best = new TopKHeap(most);
  for (const term of terms)
    if (sums[term]! >= best.threshold() && !isNumber(stems[term]!)) best.offer(term, sums[term]!);
  const top = best.sorted().map((term): [number, number] => [term, sums[term]!]);
  for (const term of terms) sums[term] = 0;
  const total = top.reduce((sum, [, weight]) => sum + weight, 0);
  return new Map(total > 0 ? top.map(([term, weight]) => [term, weight / total]) : []);
}

/** Into scores[docId]: how many of the expansion terms a paper contains, by weight, 0 to 1. Returns the highest score. */
export function scoreExpansion(widening: ExpansionTerms, reader: IndexReader, scores: Float32Array): number {
  scores.fill(0);
  let highest = 0;
  for (const [term, weight] of widening)
    highest = Math.max(highest, addPostings(reader, term, weight, scores));
  return highest;
}

/** Papers of the index as feedback documents, weighted by score. Lazy: `terms` is overwritten by the next one. */
export function* feedbackDocs(
  reader: IndexReader,
  docIds: readonly number[],
  scores: Float32Array,
  weigher: TermWeigher,
): Generator<FeedbackDoc> {
  const highest = scores[docIds[0]!] ?? 0;
  for (const docId of docIds)
    yield { of: termsAt(reader, docId, weigher), weight: (scores[docId]! / highest) ** feedbackSteepness };
}

/** A document's terms; overwritten by the next call. */
function termsAt(reader: IndexReader, docId: number, weigher: TermWeigher): TermWeights {
  const { segment, docBase } = segmentOf(reader, docId);
  return weigher.of(segment.store, docId - docBase, reader.statistics.averageLength);
}
