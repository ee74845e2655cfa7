import { placeOfSlot, type Shelf } from '../index/reader.ts';
import { type Kernel, mostCompared, nearest, nearRow } from '../kernel/kernel.ts';
import { dimensions } from '../latent/fold.ts';

/**
 * What each paper's neighbours are worth: the mean score of its seven nearest, weighted by closeness.
 * Papers that belong together tend to be wanted together (van Rijsbergen's cluster hypothesis;
 * score regularisation, Diaz 2007).
 */
export function support({ kernel, slots }: Closeness, scores: readonly number[]): Float32Array {
  const count = slots.length;
  kernel.findNearest(count);
  const { nearCosines, nearPapers } = kernel;
  // Where filters leave few papers, each stands in for the neighbours it lacks: that is no word against it.
  const missing = Math.max(0, nearest - (count - 1));
  const supports = new Float32Array(count);
  for (let paper = 0; paper < count; paper++) {
    let total = missing;
    let sum = missing * scores[paper]!;
    for (let at = paper * nearRow; at < paper * nearRow + nearest; at++) {
      total += nearCosines[at]!;
      sum += nearCosines[at]! * Math.fround(scores[nearPapers[at]!]!);
    }
    supports[paper] = total > 0 ? sum / total : 0;
  }
  return supports;
}

/** How near papers are to each other in the latent space; those of the topic that is being ranked. */
export class Closeness {
  readonly kernel: Kernel;
  readonly slots: readonly number[];

  constructor(kernel: Kernel, slots: readonly number[]) {
    kernel.compare(slots);
    this.kernel = kernel;
    this.slots = slots;
  }

  /** The slot's row; -1 when its paper is not among those compared. */
  rowOf(slot: number): number {
    return this.slots.indexOf(slot);
  }

  /** Cosine of the papers in two rows; 0 when one of them was not compared. */
  of(row: number, column: number): number {
    return row < 0 || column < 0 ? 0 : this.kernel.cosines[row * mostCompared + column]!;
  }
}

export function vectorAt(shelf: Shelf, slot: number): Int8Array {
  const { segment, base } = placeOfSlot(shelf, slot);
  const start = (slot - base) * dimensions;
  return segment.vectors.subarray(start, start + dimensions);
}
