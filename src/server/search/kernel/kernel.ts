import { readFileSync } from 'node:fs';
import type { IndexReader } from '../index/reader.ts';
import { dimensions } from '../latent/fold.ts';

/** Histogram steps up to a score of 1; higher scores fall into the last step. */
export const stepsToOne = 1024;
const steps = 4 * stepsToOne;

/** At most this many papers are compared pairwise. */
export const maxCompared = 120;
export const neighborCount = 7;
export const neighborRow = 16;

/** Upper bound on the length of a paper's vector: rounding each axis to a byte adds up to 4%. */
export const maxVectorLength = 1.04;

/**
 * The loops over every paper of the index, in WebAssembly (`kernel.wat`), because they would take nearly all of a
 * query's time otherwise (docs/decisions/0028-the-kernel.md). The kernel finds candidates by upper bounds; their scores
 * are then computed in full precision in TypeScript. One kernel per reader and thread: it copies the vectors.
 */
export class Kernel {
  /** Scores by document id, reused from query to query. */
  readonly lexical: Float32Array;
  readonly feedback: Float32Array;
  readonly liked: Float32Array;
  /** Latent vectors, one document after the other. */
  readonly vectors: Int8Array;
  /** The documents found by the last call, or given to the next, and their bounds and products. */
  readonly docIds: Uint32Array;
  readonly bounds: Float32Array;
  readonly products: Int32Array;
  /** Histogram: documents per step. */
  readonly inStep: Uint32Array;
  /** Pairwise cosines: a row of `maxCompared` for each paper, in the order given. */
  readonly cosines: Float32Array;
  /** A row of `neighborRow` per paper: its neighbors and their cosines; cosine 0 if there are fewer. */
  readonly neighborCosines: Float32Array;
  readonly neighbors: Uint32Array;
  private readonly direction: Int16Array;
  /** The first axes of the direction, as `heads` are multiplied with: each pair of axes repeated eight times. */
  private readonly turned: Int8Array;
  /** The last direction passed to `cosineOf`, and its copy in 64 bits. */
  private pointsTo: Float32Array | null = null;
  private readonly exact: Float64Array;
  private readonly exports: Exports;

  constructor({ segments, docCount: size }: IndexReader) {
    // Padded to a multiple of eight, with at least one entry of padding.
    const padded = (Math.floor(size / 8) + 1) * 8;
    let end = dimensions * 2;
    const room = (bytes: number) => {
      end += bytes;
      return end - bytes;
    };
    const at = {
      vectors: room(padded * dimensions),
      inStep: room(steps * 4),
      lexical: room(padded * 4),
      feedback: room(padded * 4),
      liked: room(padded * 4),
      byWords: room(padded * 4),
      docIds: room(padded * 4),
      bounds: room(padded * 4),
      products: room(padded * 4),
      cosines: room(maxCompared ** 2 * 4),
      near: room(maxCompared * neighborRow * 4 + 32),
      wide: room(maxCompared * dimensions * 2),
      heads: room(padded * headSize),
      rests: room(padded * 4),
      turned: room(headSize * 8),
      exact: room(dimensions * 8),
    };
    const memory = new WebAssembly.Memory({ initial: Math.ceil(end / 0x10000) });
    const { buffer } = memory;
    this.direction = new Int16Array(buffer, 0, dimensions);
    this.vectors = new Int8Array(buffer, at.vectors, size * dimensions);
    this.inStep = new Uint32Array(buffer, at.inStep, steps);
    this.lexical = new Float32Array(buffer, at.lexical, size);
    this.feedback = new Float32Array(buffer, at.feedback, size);
    this.liked = new Float32Array(buffer, at.liked, size);
    this.cosines = new Float32Array(buffer, at.cosines, maxCompared ** 2);
    this.neighborCosines = new Float32Array(buffer, at.near, maxCompared * neighborRow);
    this.neighbors = new Uint32Array(buffer, at.near + 32, maxCompared * neighborRow);
    this.docIds = new Uint32Array(buffer, at.docIds, size);
    this.bounds = new Float32Array(buffer, at.bounds, size);
    this.products = new Int32Array(buffer, at.products, size);
    for (const { segment, docBase } of segments) this.vectors.set(segment.vectors, docBase * dimensions);
    const rests = new Float32Array(buffer, at.rests, size);
    const heads = new Int8Array(buffer, at.heads, padded * headSize);
    this.turned = new Int8Array(buffer, at.turned, headSize * 8);
    this.exact = new Float64Array(buffer, at.exact, dimensions);
    for (let docId = 0; docId < size; docId++) {
      const start = docId * dimensions;
      for (let axis = 0; axis < headSize; axis++)
        heads[placeInHeads(docId, axis)] = (this.vectors[start + axis]! >> 1) + 64;
      rests[docId] = restOf(this.vectors, start);
    }
    // A comparison never finds the NaN in the padding.
    new Float32Array(buffer, at.lexical, padded).fill(Number.NaN, size);
    const index = { memory, end: padded * 4, ...at };
    this.exports = new WebAssembly.Instance(compiled(), { index }).exports as unknown as Exports;
  }

  /** Adds up each document's word scores with these weights. */
  addUp({ lexical, feedback, liked }: { lexical: number; feedback: number; liked: number }): void {
    this.exports.addUp(lexical, feedback, liked);
  }

  /** Counts the documents by the step of their word score in `inStep`, only those from a step on, and of these about one in so many. */
  countFrom(step: number, oneIn = 1): void {
    this.exports.count(step / stepsToOne, oneIn * 16);
  }

