import { dimensions } from './fold.ts';

/**
 * Three vectors as one: each number holds three whole numbers, this far apart, so that one multiplication and one addition
 * serve all three. It is exact while a sum of products stays below 2 ** 16 for each vector, because a number has 53 bits.
 */
const apart = 2 ** 17;

/** Packs the first `axes` of three vectors that follow each other from `at` on; those behind the last are 0. */
export function packThree(
  vectors: Int8Array,
  at: number,
  { to, start, axes }: { to: Float64Array; start: number; axes: number },
): void {
  const second = at + dimensions;
  const third = second + dimensions;
  for (let axis = 0; axis < axes; axis++)
    to[start + axis] =
      vectors[at + axis]! +
      (vectors[second + axis] ?? 0) * apart +
      (vectors[third + axis] ?? 0) * apart * apart;
}

/** Added and taken away again, it leaves a multiple of `apart`: a number of this size has no smaller digits. */
const rounding = 1.5 * apart * 2 ** 52;

/** Of a sum of products with three vectors, or with those that are left of them: that with the others, and that with the first. */
export const othersOf = (products: number): number => (products + rounding - rounding) / apart;
export const firstOf = (products: number): number => products - (products + rounding - rounding);
