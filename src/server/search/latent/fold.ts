import { idf, type Statistics } from '../documents/statistics.ts';
import type { TermWeights } from '../documents/termWeights.ts';

/**
 * The directions in which papers of the library differ most, by the words they hold together (latent semantic
 * analysis, Deerwester et al. 1990): `basis[row × dimensions + axis]`, a row a term.
 */
export interface LatentSpace {
  dimensions: number;
  /** Row of a term, by term number; -1 or absent for a term without one. */
  rows: Int32Array;
  basis: Float32Array;
}

export const dimensions = 96;

/** Σ weight × idf × the term's row, of length one; all noughts when no term has a row. */
export function fold(space: LatentSpace, statistics: Statistics, of: TermWeights, to: Float32Array): void {
  to.fill(0);
  for (let i = 0; i < of.length; i++) {
    const row = space.rows[of.terms[i]!] ?? -1;
    if (row >= 0)
      addScaled(to, 0, space.basis, row * dimensions, of.weights[i]! * idf(statistics, of.terms[i]!));
  }
  toUnitLength(to);
}

export function toUnitLength(vector: Float32Array): void {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (squares === 0) return;
  const length = Math.sqrt(squares);
  for (let axis = 0; axis < vector.length; axis++) vector[axis]! /= length;
}

const folded = new Float32Array(dimensions);

/** The paper's vector, in steps of 1/127: a byte an axis. */
export function foldPaper(
  space: LatentSpace,
  statistics: Statistics,
  of: TermWeights,
  to: Int8Array,
  at: number,
): void {
  fold(space, statistics, of, folded);
  for (let axis = 0; axis < dimensions; axis++) to[at + axis] = Math.round(folded[axis]! * 127);
}

/** to[at …] += factor × from[start …], over the dimensions. */
export function addScaled(
  to: Float32Array,
  at: number,
  from: Float32Array,
  start: number,
  factor: number,
): void {
  for (let axis = 0; axis < dimensions; axis++) to[at + axis]! += factor * from[start + axis]!;
}

/** The cosine of a vector of length 1 and one of length 127 that starts at `at`; four sums, so that none waits for another. */
export function cosineAt(direction: Float32Array, vectors: Int8Array, at: number): number {
  let one = 0;
  let two = 0;
  let three = 0;
  let four = 0;
  for (let axis = 0; axis < dimensions; axis += 4) {
    one += direction[axis]! * vectors[at + axis]!;
    two += direction[axis + 1]! * vectors[at + axis + 1]!;
    three += direction[axis + 2]! * vectors[at + axis + 2]!;
    four += direction[axis + 3]! * vectors[at + axis + 3]!;
  }
  return (one + two + three + four) / 127;
}
