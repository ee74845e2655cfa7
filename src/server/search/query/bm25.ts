import type { Matches } from '../index/matches.ts';
import { addPostings, type IndexReader } from '../index/reader.ts';
import type { Query } from './query.ts';

/**
 * BM25 of the query's terms for every paper, into scores[docId]: 1 if all of the topic's own words are used to
 * saturation; expansion terms can add to it. Returns the highest. k1, b and the title's weight are in termWeights.ts
 * and docStore.ts.
 */
export function bm25(query: Query, reader: IndexReader, scores: Float32Array): number {
  scores.fill(0);
  let highest = 0;
  if (query.maxScore <= 0) return highest;
  for (const { term, weight, idf, matches } of query.scored) {
    const share = (weight * idf) / query.maxScore;
    highest = Math.max(
      highest,
      matches ? addMatches(matches, share, scores) : addPostings(reader, term, share, scores),
    );
  }
  return highest;
}

/** scores[docId] += weight × the saturated frequency, for every match. Returns the highest score reached. */
function addMatches({ docIds, frequencies }: Matches, weight: number, scores: Float32Array): number {
  let highest = 0;
  for (let i = 0; i < docIds.length; i++) {
    const frequency = frequencies[i]!;
    const score = Math.fround(scores[docIds[i]!]! + (weight * frequency) / (1 + frequency));
    scores[docIds[i]!] = score;
    if (score > highest) highest = score;
  }
  return highest;
}
