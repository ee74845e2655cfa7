import { hashOf } from '../core/hash.ts';
import { once } from '../core/memo.ts';
import { sharedNumbers } from '../core/sharedNumbers.ts';
import type { CooperativeYield } from '../core/yieldToEventLoop.ts';
import type { Background } from '../documents/background.ts';
import type { Statistics } from '../documents/statistics.ts';
import type { TermWeights } from '../documents/termWeights.ts';
import { isNumber, type Vocabulary } from '../documents/vocabulary.ts';
import { dimensions, type LatentSpace, RowSum } from './fold.ts';

/** With fewer papers than this, the background's space is better. */
const fewestPapers = 300;
/** A sample of this size is enough, and limits the time to learn. */
const sampleSize = 8000;
/** Two passes of subspace iteration measured as good as four (docs/decisions/0007-ranking.md). */
const passes = 2;

/**
 * Learns the space from papers by randomized subspace iteration (Halko, Martinsson & Tropp 2011) on the terms'
 * co-occurrence. A small corpus gets the background's space. Deterministic: the same papers give the same space.
 */
export async function learnSpace(learning: Learning): Promise<LatentSpace> {
  const { papers, vocabulary, background, yielder } = learning;
  if (papers.size < fewestPapers && background.papers > 0) return spaceOf(background);
  const sample = sampleOf(papers);
  const rows = await rowsOf(learning, sample);
  const count = rows.reduce((most, row) => Math.max(most, row + 1), 0);
  let basis: Float32Array = startBasis(count, rows, vocabulary);
  let next: Float32Array = new Float32Array(basis.length);
  for (let pass = 0; pass < passes; pass++) {
    await coOccurrence(learning, { rows, basis }, sample, next);
    await orthonormal(next, count, yielder);
    [basis, next] = [next, basis];
  }
  // Free it now: an idle thread may not collect it for hours.
  if (next.buffer instanceof ArrayBuffer) next.buffer.transfer(0);
  return { rows, basis };
}

/** The background's space. */
const spaceOf = once(({ stems, scales, values }: Background): LatentSpace => {
  const basis = Float32Array.from(values, (value, i) => value * scales[Math.floor(i / dimensions)]!);
  return { rows: Int32Array.from(stems.keys()), basis };
});

/** What a space is learned from. */
export interface Learning {
  papers: Learnable;
  statistics: Statistics;
  vocabulary: Vocabulary;
  background: Background;
  yielder: CooperativeYield;
}

/** Papers whose terms can be read one paper at a time. */
export type Learnable = { size: number; forward(paper: number): TermWeights };

/** Every nth paper. */
export function sampleOf({ size }: Learnable): number[] {
  const step = Math.max(1, size / sampleSize);
  return Array.from({ length: Math.floor(size / step) }, (_, i) => Math.floor(i * step));
}

/** A term gets a row if two sampled papers have it (three in a large sample), or one paper and the background. */
async function rowsOf({ papers, vocabulary, background, yielder }: Learning, sample: number[]) {
  const { stems } = vocabulary;
  const holders = new Uint32Array(stems.length);
  for (const paper of sample) {
    if (yielder.isDue()) await yielder.yield();
    const { length, terms: held } = papers.forward(paper);
    for (let i = 0; i < length; i++) holders[held[i]!]!++;
  }
  const least = sample.length < 4000 ? 2 : 3;
  const rows = new Int32Array(stems.length).fill(-1);
  let count = 0;
  for (let term = 0; term < rows.length; term++)
    if (holders[term]! >= (term < background.stems.length ? 1 : least) && !isNumber(stems[term]!))
      rows[term] = count++;
  return rows;
}

/** Random but fixed per stem, so that a few more papers turn the axes only a little. */
function startBasis(count: number, rows: Int32Array, { stems }: Vocabulary): Float32Array {
  const basis = sharedNumbers(Float32Array, count * dimensions);
  for (const [term, row] of rows.entries()) {
    if (row < 0) continue;
    let state = seedOf(stems[term]!);
    for (let axis = 0; axis < dimensions; axis++) {
      state = xorshift(state);
      basis[row * dimensions + axis] = state / 0x100000000;
    }
  }
  return basis;
}

/** Mixed so that short stems differ in all bits; never 0, a fixed point of xorshift. */
function seedOf(stem: string): number {
  let seed = hashOf(stem) || 1;
  for (let round = 0; round < 8; round++) seed = xorshift(seed);
  return seed;
}

/** Xorshift (Marsaglia 2003). */
function xorshift(state: number): number {
  let next = state ^ (state << 13);
  next ^= next >>> 17;
  return next ^ (next << 5);
}

/** Writes A'A·basis into `next`. A row of A is a paper's weights scaled to length 1. */
export async function coOccurrence(
  { papers, statistics, yielder }: Pick<Learning, 'papers' | 'statistics' | 'yielder'>,
  { rows, basis }: LatentSpace,
  sample: number[],
  next: Float32Array,
): Promise<void> {
  next.fill(0);
  const { idfs } = statistics;
  const folded = new Float32Array(dimensions);
  const sum = new RowSum(basis);
  for (const paper of sample) {
    if (yielder.isDue()) await yielder.yield();
    const { length, terms, weights } = papers.forward(paper);
    folded.fill(0);
    let squares = 0;
    for (let i = 0; i < length; i++) {
      const row = rows[terms[i]!]!;
      if (row < 0) continue;
      const weight = weights[i]! * idfs[terms[i]!]!;
      squares += weight * weight;
      sum.add(folded, row, weight);
    }
    sum.finish(folded);
    if (squares === 0) continue;
    for (let i = 0; i < length; i++) {
      const row = rows[terms[i]!]!;
      if (row < 0) continue;
      const factor = (weights[i]! * idfs[terms[i]!]!) / squares;
      const start = row * dimensions;
      for (let axis = 0; axis < dimensions; axis++) next[start + axis]! += factor * folded[axis]!;
    }
  }
}

/** Orthonormalizes the columns in place: Q = A·R⁻¹ with R from the Cholesky factor of A'A. */
export async function orthonormal(matrix: Float32Array, count: number, yielder: CooperativeYield) {
  const gram = new Float64Array(dimensions * dimensions);
  const rows = new Float32Array(4 * dimensions);
  for (let row = 0; row < count; row += 4) {
    if (yielder.isDue()) await yielder.yield();
    // Behind the last row zeros, which add nothing.
    rows.fill(0);
    rows.set(matrix.subarray(row * dimensions, Math.min(row + 4, count) * dimensions));
    addFourProducts(gram, rows);
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

/** gram += the products of each row's axes with each other; only the lower half. Each sum is read and written once. */
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
