import { readFileSync } from 'node:fs';
import type { IndexReader } from '../index/reader.ts';
import { dimensions } from '../latent/fold.ts';

/** Scores, bounds and counts are told apart in so many steps to 1; what is beyond the last stands in it. */
export const stepsToOne = 1024;
const steps = 4 * stepsToOne;
/** Most papers have next to none of the words: they are not counted. */
export const firstCountedStep = stepsToOne / 16;

/** Papers that can be compared pair by pair, at most. */
export const maxCompared = 120;
export const neighborCount = 7;
export const neighborRow = 16;

/** Length of a paper's vector at most: a byte an axis may lengthen it by 4 %. */
export const maxVectorLength = 1.04;

/**
 * What is worked out for every paper of a reader, for each topic: in machine code (`kernel.wat`), because nearly all of
 * a topic's time would go into it otherwise (docs/decisions/0028-the-kernel.md). It finds which papers may come in; what
 * they score is then worked out in full precision. One a reader and thread: it holds its own copy of the vectors.
 */
export class Kernel {
  /** Scores by docId, reused from topic to topic. */
  readonly lexical: Float32Array;
  readonly feedback: Float32Array;
  readonly liked: Float32Array;
  /** Latent vectors, docId after docId. */
  readonly vectors: Int8Array;
  /** The docIds that were found last, or that are to be looked at, and what belongs to each of them. */
  readonly docIds: Uint32Array;
  readonly bounds: Float32Array;
  readonly products: Int32Array;
  /** How many docIds stand in each step. */
  readonly inStep: Uint32Array;
  /** Pair by pair: a row of `mostCompared` for each paper, in the order in which they were given. */
  readonly cosines: Float32Array;
  /** Cosines of its neighbours and which they are, for each paper a row of `nearRow`; cosine 0 where there are fewer. */
  readonly neighborCosines: Float32Array;
  readonly neighbors: Uint32Array;
  private readonly direction: Int16Array;
  private readonly exports: Exports;

  constructor({ segments, docCount: size }: IndexReader) {
    // Room for whole fours, at least one.
    const padded = (Math.floor(size / 4) + 1) * 4;
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
      heads: room(padded * headSize),
      rests: room(padded * 4),
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
    const heads = new Int8Array(buffer, at.heads, size * headSize);
    for (let docId = 0; docId < size; docId++) {
      const start = docId * dimensions;
      heads.set(this.vectors.subarray(start, start + headSize), docId * headSize);
      rests[docId] = restOf(this.vectors, start);
    }
    // What stands for no paper is not found by any comparison.
    new Float32Array(buffer, at.lexical, padded).fill(Number.NaN, size);
    const index = { memory, end: padded * 4, ...at };
    this.exports = new WebAssembly.Instance(compiled(), { index }).exports as unknown as Exports;
  }

  /** Adds up each docId's scores by words in these shares, and counts those from step `fewest` on by `inStep`. */
  addUp(shares: { lexical: number; feedback: number; liked: number }): void {
    this.exports.addUp(shares.lexical, shares.feedback, shares.liked, firstCountedStep / stepsToOne);
  }

  /** Finds the docIds whose lexical score is not under `least`; how many they are. */
  lexicalAtLeast(least: number): number {
    return this.exports.atLeast(this.lexical.byteOffset, least);
  }

  /**
   * Finds the docIds that by words have `from` or more, but not `below`, and whose bound is `least` or more: their
   * words, `besides`, and `share` of the cosine with the direction, where it is positive; how many they are.
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
    const low = Math.max(words.from, least - besides - maxVectorLength * share - float32Error);
    const plus = besides + share * rounding + float32Error;
    const rest = restOf(this.direction, 0);
    return this.exports.reach(low, words.below, share / inDirection, plus, least, rest);
  }

  /** For the first `count` of the docIds found: what the cosine with a direction is at most, by `cosineAtMost`. */
  multiply(direction: Float32Array, count: number): void {
    this.setDirection(direction);
    this.exports.products(count);
  }

  cosineAtMost(i: number): number {
    return this.products[i]! / inDirection + rounding;
  }

  /** Fills `cosines` with those of some papers, `mostCompared` at most; 0 of a paper with itself. */
  compare(docIds: readonly number[]): void {
    this.docIds.set(docIds);
    this.exports.pairs(docIds.length);
  }

  /** Of each of `count` papers compared, its `nearest` neighbours with a cosine above 0, the nearest first. */
  findNearest(count: number): void {
    this.exports.nearest(count);
  }

  private setDirection(direction: Float32Array): void {
    for (let axis = 0; axis < dimensions; axis++)
      this.direction[axis] = Math.round(direction[axis]! * stepsOfDirection);
  }
}

interface Exports {
  addUp(own: number, seeds: number, relevanceFeedback: number, counted: number): void;
  atLeast(scores: number, least: number): number;
  reach(low: number, high: number, share: number, besides: number, least: number, rest: number): number;
  products(count: number): void;
  pairs(count: number): void;
  nearest(count: number): void;
}

const stepsOfDirection = 8192;
const inDirection = stepsOfDirection * 127;
/** What a cosine can lose by it: half a step an axis, over the longest vector: ½ · √96 · 1.04 / 8192. */
const rounding = 0.00063;
/** More than a sum can lose when it is worked out in four bytes. */
const float32Error = 4e-6;

/** Axes that are looked at first: a third, which hold two thirds of what vectors say. */
const headSize = 32;

/** Length of a vector without its head. */
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
