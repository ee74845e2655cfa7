import { idf } from '../documents/statistics.ts';
import { addPostings, type IndexReader } from '../index/reader.ts';
import type { Query } from './parse.ts';

/**
 * BM25 of the query's terms for every paper, into scores[docId]: 1 if all of the topic's own words are used to
 * saturation; expansion terms can add to it. Returns the highest. k1, b and the title's weight are in termWeights.ts
 * and docStore.ts.
 */
export function bm25(query: Query, reader: IndexReader, scores: Float32Array): number {
  scores.fill(0);
  let highest = 0;
  if (query.maxScore <= 0) return highest;
  for (const { term, weight } of query.terms)
    highest = Math.max(
      highest,
      addPostings(reader, term, (weight * idf(reader.statistics, term)) / query.maxScore, scores),
    );
  return highest;
}
