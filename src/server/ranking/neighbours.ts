import type { Kernel } from './kernel.ts';
import { dimensions } from './latent.ts';
import { placeOfSlot, type Shelf } from './postings.ts';

const nearest = 7;

/**
 * What each paper's neighbours are worth: the mean score of its seven nearest, weighted by closeness.
 * Papers that belong together tend to be wanted together (van Rijsbergen's cluster hypothesis;
 * score regularisation, Diaz 2007).
 */
export function support({ cosines }: Closeness, scores: readonly number[]): Float32Array {
  const count = scores.length;
  // Where filters leave few papers, each stands in for the neighbours it lacks: that is no word against it.
  const missing = Math.max(0, nearest - (count - 1));
  const supports = new Float32Array(count);
  for (let paper = 0; paper < count; paper++) {
    findNearest(cosines, paper * count, scores);
    let total = missing;
    let sum = missing * scores[paper]!;
    for (let i = 0; i < nearest; i++) {
      total += near[i]!;
      sum += near[i]! * worth[i]!;
    }
    supports[paper] = total > 0 ? sum / total : 0;
  }
  return supports;
}

/** Closeness and score of a paper's neighbours, the nearest first. */
const near = new Float32Array(nearest);
const worth = new Float32Array(nearest);

function findNearest(cosines: Float32Array, row: number, scores: readonly number[]): void {
  near.fill(0);
  worth.fill(0);
  let least = 0;
  for (let other = 0; other < scores.length; other++) {
    const close = cosines[row + other]!;
    if (close <= least) continue;
    let at = nearest - 1;
    for (; at > 0 && near[at - 1]! < close; at--) {
      near[at] = near[at - 1]!;
      worth[at] = worth[at - 1]!;
    }
    near[at] = close;
    worth[at] = scores[other]!;
    least = near[nearest - 1]!;
  }
}

/** The papers' cosines in the latent space, pair by pair; of the topic that is being ranked. */
export class Closeness {
  readonly cosines: Float32Array;
  private readonly slots: readonly number[];

  constructor(kernel: Kernel, slots: readonly number[]) {
    this.cosines = kernel.compare(slots);
    this.slots = slots;
  }

  /** The slot's row in `cosines`; -1 when its paper is not among those compared. */
  rowOf(slot: number): number {
    return this.slots.indexOf(slot);
  }

  /** Of the papers in two rows; 0 when one of them was not compared. */
  of(row: number, column: number): number {
    return row < 0 || column < 0 ? 0 : this.cosines[row * this.slots.length + column]!;
  }
}

export function vectorAt(shelf: Shelf, slot: number): Int8Array {
  const { segment, base } = placeOfSlot(shelf, slot);
  const start = (slot - base) * dimensions;
  return segment.vectors.subarray(start, start + dimensions);
}
