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
  const near = new Float32Array(nearest);
  const worth = new Float32Array(nearest);
  return Float32Array.from(scores, (_, paper) => {
    near.fill(0);
    worth.fill(0);
    for (let other = 0; other < count; other++) {
      const close = other === paper ? 0 : cosines[paper * count + other]!;
      if (close <= near[nearest - 1]!) continue;
      let at = nearest - 1;
      for (; at > 0 && near[at - 1]! < close; at--) {
        near[at] = near[at - 1]!;
        worth[at] = worth[at - 1]!;
      }
      near[at] = close;
      worth[at] = scores[other]!;
    }
    const total = near.reduce((sum, close) => sum + close, missing);
    const sum = near.reduce((sum, close, i) => sum + close * worth[i]!, missing * scores[paper]!);
    return total > 0 ? sum / total : 0;
  });
}

/** The papers' cosines in the latent space, pair by pair. */
export class Closeness {
  readonly cosines: Float32Array;
  private readonly places: Map<number, number>;

  constructor(kernel: Kernel, slots: readonly number[]) {
    const count = slots.length;
    this.places = new Map(slots.map((slot, i) => [slot, i]));
    this.cosines = new Float32Array(count * count);
    kernel.slots.set(slots);
    for (let one = 0; one < count; one++) {
      kernel.multiplyBy(slots[one]!, one);
      for (let other = 0; other < one; other++) {
        const cosine = kernel.products[other]! / 127 / 127;
        this.cosines[one * count + other] = cosine;
        this.cosines[other * count + one] = cosine;
      }
    }
  }

  /** The slot's row in `cosines`; -1 when its paper is not among those compared. */
  rowOf(slot: number): number {
    return this.places.get(slot) ?? -1;
  }

  /** Of the papers in two rows; 0 when one of them was not compared. */
  of(row: number, column: number): number {
    return row < 0 || column < 0 ? 0 : this.cosines[row * this.places.size + column]!;
  }
}

export function vectorAt(shelf: Shelf, slot: number): Int8Array {
  const { segment, base } = placeOfSlot(shelf, slot);
  const start = (slot - base) * dimensions;
  return segment.vectors.subarray(start, start + dimensions);
}
