import { addPostings, type Met, type Shelf } from './postings.ts';
import { idf } from './statistics.ts';
import type { Query } from './topic.ts';

/**
 * BM25 of the query's terms over every paper: scores[slot], 1 when all of the topic's own words are used to
 * saturation; the expansion's words can lift it further. Title words count threefold, k1 and b as in segment.ts.
 */
export function lexical(query: Query, shelf: Shelf, scores: Float32Array, met: Met): void {
  scores.fill(0);
  if (query.most <= 0) return;
  for (const { term, weight } of query.terms)
    addPostings(shelf, term, (weight * idf(shelf.statistics, term)) / query.most, scores, met);
}
