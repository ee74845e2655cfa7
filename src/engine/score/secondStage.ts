import { TopKHeap } from '../index/topKHeap.ts';
import type { Coverage } from '../query/coverage.ts';
import { isShort } from '../query/ideas.ts';
import { proximity } from '../query/proximity.ts';
import type { Query } from '../query/query.ts';
import type { Strength } from './calibrate.ts';
import { sumOf, weights } from './combine.ts';
import type { ScoredDoc, SearchBuffers } from './evidence.ts';
import { neighborSupport, PairwiseSimilarity } from './neighbors.ts';

/** How many papers the second stage reranks. */
export const rerankDepth = 120;

/** Papers best first, how similar the best are to each other, and how well the list answers the topic. */
export interface Head {
  found: ScoredDoc[];
  closeness: PairwiseSimilarity;
  list: Strength;
  /** The papers that lead the list and have a word of the topic; all leading papers if none has. */
  leaders: ScoredDoc[];
}

/**
 * Reranks the best of the papers found. `leastSum` returns a threshold from how well the list answers the topic. Leaves
 * out papers whose sum cannot reach it, so their words need not be read.
 */
export function reranked(
  buffers: SearchBuffers,
  query: Query,
  { covers, found }: { covers: Coverage; found: readonly ScoredDoc[] },
  leastSum: (list: Strength) => number = () => Number.NEGATIVE_INFINITY,
): Head {
  const { closeness, bounded, finish } = withNeighbors(buffers, query, covers, found.slice(0, rerankDepth));
  bounded.sort((one, other) => other.sumAtMost - one.sumAtMost);
  const scored = found.slice(rerankDepth);
  const best = new TopKHeap(leading);
  for (const { docId, sum } of scored) best.offer(docId, sum);
  let next = 0;
  for (; next < bounded.length && bounded[next]!.sumAtMost >= best.threshold(); next++) {
    const one = finish(bounded[next]!.one);
    scored.push(one);
    best.offer(one.docId, one.sum);
  }
  const leadersAndList = leadersOf(buffers, covers, scored.sort(bySum));
  const least = leastSum(leadersAndList.list);
  for (; next < bounded.length && bounded[next]!.sumAtMost >= least; next++)
    scored.push(finish(bounded[next]!.one));
  return { found: scored.sort(bySum), closeness, ...leadersAndList };
}

/** As `reranked`, then with exact values of the learned model: similarity to a lifted paper is no evidence. */
export function rescored(
  buffers: SearchBuffers,
  query: Query,
  covers: Coverage,
  { found, learned }: { found: readonly ScoredDoc[]; learned: (docId: number) => number },
): Head {
  const plain = found.map(({ docId, evidence: before }) => {
    const evidence = { ...before, liked: 0 };
    return { docId, evidence, sum: sumOf(evidence) };
  });
  const { bounded, finish } = withNeighbors(buffers, query, covers, plain.sort(bySum).slice(0, rerankDepth));
  for (const { one } of bounded) finish(one);
  for (const one of plain.slice(rerankDepth)) one.evidence.latent += fromNeighbors * one.sum;
  for (const one of plain) {
    one.evidence.liked = learned(one.docId);
    one.sum = sumOf(one.evidence);
  }
  plain.sort(bySum);
  const head = plain.slice(0, rerankDepth).map(({ docId }) => docId);
  const closeness = new PairwiseSimilarity(buffers.reader, head);
  return { found: plain, closeness, ...leadersOf(buffers, covers, plain) };
}

/**
 * Estimated support by neighbors of a paper that was not reranked, as a share of its sum, because neighbors resemble it.
 */
export const fromNeighbors = 0.8 * weights.neighbors;

const bySum = (one: ScoredDoc, other: ScoredDoc) => other.sum - one.sum || one.docId - other.docId;

/** Number of first papers that show how well the list answers the topic. */
const leading = 10;

/** The leading papers that have a word of the topic, and their mean. */
function leadersOf(buffers: SearchBuffers, covers: Coverage, found: readonly ScoredDoc[]) {
  const best = found.slice(0, leading);
  const grounded = best.filter(({ docId }) => buffers.lexical[docId]! > 0);
  const leaders = grounded.length > 0 ? grounded : best;
  const all = leaders.map((one) => strengthOf(buffers, covers, one));
  const mean = (figure: (one: Strength) => number) =>
    all.reduce((sum, one) => sum + figure(one), 0) / Math.max(1, all.length);
  const list = {
    sum: mean(({ sum }) => sum),
    lexical: mean(({ lexical }) => lexical),
    covered: mean(({ covered }) => covered),
  };
  return { list, leaders };
}

/** The features of a paper for the calibration. */
export const strengthOf = (
  { lexical }: SearchBuffers,
  covers: Coverage,
  { docId, sum }: ScoredDoc,
): Strength => ({ sum, lexical: Math.min(1, lexical[docId]!), covered: covers.sufficiency(docId) });

/** A paper whose text must still be read for pairs, and the upper bound of its sum. */
type Bounded = { one: ScoredDoc; sumAtMost: number };

/** Neighbor support, coverage and, in `finish`, proximity: too expensive for every paper. */
function withNeighbors(
  { reader, lexical: scores }: SearchBuffers,
  query: Query,
  covers: Coverage,
  found: readonly ScoredDoc[],
): { closeness: PairwiseSimilarity; bounded: Bounded[]; finish: (one: ScoredDoc) => ScoredDoc } {
  const closeness = new PairwiseSimilarity(
    reader,
    found.map(({ docId }) => docId),
  );
  const worth = neighborSupport(
    closeness,
    found.map(({ sum }) => sum),
  );
  const near = proximity(reader, query, covers);
  const forCoverage = isShort(query) ? weights.coverage : weights.coverageOfMany;
  const isOne = query.ideas.length < 2;
  const ofShort = isOne ? weights.neighborsOfOne : weights.neighborsOfFew;
  const forNeighbors = isShort(query) ? ofShort : weights.neighbors;
  const forProximity = isOne ? weights.proximityOfOne : weights.proximity;
  const lexicalWith = ({ docId, evidence }: ScoredDoc, nearness: number): number => {
    if (scores[docId]! <= 0) return evidence.lexical;
    const lexical = evidence.lexical + forProximity * nearness;
    return query.aspects.length > 1 ? lexical + forCoverage * covers.share(docId) : lexical;
  };
  const bounded = found.map((one, i) => {
    one.evidence.latent += forNeighbors * worth[i]!;
    const sumAtMost = sumOf({ ...one.evidence, lexical: lexicalWith(one, near.atMost(one.docId)) });
    return { one, sumAtMost };
  });
  const finish = (one: ScoredDoc) => {
    const nearness = near.atMost(one.docId) > 0 ? near.of(one.docId) : 0;
    one.evidence.lexical = lexicalWith(one, nearness);
    one.sum = sumOf(one.evidence);
    return one;
  };
  return { closeness, bounded, finish };
}