  /** Finds the documents whose lexical score is at least `least`; returns their number. */
  lexicalAtLeast(least: number): number {
    return this.exports.atLeast(this.lexical.byteOffset, least);
  }

  /**
   * Finds the documents whose word score is in [`from`, `below`) and whose upper bound is at least `least`: word score
   * plus `besides` plus `share` × the positive cosine with the direction. Returns their number.
   */
  findCandidates(
    words: { from: number; below: number },
    {
      direction,
      share,
      besides,
      least,
    }: { direction: Float32Array; share: number; besides: number; least: number },
  ): number {
    this.setDirection(direction);
    const { step, least: lowest } = this.turnHead(direction);
    const low = Math.max(words.from, least - besides - maxVectorLength * share - float32Error);
    const plus = besides + share * rounding + float32Error;
    const rest = (share * restOf(this.direction, 0)) / inDirection;
    return this.exports.reach(
      ...[low, words.below, share / inDirection, plus, least],
      ...[share * step, share * lowest, rest],
    );
  }

  /** Computes an upper bound on the cosine with a direction for the first `count` documents: see `cosineAtMost`. */
  multiply(direction: Float32Array, count: number): void {
    this.setDirection(direction);
    this.exports.products(count);
  }

  cosineAtMost(i: number): number {
    return this.products[i]! / inDirection + rounding;
  }

  /** As `cosineAt`, to the last digit. Do not change the direction after passing it. */
  cosineOf(direction: Float32Array, docId: number): number {
    if (direction !== this.pointsTo) {
      this.exact.set(direction);
      this.pointsTo = direction;
    }
    return this.exports.cosine(docId);
  }

  /** Fills `cosines` for at most `maxCompared` papers. A paper's cosine with itself is 0. */
  compare(docIds: readonly number[]): void {
    this.docIds.set(docIds);
    this.exports.pairs(docIds.length);
  }

  /** Finds the nearest neighbors of each of the `count` papers compared, nearest first, cosine above 0. */
  findNearest(count: number): void {
    this.exports.nearest(count);
  }

  /**
   * Prepares the products of the first axes. A paper's product is at most `step` × the integer that the kernel computes +
   * `least`. The direction is rounded so that no sum of sixteen axes exceeds sixteen bits.
   */
  private turnHead(direction: Float32Array): { step: number; least: number } {
    let largest = 0;
    for (let from = 0; from < headSize; from += axesPerSum) {
      let sum = 0;
      for (let axis = from; axis < from + axesPerSum; axis++) {
        largest = Math.max(largest, Math.abs(direction[axis]!) / 127);
        sum += Math.abs(direction[axis]!);
      }
      largest = Math.max(largest, sum / mostInSum);
    }
    const scale = largest > 0 ? 1 / largest : 0;
    let signed = 0;
    let unsigned = 0;
    let squares = 0;
    for (let axis = 0; axis < headSize; axis++) {
      const rounded = Math.round(direction[axis]! * scale);
      signed += rounded;
      unsigned += Math.abs(rounded);
      squares += (direction[axis]! - rounded * largest) ** 2;
      for (let eight = 0; eight < 8; eight++) this.turned[placeInHeads(eight, axis)] = rounded;
    }
    // A byte of a vector is twice what `heads` stores of it, less 127.5, give or take half a step.
    const ofBytes = largest * (0.5 * unsigned - 127.5 * signed);
    return { step: (2 * largest) / 127, least: ofBytes / 127 + maxVectorLength * Math.sqrt(squares) };
  }

  private setDirection(direction: Float32Array): void {
    for (let axis = 0; axis < dimensions; axis++)
      this.direction[axis] = Math.round(direction[axis]! * stepsOfDirection);
  }
}

interface Exports {
  addUp(own: number, seeds: number, relevanceFeedback: number): void;
  count(least: number, apart: number): void;
  atLeast(scores: number, least: number): number;
  reach(...figures: number[]): number;
  products(count: number): void;
  cosine(docId: number): number;
  pairs(count: number): void;
  nearest(count: number): void;
}

const stepsOfDirection = 8192;
const inDirection = stepsOfDirection * 127;
/** Error of a cosine from quantizing the direction: half a step per axis, ½ · √96 · 1.04 / 8192. */
const rounding = 0.00063;
/** Upper bound on the rounding error of a sum in 32-bit floats. */
const float32Error = 4e-6;

/** The axes that are multiplied first, because they carry most of a vector's length; values from 0, in seven bits. */
const headSize = 48;
/** Number of products added in sixteen bits, which hold 127 times the sum of as many factors, less what rounding adds. */
const axesPerSum = 16;
const mostInSum = 258 - axesPerSum / 2;

/** `heads` has blocks of eight papers by two axes: one instruction multiplies sixteen values, and none shuffles sums. */
const placeInHeads = (docId: number, axis: number): number =>
  (docId >> 3) * 8 * headSize + (axis >> 1) * 16 + (docId & 7) * 2 + (axis & 1);

/** Length of a vector without its first axes. */
function restOf(vectors: Int8Array | Int16Array, at: number): number {
  let squares = 0;
  for (let axis = headSize; axis < dimensions; axis++) squares += vectors[at + axis]! ** 2;
  return Math.sqrt(squares);
}

let code: WebAssembly.Module | undefined;
const compiled = (): WebAssembly.Module => {
  code ??= new WebAssembly.Module(readFileSync(new URL('./kernel.wasm', import.meta.url)));
  return code;
};
