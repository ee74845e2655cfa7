import { addHolders, addPostings, type Shelf } from './postings.ts';
import { idf } from './statistics.ts';
import type { Query } from './topic.ts';

/** The most that a paper loses for words of the topic that it does not hold at all. */
const missing = 0.5;

/**
 * BM25 of the query's terms over every paper: scores[slot], 1 when all of the topic's own words are used to
 * saturation; the expansion's words can lift it further. Title words count threefold, k1 and b as in termWeights.ts.
 * A paper on half of a short topic stays behind one on all of it, however often it names its half; the longer the
 * topic, the less is asked.
 */
export function lexical(query: Query, shelf: Shelf, scores: Float32Array, covered: Float32Array): void {
  scores.fill(0);
  covered.fill(0);
  if (query.most <= 0) return;
  let own = 0;
  for (const { term, weight, own: typed } of query.terms) {
    const share = (weight * idf(shelf.statistics, term)) / query.most;
    addPostings(shelf, term, share, scores);
    if (!typed) continue;
    addHolders(shelf, term, share, covered);
    own++;
  }
  const loss = Math.min(missing, 2 / own);
  for (let slot = 0; slot < shelf.slots; slot++) scores[slot]! *= 1 - loss + loss * covered[slot]!;
}
