import { dimensions } from './fold.ts';
import { firstOf, othersOf, packThree } from './threes.ts';

/** Sums of products stay below 2 ** 16. */
const most = 2 ** 16 - 1;

describe('three vectors in one number', () => {
  it.each([
    [0, 0, 0],
    [most, most, most],
    [-most, -most, -most],
    [most, -most, most],
    [-most, most, -most],
    [1, -1, 0],
    [-1, 0, -1],
    [0, most, -1],
  ])('give back sums of %i, %i and %i', (...sums) => {
    const units = [0, 1, 2].map((which) => {
      const to = new Float64Array(1);
      const vectors = new Int8Array(3 * dimensions);
      vectors[which * dimensions] = 1;
      packThree(vectors, 0, { to, start: 0, axes: 1 });
      return to[0]!;
    });
    const products = sums.reduce((sum, one, which) => sum + one * units[which]!, 0);
    const others = othersOf(products);
    expect([firstOf(products), firstOf(others), othersOf(others)]).toEqual(sums);
  });

  it('take zeros for vectors behind the last', () => {
    const to = new Float64Array(dimensions);
    packThree(new Int8Array(dimensions).fill(-127), 0, { to, start: 0, axes: dimensions });
    expect([...to]).toEqual(Array(dimensions).fill(-127));
  });
});
