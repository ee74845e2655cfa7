import { dimensions } from './fold.ts';
import { firstOf, othersOf, packThree } from './threes.ts';

/** Three vectors that have these lengths on the first axis, as one number. */
function packed(...lengths: number[]): number {
  const vectors = new Int8Array(3 * dimensions);
  for (const [at, length] of lengths.entries()) vectors[at * dimensions] = length;
  const to = new Float64Array(1);
  packThree(vectors, 0, { to, start: 0, axes: 1 });
  return to[0]!;
}

const bounds = [0, 1, -1, 2 ** 16 - 1, 1 - 2 ** 16];
const sums = bounds.flatMap((a) => bounds.flatMap((b) => bounds.map((c) => [a, b, c] as const)));

it.each(sums)('gives back sums of products of %i, %i and %i', (a, b, c) => {
  const products = a * packed(1, 0, 0) + b * packed(0, 1, 0) + c * packed(0, 0, 1);
  const others = othersOf(products);
  expect([firstOf(products), firstOf(others), othersOf(others)]).toEqual([a, b, c]);
});
