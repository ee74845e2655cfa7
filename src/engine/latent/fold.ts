import { toUnitLength } from '../core/unitLength.ts';
import { idf, type Statistics } from '../documents/statistics.ts';
import type { TermWeights } from '../documents/termWeights.ts';

/**
 * A latent semantic space (LSA, Deerwester et al. 1990) over the corpus: the directions in which papers differ most by
 * the words that occur together. `basis[row × dimensions + axis]`, one row per term.
 */
export interface LatentSpace {
  /** Row of a term, by term number; -1 or absent for a term without one. */
  rows: Int32Array;
  basis: Float32Array;
}

export const dimensions = 96;

/** Σ weight × idf × the term's row, scaled to length 1; all zeros if no term has a row. */
export function fold(space: LatentSpace, statistics: Statistics, of: TermWeights, to: Float32Array): void {
  to.fill(0);
  const rows = new RowSum(space.basis);
  for (let i = 0; i < of.length; i++) {
    const row = space.rows[of.terms[i]!] ?? -1;
    if (row >= 0) rows.add(to, row, of.weights[i]! * idf(statistics, of.terms[i]!));
  }
  rows.finish(to);
  toUnitLength(to);
}

/** Rows of a basis that are added up four at a time, in the order of the calls. */
export class RowSum {
  readonly #basis: Float32Array;
  /** The next rows to be added. */
  readonly #starts = new Uint32Array(4);
  readonly #factors = new Float64Array(4);
  #waiting = 0;

  constructor(basis: Float32Array) {
    this.#basis = basis;
  }

  /** to[axis] += factor × the row's, for every axis: at the latest with `finish`. */
  add(to: Float32Array, row: number, factor: number): void {
    this.#starts[this.#waiting] = row * dimensions;
    this.#factors[this.#waiting++] = factor;
    if (this.#waiting < 4) return;
    addFour(to, this.#basis, this.#starts, this.#factors);
    this.#waiting = 0;
  }

  /** Adds the last rows, which were fewer than four. */
  finish(to: Float32Array): void {
    // A space may have no row at all.
    if (this.#waiting === 0) return;
    this.#factors.fill(0, this.#waiting);
    addFour(to, this.#basis, this.#starts, this.#factors);
    this.#waiting = 0;
  }
}

/** to[axis] += factor × from[start + axis] of each row in turn, to the last digit; the sum stays in a register, which halves the time. */
function addFour(to: Float32Array, from: Float32Array, starts: Uint32Array, factors: Float64Array): void {
  const one = starts[0]!;
  const two = starts[1]!;
  const three = starts[2]!;
  const four = starts[3]!;
  const byOne = factors[0]!;
  const byTwo = factors[1]!;
  const byThree = factors[2]!;
  const byFour = factors[3]!;
  for (let axis = 0; axis < dimensions; axis++) {
    const first = Math.fround(to[axis]! + byOne * from[one + axis]!);
    const second = Math.fround(first + byTwo * from[two + axis]!);
    const third = Math.fround(second + byThree * from[three + axis]!);
    to[axis] = third + byFour * from[four + axis]!;
  }
}

/** Writes a paper's vector into `to`, one byte per axis, in steps of 1/127. */
export function foldPaper(space: LatentSpace, statistics: Statistics, of: TermWeights, to: Int8Array): void {
  const folded = new Float32Array(dimensions);
  fold(space, statistics, of, folded);
  for (let axis = 0; axis < dimensions; axis++) to[axis] = Math.round(folded[axis]! * 127);
}

/** Upper bound on the length of a paper's vector, of 1: rounding each axis to a byte adds up to 4%. */
export const maxVectorLength = 1.04;

/** Cosine of a unit vector and a vector of length 127 that starts at `at`. */
export const cosineAt = (direction: Float32Array, vectors: Int8Array, at: number): number =>
  partialProduct(direction, vectors, at, dimensions) / 127;

/** The product over the first axes, a multiple of four. Four sums keep the processor busy. */
export function partialProduct(
  direction: Float32Array,
  vectors: Int8Array,
  at: number,
  axes: number,
): number {
  let one = 0;
  let two = 0;
  let three = 0;
  let four = 0;
  for (let axis = 0; axis < axes; axis += 4) {
    one += direction[axis]! * vectors[at + axis]!;
    two += direction[axis + 1]! * vectors[at + axis + 1]!;
    three += direction[axis + 2]! * vectors[at + axis + 2]!;
    four += direction[axis + 3]! * vectors[at + axis + 3]!;
  }
  return one + two + three + four;
}
