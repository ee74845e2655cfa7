import { dimensions, RowSum } from './fold.ts';

it.each([0, 1, 3, 4, 5, 8])('adds up %i rows of a space as one by one', (count) => {
  const basis = Float32Array.from({ length: count * dimensions }, (_, at) => Math.sin(at + 1));
  const sum = new Float32Array(dimensions);
  const plain = new Float32Array(dimensions);
  const rows = new RowSum(basis);
  for (let row = 0; row < count; row++) {
    rows.add(sum, row, row + 0.3);
    for (let axis = 0; axis < dimensions; axis++)
      plain[axis]! += (row + 0.3) * basis[row * dimensions + axis]!;
  }
  rows.finish(sum);
  expect(sum).toEqual(plain);
});
