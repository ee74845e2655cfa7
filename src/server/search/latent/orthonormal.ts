import type { CooperativeYield } from '../core/yieldToEventLoop.ts';
import { dimensions } from './fold.ts';

/** Orthonormalizes the columns in place: Q = A·R⁻¹ with R from the Cholesky factor of A'A. */
export async function orthonormal(
  matrix: Float32Array,
  count: number,
  yielder: CooperativeYield,
): Promise<void> {
  const gram = new Float64Array(dimensions * dimensions);
  for (let row = 0; row < count; row += 4) {
    if (yielder.isDue()) await yielder.yield();
    const rows = matrix.subarray(row * dimensions, Math.min(row + 4, count) * dimensions);
    if (rows.length === 4 * dimensions) addFourProducts(gram, rows);
    else for (let at = 0; at < rows.length; at += dimensions) addProducts(gram, rows, at);
  }
  const lower = cholesky(gram);
  for (let row = 0; row < count; row++) {
    if (yielder.isDue()) await yielder.yield();
    const start = row * dimensions;
    // Forward substitution: the row times the inverse of the upper factor.
    for (let axis = 0; axis < dimensions; axis++) {
      let value = matrix[start + axis]!;
      for (let other = 0; other < axis; other++)
        value -= lower[axis * dimensions + other]! * matrix[start + other]!;
      matrix[start + axis] =
        lower[axis * dimensions + axis]! > 0 ? value / lower[axis * dimensions + axis]! : 0;
    }
  }
}

/** gram += the products of a row's axes with each other; only the lower half. */
function addProducts(gram: Float64Array, rows: Float32Array, start: number): void {
  for (let axis = 0; axis < dimensions; axis++) {
    const value = rows[start + axis]!;
    for (let other = 0; other <= axis; other++)
      gram[axis * dimensions + other]! += value * rows[start + other]!;
  }
}

/** As `addProducts` for four rows in turn, to the last digit, in less time: each sum is read and written once. */
function addFourProducts(gram: Float64Array, rows: Float32Array): void {
  const [two, three, four] = [dimensions, 2 * dimensions, 3 * dimensions];
  for (let axis = 0; axis < dimensions; axis++) {
    const first = rows[axis]!;
    const second = rows[two + axis]!;
    const third = rows[three + axis]!;
    const fourth = rows[four + axis]!;
    for (let other = 0; other <= axis; other++) {
      const at = axis * dimensions + other;
      let sum = gram[at]! + first * rows[other]!;
      sum += second * rows[two + other]!;
      sum += third * rows[three + other]!;
      gram[at] = sum + fourth * rows[four + other]!;
    }
  }
}

/** The lower Cholesky factor. An axis that depends on earlier ones (fewer papers than dimensions) becomes zero. */
export function cholesky(gram: Float64Array): Float64Array {
  const lower = new Float64Array(gram.length);
  for (let axis = 0; axis < dimensions; axis++)
    for (let other = 0; other <= axis; other++) {
      let sum = gram[axis * dimensions + other]!;
      for (let i = 0; i < other; i++) sum -= lower[axis * dimensions + i]! * lower[other * dimensions + i]!;
      if (axis === other)
        lower[axis * dimensions + axis] = sum > gram[axis * dimensions + axis]! * 1e-9 ? Math.sqrt(sum) : 0;
      else {
        const pivot = lower[other * dimensions + other]!;
        lower[axis * dimensions + other] = pivot > 0 ? sum / pivot : 0;
      }
    }
  return lower;
}
