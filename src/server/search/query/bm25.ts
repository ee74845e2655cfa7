import { idf } from '../documents/statistics.ts';
import { addPostings, type Shelf } from '../index/reader.ts';
import type { Query } from './parse.ts';

/**
 * BM25 of the query's terms over every paper: scores[slot], 1 when all of the topic's own words are used to
 * saturation; the expansion's words can lift it further. Returns the highest. Title words count threefold, k1 and b as in segment.ts.
 */
export function lexical(query: Query, shelf: Shelf, scores: Float32Array): number {
  scores.fill(0);
  let highest = 0;
  if (query.most <= 0) return highest;
  for (const { term, weight } of query.terms)
    highest = Math.max(
      highest,
      addPostings(shelf, term, (weight * idf(shelf.statistics, term)) / query.most, scores),
    );
  return highest;
}
