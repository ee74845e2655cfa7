import { dimensions } from './latent.ts';
import { placeOfSlot, type Shelf } from './postings.ts';

const nearest = 5;

/**
 * What each paper's neighbours are worth: the mean score of its five nearest, weighted by closeness (`cosines`).
 * Papers that belong together tend to be wanted together (van Rijsbergen's cluster hypothesis;
 * score regularisation, Diaz 2007).
 */
export function support(closeness: Float32Array, scores: readonly number[]): Float32Array {
  const count = scores.length;
  return Float32Array.from(scores, (_, paper) => {
    const near = new Float32Array(nearest);
    const worth = new Float32Array(nearest);
    for (let other = 0; other < count; other++) {
      const close = other === paper ? 0 : closeness[paper * count + other]!;
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

/** Every pair's cosine in the latent space, row by row. */
export function cosines(shelf: Shelf, slots: readonly number[]): Float32Array {
  const count = slots.length;
  const vectors = slots.map((slot) => vectorAt(shelf, slot));
  const all = new Float32Array(count * count);
  for (let one = 0; one < count; one++)
    for (let other = 0; other < one; other++) {
      const cosine = dotBytes(vectors[one]!, vectors[other]!) / (127 * 127);
      all[one * count + other] = cosine;
      all[other * count + one] = cosine;
    }
  return all;
}

export function vectorAt(shelf: Shelf, slot: number): Int8Array {
  const { segment, base } = placeOfSlot(shelf, slot);
  const start = (slot - base) * dimensions;
  return segment.vectors.subarray(start, start + dimensions);
}

function dotBytes(one: Int8Array, other: Int8Array): number {
  let sum = 0;
  for (let axis = 0; axis < dimensions; axis++) sum += one[axis]! * other[axis]!;
  return sum;
}
