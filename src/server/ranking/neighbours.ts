import { cosineAt, dimensions } from './latent.ts';
import { placeOfSlot, type Shelf } from './postings.ts';

const nearest = 5;

/**
 * What each paper's neighbours are worth: the mean score of its five nearest, weighted by closeness.
 * Papers that belong together tend to be wanted together (van Rijsbergen's cluster hypothesis;
 * score regularisation, Diaz 2007).
 */
export function support({ cosines }: Closeness, scores: readonly number[]): Float32Array {
  const count = scores.length;
  return Float32Array.from(scores, (_, paper) => {
    const near = new Float32Array(nearest);
    const worth = new Float32Array(nearest);
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
    const direction = new Float32Array(dimensions);
    for (let one = 0; one < count; one++) {
      direction.set(vectorAt(shelf, slots[one]!));
      for (let other = 0; other < one; other++) {
        const cosine = cosineAt(direction, vectorAt(shelf, slots[other]!), 0) / 127;
        this.cosines[one * count + other] = cosine;
        this.cosines[other * count + one] = cosine;
      }
    }
  }

  /** Of the papers in two slots; 0 when one of them is not among those compared. */
  of(one: number, other: number): number {
    const row = this.places.get(one);
    const column = this.places.get(other);
    return row === undefined || column === undefined ? 0 : this.cosines[row * this.places.size + column]!;
  }
}

export function vectorAt(shelf: Shelf, slot: number): Int8Array {
  const { segment, base } = placeOfSlot(shelf, slot);
  const start = (slot - base) * dimensions;
  return segment.vectors.subarray(start, start + dimensions);
}
