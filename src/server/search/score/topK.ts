import { TopKHeap } from '../index/topKHeap.ts';
import { type Kernel, maxVectorLength, stepsToOne } from '../kernel/kernel.ts';
import type { PaperFilter } from '../query/filter.ts';
import { sumOf, weights } from './combine.ts';
import { evidenceFor, type QueryContext, type ScoredDoc, type SearchBuffers, sumFor } from './evidence.ts';

/**
 * The `count` papers with the highest sums that pass the filter, best first. Exact, although it compares few vectors in
 * full: a paper whose upper bound is below the current threshold cannot be among them.
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
  // Starts with the best word scores, because they raise the threshold so that few other papers can reach it.
  const split = stepWith(kernel, firstRoundFactor * count) / stepsToOne;
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

/** Papers in the first round, as a multiple of `count`. */
const firstRoundFactor = 3;

/** One in so many papers is counted where there are many: where the first round ends changes how fast it is, not what is found. */
const countedOneIn = 4;
const manyPapers = 5000;

/** From here on papers are counted by their steps, and from the second if too few reach the first; most reach neither. */
const firstCounted = [stepsToOne / 4, stepsToOne / 16];

/** About the highest step that `count` documents reach, or the lowest one that is counted. */
function stepWith(kernel: Kernel, count: number): number {
  const { inStep, lexical } = kernel;
  const oneIn = lexical.length < manyPapers ? 1 : countedOneIn;
  let step = 0;
  for (const first of firstCounted) {
    kernel.countFrom(first, oneIn);
    let held = 0;
    step = inStep.length;
    while (step > first && held < count) held += inStep[--step]! * oneIn;
    if (held >= count) break;
  }
  return step;
}

/** Finds the documents with a word score in `words` whose upper bound is at least `least`; returns their number. */
function findCandidates(
  kernel: Kernel,
  words: { from: number; below: number },
  { direction, embedding, relevanceFeedback }: QueryContext,
  least: number,
): number {
  const towards = relevanceFeedback?.towards;
  const mostLiked = towards ? maxVectorLength * towards.weight : 0;
  const besides = mostLiked + (embedding ? weights.embedding : 0);
  const count = kernel.findCandidates(words, { direction, share: weights.latent, besides, least });
  if (!towards) return count;
  const { docIds, bounds } = kernel;
  kernel.multiply(towards.direction, count);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const bound = bounds[i]! - mostLiked + towards.weight * Math.max(0, kernel.cosineAtMost(i));
    if (bound < least) continue;
    docIds[kept] = docIds[i]!;
    bounds[kept++] = bound;
  }
  return kept;
}

/** Offers the first `count` documents found to the heap, highest bounds first, until the rest cannot reach it. */
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
    // Bounds slightly exceed sums, so one more step usually avoids a second round.
    if (from > 0) from--;
    for (let i = 0; i < count; i++) {
      const step = stepOf(bounds[i]!);
      if (step >= from && step < before && bounds[i]! >= top.threshold()) offer(docIds[i]!);
    }
  }
}

const stepOf = (bound: number): number => Math.min((bound * stepsToOne) | 0, 4 * stepsToOne - 1);
