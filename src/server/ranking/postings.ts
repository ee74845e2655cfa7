import type { LatentSpace } from './latent.ts';
import type { Segment } from './segment.ts';
import type { Statistics } from './statistics.ts';
import type { Terms } from './terms.ts';

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
  /** Papers of the segment by id. */
  places: ReadonlyMap<number, number>;
}

/** scores[slot] += weight × the paper's saturated frequency of the term, over all papers that hold it. */
export function addPostings({ places }: Shelf, term: number, weight: number, scores: Float32Array): void {
  for (const { segment, base } of places) {
    const at = rowOf(segment.terms, term);
    if (at < 0) continue;
    const { papers, weights } = segment;
    for (let i = segment.postings[at]!, end = segment.postings[at + 1]!; i < end; i++)
      scores[base + papers[i]!]! += weight * weights[i]!;
  }
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

export function placeOfSlot({ places }: Shelf, slot: number): Place {
  let last = places.length - 1;
  while (places[last]!.base > slot) last--;
  return places[last]!;
}

/** The slots with the highest scores above nought, best first; equal scores in the order of the slots. */
export function best({ places }: Shelf, scores: Float32Array, count: number): number[] {
  const top: number[] = [];
  let least = 0;
  for (const { base, gone } of places)
    for (let i = 0; i < gone.length; i++) {
      const score = scores[base + i]!;
      if (score <= least || gone[i]) continue;
      let at = top.length;
      while (at > 0 && scores[top[at - 1]!]! < score) at--;
      top.splice(at, 0, base + i);
      if (top.length > count) top.pop();
      if (top.length === count) least = scores[top[count - 1]!]!;
    }
  return top;
}
