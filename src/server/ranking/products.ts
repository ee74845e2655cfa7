import { dimensions } from './latent.ts';
import type { Shelf } from './postings.ts';

/**
 * Products of one direction with the latent vectors of many papers, sixteen axes a step. The only machine code of the
 * product: without it nearly all of a topic's time goes into these (docs/decisions/0024-speed.md). It finds which
 * papers may come in; what they score is then worked out in full precision.
 */
export class Products {
  /** The vectors, slot after slot. */
  readonly vectors: Int8Array;
  /** Slots to be looked at: the first `count` of them are. */
  readonly slots: Uint32Array;
  count = 0;
  /** Of the direction and each of these, in steps. */
  readonly sums: Int32Array;
  private readonly direction: Int16Array;
  private readonly run: (count: number) => void;

  /** For so many slots. */
  constructor(size: number) {
    const vectors = dimensions * 2;
    const slots = vectors + size * dimensions;
    const sums = slots + size * 4;
    const memory = new WebAssembly.Memory({ initial: Math.ceil((sums + size * 4) / 0x10000) });
    this.direction = new Int16Array(memory.buffer, 0, dimensions);
    this.vectors = new Int8Array(memory.buffer, vectors, size * dimensions);
    this.slots = new Uint32Array(memory.buffer, slots, size);
    this.sums = new Int32Array(memory.buffer, sums, size);
    const { exports } = new WebAssembly.Instance(compiled(), { m: { m: memory } });
    const products = exports.p as (count: number, papers: number, sums: number, vectors: number) => void;
    this.run = (count) => products(count, slots, sums, vectors);
  }

  multiply(direction: Float32Array): void {
    for (let axis = 0; axis < dimensions; axis++) this.direction[axis] = Math.round(direction[axis]! * steps);
    this.run(this.count);
  }

  /** The cosine of the `i`th slot is not higher: the direction was rounded to steps. */
  cosineAtMost(i: number): number {
    return this.sums[i]! / (steps * 127) + rounding;
  }

  /** With the paper of a slot instead of a direction: sums[i] is exact, in steps of 1/127². */
  multiplyBy(slot: number): void {
    this.direction.set(this.vectors.subarray(slot * dimensions, (slot + 1) * dimensions));
    this.run(this.count);
  }
}

const steps = 8192;
/** Length of a paper's vector at most: a byte an axis may lengthen it by 4 %. */
export const longest = 1.04;
/** Half a step an axis, over the longest vector: ½ · √96 · 1.04 / 8192. */
const rounding = 0.00063;

const known = new WeakMap<Shelf, Products>();

/** Of a shelf's vectors, slot after slot, which each thread copies once. */
export function productsOf(shelf: Shelf): Products {
  let products = known.get(shelf);
  if (!products) {
    products = new Products(shelf.slots);
    for (const { segment, base } of shelf.places) products.vectors.set(segment.vectors, base * dimensions);
    known.set(shelf, products);
  }
  return products;
}

let code: WebAssembly.Module | undefined;
const compiled = (): WebAssembly.Module => {
  code ??= new WebAssembly.Module(Uint8Array.from(moduleBytes()));
  return code;
};

/** A module with one function, in the order that the binary format has its sections (https://webassembly.github.io/spec/core/binary/). */
function moduleBytes(): number[] {
  const section = (id: number, ...bytes: number[]) => [id, ...leb(bytes.length), ...bytes];
  const body = [2, 1, i32, 2 + pieces, v128, ...instructions(), end];
  return [
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 1, 0x60, 4, i32, i32, i32, i32, 0),
    ...section(2, 1, 1, 0x6d, 1, 0x6d, 2, 0, 1),
    ...section(3, 1, 0),
    ...section(7, 1, 1, 0x70, 0, 0),
    ...section(10, 1, ...leb(body.length), ...body),
  ];
}

const [i32, v128, end] = [0x7f, 0x7b, 0x0b];
/** The direction in pieces of eight axes, each in a local of its own. */
const pieces = dimensions / 8;

/** For each paper: four running sums over sixteen axes at a time, then their total. */
function instructions(): number[] {
  const [count, papers, sums, vectors, at, four, bytes, first] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  const get = (local: number) => [0x20, local];
  const set = (local: number) => [0x21, local];
  const number = (value: number) => [0x41, ...signed(value)];
  const [add, multiply, subtract, isNought] = [[0x6a], [0x6c], [0x6b], [0x45]];
  const simd = (code: number, ...more: number[]) => [0xfd, ...leb(code), ...more];
  const [widenLow, widenHigh, dot, addFour] = [simd(0x87), simd(0x88), simd(0xba), simd(0xae)];
  const each = <T>(length: number, make: (i: number) => T[]) =>
    Array.from({ length }, (_, i) => make(i)).flat();
  return [
    ...each(pieces, (i) => [...number(i * 16), ...simd(0, 0, 0), ...set(first + i)]),
    ...[0x02, 0x40, ...get(count), ...isNought, 0x0d, 0, 0x03, 0x40],
    ...[...get(vectors), ...get(papers), 0x28, 2, 0, ...number(dimensions), ...multiply, ...add, ...set(at)],
    ...each(dimensions / 16, (i) => [
      ...[...get(at), ...simd(0, 0, ...leb(i * 16)), ...set(bytes)],
      ...[...get(bytes), ...widenLow, ...get(first + 2 * i), ...dot],
      ...[...get(bytes), ...widenHigh, ...get(first + 2 * i + 1), ...dot, ...addFour],
      ...(i > 0 ? [...get(four), ...addFour] : []),
      ...set(four),
    ]),
    ...get(sums),
    ...each(4, (lane) => [...get(four), ...simd(0x1b, lane), ...(lane > 0 ? add : [])]),
    ...[0x36, 2, 0],
    ...[papers, sums].flatMap((pointer) => [...get(pointer), ...number(4), ...add, ...set(pointer)]),
    ...[...get(count), ...number(1), ...subtract, ...set(count), ...get(count), 0x0d, 0, end, end],
  ];
}

/** A number in as few groups of seven bits as it needs (LEB128), the lowest first. */
function leb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)];
}

/** The same where the highest bit of the last group is the sign. */
const signed = (value: number): number[] =>
  value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >>> 7)];
