import { Top } from '../index/topKHeap.ts';
import { fewest, type Kernel, longest, stepsToOne } from '../kernel/kernel.ts';
import type { Admits } from '../query/filter.ts';
import { shares, sumOf } from './combine.ts';
import { evidenceFor, type Found, type Scratch, sumFor, type Wanted } from './evidence.ts';

/**
 * The `count` admitted papers with the most evidence, best first. Exact, though few vectors are compared in full: what
 * they can add is bounded, and a paper that its bound leaves behind the `count` best cannot come in.
 */
export function highest(scratch: Scratch, wanted: Wanted, admits: Admits, count: number): Found[] {
  const { kernel } = scratch;
  const top = new Top(count);
  const offer = (slot: number) => {
    if (admits(slot)) top.offer(slot, sumFor(scratch, wanted, slot));
  };
  kernel.addUp(wanted.inWords);
  // Those with the best words first: what they reach, few of the others can.
  const split = stepWith(kernel.inStep, several * count) / stepsToOne;
  for (const words of [
    { from: split, below: Number.POSITIVE_INFINITY },
    { from: 0, below: split },
  ]) {
    const found = reach(kernel, words, wanted, top.least());
    offerFalling(kernel, found, top, offer);
  }
  return top.sorted().map((slot) => {
    const evidence = evidenceFor(scratch, wanted, slot);
    return { slot, evidence, sum: sumOf(evidence) };
  });
}

/** Looked at first, as a multiple of what is wanted. */
const several = 3;

/** The highest step that so many slots reach, or the fewest that is counted. */
function stepWith(inStep: Uint32Array, count: number): number {
  let step = inStep.length;
  for (let held = 0; step > fewest && held < count; ) held += inStep[--step]!;
  return step;
}

/** Finds the slots within `words` whose bounds are not under `least`; how many they are. */
function reach(
  kernel: Kernel,
  words: { from: number; below: number },
  { direction, meaning, taste }: Wanted,
  least: number,
): number {
  const towards = taste?.towards;
  const mostLiked = towards ? longest * shares.likedLatent : 0;
  const besides = mostLiked + (meaning ? shares.embedding : 0);
  const count = kernel.reach(words, { direction, share: shares.latent, besides, least });
  if (!towards) return count;
  const { slots, bounds } = kernel;
  kernel.multiply(towards, count);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const bound = bounds[i]! - mostLiked + shares.likedLatent * Math.max(0, kernel.cosineAtMost(i));
    if (bound < least) continue;
    slots[kept] = slots[i]!;
    bounds[kept++] = bound;
  }
  return kept;
}

/** Offers the first `count` slots that may still come in, those with the highest bounds first: few of the others can then. */
function offerFalling(
  { slots, bounds, inStep }: Kernel,
  count: number,
  top: Top,
  offer: (slot: number) => void,
): void {
  inStep.fill(0);
  for (let i = 0; i < count; i++) inStep[stepOf(bounds[i]!)]!++;
  let from = inStep.length;
  for (let wanted = top.count; from > 0; wanted *= 4) {
    const before = from;
    if (before < inStep.length && before / stepsToOne < top.least()) return;
    for (let held = 0; from > 0 && held < wanted; ) held += inStep[--from]!;
    // Bounds are a little higher than sums: with one step more, no second round is needed as a rule.
    if (from > 0) from--;
    for (let i = 0; i < count; i++) {
      const step = stepOf(bounds[i]!);
      if (step >= from && step < before && bounds[i]! >= top.least()) offer(slots[i]!);
    }
  }
}

const stepOf = (bound: number): number => Math.min((bound * stepsToOne) | 0, 4 * stepsToOne - 1);
