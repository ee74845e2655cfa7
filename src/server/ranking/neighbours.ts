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
    const total = near.reduce((sum, close) => sum + close, 0);
    return total > 0 ? near.reduce((sum, close, i) => sum + close * worth[i]!, 0) / total : 0;
  });
}

/** The papers' cosines in the latent space, pair by pair. */
export class Closeness {
  readonly cosines: Float32Array;
  private readonly places: Map<number, number>;

  constructor(shelf: Shelf, slots: readonly number[]) {
    const count = slots.length;
    this.places = new Map(slots.map((slot, i) => [slot, i]));
    this.cosines = new Float32Array(count * count);
    // Side by side, so that no pair has to look for its vectors.
    const vectors = new Int8Array(count * dimensions);
    for (const [i, slot] of slots.entries()) vectors.set(vectorAt(shelf, slot), i * dimensions);
    for (let one = 0; one < count; one++) {
      for (let other = 0; other < one; other++) {
        const cosine = product(vectors, one * dimensions, other * dimensions) / 127 / 127;
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

/** Whole numbers: exact, and faster than fractions. */
function product(vectors: Int8Array, one: number, other: number): number {
  let sum = 0;
  let next = 0;
  for (let axis = 0; axis < dimensions; axis += 4) {
    const at = one + axis;
    const from = other + axis;
    sum += Math.imul(vectors[at]!, vectors[from]!) + Math.imul(vectors[at + 1]!, vectors[from + 1]!);
    next += Math.imul(vectors[at + 2]!, vectors[from + 2]!) + Math.imul(vectors[at + 3]!, vectors[from + 3]!);
    sum |= 0;
    next |= 0;
  }
  return sum + next;
}

export function vectorAt(shelf: Shelf, slot: number): Int8Array {
  const { segment, base } = placeOfSlot(shelf, slot);
  const start = (slot - base) * dimensions;
  return segment.vectors.subarray(start, start + dimensions);
}
