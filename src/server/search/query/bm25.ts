import { idf } from '../documents/statistics.ts';
import { addPostings, type IndexReader } from '../index/reader.ts';
import type { Query } from './parse.ts';

/**
 * BM25 of the query's terms over every paper: scores[docId], 1 when all of the topic's own words are used to
 * saturation; the expansion's words can lift it further. Returns the highest. Title words count threefold, k1 and b as in segment.ts.
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
