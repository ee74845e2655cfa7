import { describe, expect, it } from 'vitest';
import { cosineAt, dimensions, toUnitLength } from './latent.ts';
import { Products } from './products.ts';

/** Numbers from -1 to 1, the same each time. */
function* noise(): Generator<number> {
  for (let state = 88_172_645; ; ) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    yield state / 0x80000000;
  }
}

describe('Products', () => {
  it('bound the cosine of every paper that is asked for, closely', () => {
    const random = noise();
    const next = () => random.next().value as number;
    const size = 500;
    const vectors = new Int8Array(size * dimensions);
    for (let paper = 0; paper < size; paper++) {
      const vector = Float32Array.from({ length: dimensions }, next);
      toUnitLength(vector);
      for (let axis = 0; axis < dimensions; axis++)
        vectors[paper * dimensions + axis] = Math.round(vector[axis]! * 127);
    }
    const products = new Products(size);
    products.vectors.set(vectors);
    for (const direction of Array.from({ length: 20 }, () =>
      Float32Array.from({ length: dimensions }, next),
    )) {
      toUnitLength(direction);
      products.count = 0;
      for (let slot = 3; slot < size; slot += 7) products.slots[products.count++] = slot;
      products.multiply(direction);
      for (let i = 0; i < products.count; i++) {
        const cosine = cosineAt(direction, vectors, products.slots[i]! * dimensions);
        expect(products.cosineAtMost(i)).toBeGreaterThanOrEqual(cosine);
        expect(products.cosineAtMost(i)).toBeLessThan(cosine + 0.002);
      }
    }
    products.count = 1;
    products.slots[0] = 7;
    products.multiplyBy(9);
    const at = (paper: number) => vectors.subarray(paper * dimensions, (paper + 1) * dimensions);
    expect(products.sums[0]).toBe(at(9).reduce((sum, value, axis) => sum + value * at(7)[axis]!, 0));
    products.count = 0;
    products.multiply(new Float32Array(dimensions));
  });
});
