import { TopKHeap } from '../index/topKHeap.ts';
import { firstCountedStep, type Kernel, maxVectorLength, stepsToOne } from '../kernel/kernel.ts';
import type { PaperFilter } from '../query/filter.ts';
import { sumOf, weights } from './combine.ts';
import { evidenceFor, type QueryContext, type ScoredDoc, type SearchBuffers, sumFor } from './evidence.ts';

/**
 * The `count` admitted papers with the most evidence, best first. Exact, though few vectors are compared in full: what
 * they can add is bounded, and a paper that its bound leaves behind the `count` best cannot come in.
 */
export function topK(
  buffers: SearchBuffers,
  context: QueryContext,
  admits: PaperFilter,
  count: number,
): ScoredDoc[] {
  const { kernel } = buffers;
  const top = new TopKHeap(count);
  const offer = (docId: number) => {
    if (admits(docId)) top.offer(docId, sumFor(buffers, context, docId));
  };
  kernel.addUp(context.wordWeights);
  // Those with the best words first: what they reach, few of the others can.
  const split = stepWith(kernel.inStep, firstRoundFactor * count) / stepsToOne;
  for (const words of [
    { from: split, below: Number.POSITIVE_INFINITY },
    { from: 0, below: split },
  ]) {
    const found = findCandidates(kernel, words, context, top.threshold());
    offerByBound(kernel, found, top, offer);
  }
  return top.sorted().map((docId) => {
    const evidence = evidenceFor(buffers, context, docId);
    return { docId, evidence, sum: sumOf(evidence) };
  });
}

/** Looked at first, as a multiple of what is context. */
const firstRoundFactor = 3;

/** The highest step that so many docIds reach, or the fewest that is counted. */
function stepWith(inStep: Uint32Array, count: number): number {
  let step = inStep.length;
  for (let held = 0; step > firstCountedStep && held < count; ) held += inStep[--step]!;
  return step;
}

/** Finds the docIds within `words` whose bounds are not under `least`; how many they are. */
function findCandidates(
  kernel: Kernel,
  words: { from: number; below: number },
  { direction, embedding, relevanceFeedback }: QueryContext,
  least: number,
): number {
  const towards = relevanceFeedback?.positiveCentroid;
  const mostLiked = towards ? maxVectorLength * weights.likedLatent : 0;
  const besides = mostLiked + (embedding ? weights.embedding : 0);
  const count = kernel.findCandidates(words, { direction, share: weights.latent, besides, least });
  if (!towards) return count;
  const { docIds, bounds } = kernel;
  kernel.multiply(towards, count);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const bound = bounds[i]! - mostLiked + weights.likedLatent * Math.max(0, kernel.cosineAtMost(i));
    if (bound < least) continue;
    docIds[kept] = docIds[i]!;
    bounds[kept++] = bound;
  }
  return kept;
}

/** Offers the first `count` docIds that may still come in, those with the highest bounds first: few of the others can then. */
function offerByBound(
  { docIds, bounds, inStep }: Kernel,
  count: number,
  top: TopKHeap,
  offer: (docId: number) => void,
): void {
  inStep.fill(0);
  for (let i = 0; i < count; i++) inStep[stepOf(bounds[i]!)]!++;
  let from = inStep.length;
  for (let context = top.count; from > 0; context *= 4) {
    const before = from;
    if (before < inStep.length && before / stepsToOne < top.threshold()) return;
    for (let held = 0; from > 0 && held < context; ) held += inStep[--from]!;
    // Bounds are a little higher than sums: with one step more, no second round is needed as a rule.
    if (from > 0) from--;
    for (let i = 0; i < count; i++) {
      const step = stepOf(bounds[i]!);
      if (step >= from && step < before && bounds[i]! >= top.threshold()) offer(docIds[i]!);
    }
  }
}

const stepOf = (bound: number): number => Math.min((bound * stepsToOne) | 0, 4 * stepsToOne - 1);
