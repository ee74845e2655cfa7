import type { Statistics } from '../documents/statistics.ts';
import type { Terms } from '../documents/vocabulary.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { LatentSpace } from '../latent/fold.ts';
import type { Segment } from './segment.ts';
import { Top } from './topKHeap.ts';

/** Segments side by side: paper `i` of a segment stands in slot `base + i`. */
export interface Shelf {
  places: Place[];
  slots: number;
  terms: Terms;
  statistics: Statistics;
  space: LatentSpace;
  /** The last day on which one of the papers became available, in days since 1970. */
  newest: number;
}

export interface Place {
  segment: Segment;
  base: number;
  /** 1 for a paper that was replaced or removed. */
  gone: Uint8Array;
}

const numbersOf = new WeakMap<Float64Array, ReadonlyMap<number, number>>();

/** Papers of a place by id. */
export function papersById({ segment }: Place): ReadonlyMap<number, number> {
  const { ids } = segment.store.columns;
  let numbers = numbersOf.get(ids);
  if (!numbers) {
    numbers = new Map(Array.from(ids, (id, paper) => [id, paper]));
    numbersOf.set(ids, numbers);
  }
  return numbers;
}

/**
 * scores[slot] += weight × the paper's saturated frequency of the term, over all papers that hold it.
 * Returns the highest score that a paper now has from it; those that are gone do not count.
 */
export function addPostings({ places }: Shelf, term: number, weight: number, scores: Float32Array): number {
  let highest = 0;
  for (const { segment, base, gone } of places) {
    const at = rowOf(segment.terms, term);
    if (at < 0) continue;
    const { papers, weights } = segment;
    for (let i = segment.postings[at]!, end = segment.postings[at + 1]!; i < end; i++) {
      const slot = base + papers[i]!;
      const score = Math.fround(scores[slot]! + weight * weights[i]!);
      scores[slot] = score;
      if (score > highest && gone[papers[i]!] === 0) highest = score;
    }
  }
  return highest;
}

/** Slots of the papers that hold a term, those that are gone included. */
export function holdersOf({ places }: Shelf, term: number): number[] {
  return places.flatMap(({ segment, base }) => {
    const at = rowOf(segment.terms, term);
    if (at < 0) return [];
    return Array.from(
      segment.papers.subarray(segment.postings[at], segment.postings[at + 1]),
      (paper) => base + paper,
    );
  });
}

function rowOf(terms: Uint32Array, term: number): number {
  let low = 0;
  let high = terms.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = terms[middle]!;
    if (found === term) return middle;
    if (found < term) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

export const placeOfSlot = (shelf: Shelf, slot: number): Place => shelf.places[placeNumber(shelf, slot)]!;

export function placeNumber({ places }: Shelf, slot: number): number {
  let last = places.length - 1;
  while (places[last]!.base > slot) last--;
  return last;
}

/**
 * The slots with the highest lexical scores above nought, best first; equal scores in the order of the slots.
 * `highest` is the best of them.
 */
export function best(shelf: Shelf, kernel: Kernel, highest: number, count: number): number[] {
  const { lexical, slots } = kernel;
  if (highest <= 0) return [];
  for (const part of [0.5, 0.25, 0.1, 0.01]) {
    const top = bestOf(kernel.lexicalAtLeast(part * highest));
    if (top.length === count) return top;
  }
  return bestOf(kernel.lexicalAtLeast(leastAboveNought));

  function bestOf(found: number): number[] {
    const top = new Top(count);
    for (let i = 0; i < found; i++) {
      const slot = slots[i]!;
      const score = lexical[slot]!;
      if (score >= top.least() && !isGone(shelf, slot)) top.offer(slot, score);
    }
    return top.sorted();
  }
}

/** Of the numbers of four bytes. */
const leastAboveNought = 2 ** -149;

function isGone(shelf: Shelf, slot: number): boolean {
  const { gone, base } = placeOfSlot(shelf, slot);
  return gone[slot - base] === 1;
}
