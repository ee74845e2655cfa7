import { mean } from '#bench/relevance/measures.ts';

/** Words as positions on a few axes, close for words of the same texts (latent semantic analysis, Deerwester et al. 1990). */
export interface WordAxes {
  /** The position of each word on every axis; rarer words are farther out. */
  places: ReadonlyMap<string, Float64Array>;
  axes: number;
}

interface AxesPlan {
  /** How many of the most common words to use. */
  words: number;
  /** Words in fewer texts than this are left out. */
  leastCount: number;
  axes: number;
}

const rounds = 8;

/** The axes along which texts differ most, found by orthogonal iteration with a fixed start. */
export function wordAxes(texts: readonly ReadonlySet<string>[], plan: AxesPlan): WordAxes {
  const { axes } = plan;
  const counts = commonest(texts, plan);
  const names = [...counts.keys()];
  const numbers = new Map(names.map((name, at) => [name, at]));
  const rarity = names.map((name) => Math.log(texts.length / counts.get(name)!));
  const rows = texts.map((text) =>
    Int32Array.from(
      [...text].flatMap((word) => {
        const number = numbers.get(word);
        return number === undefined ? [] : [number];
      }),
    ),
  );
  let basis = randomBasis(names.length, axes);
  for (let round = 0; round < rounds; round++) {
    orthogonalize(basis);
    basis = throughTexts(rows, rarity, basis);
  }
  orthogonalize(basis);
  const placeOf = (at: number) => Float64Array.from(basis, (axis) => axis[at]! * rarity[at]!);
  const places = new Map(names.map((name, at) => [name, placeOf(at)]));
  const spread = mean(texts.map((text) => Math.hypot(...placeOfText(text, { places, axes }))));
  for (const place of places.values()) for (let axis = 0; axis < axes; axis++) place[axis]! /= spread;
  return { places, axes };
}

/**
 * The position of a text: the sum of its known words divided by the root of their number. Texts are 1 from the middle on average.
 */
export function placeOfText(text: ReadonlySet<string>, { places, axes }: WordAxes): Float64Array {
  const sum = new Float64Array(axes);
  let count = 0;
  for (const word of text) {
    const place = places.get(word);
    if (!place) continue;
    count++;
    for (let axis = 0; axis < axes; axis++) sum[axis]! += place[axis]!;
  }
  return sum.map((one) => one / Math.sqrt(Math.max(1, count)));
}

function commonest(texts: readonly ReadonlySet<string>[], { words, leastCount }: AxesPlan) {
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of text) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map(
    [...counts]
      .filter(([, count]) => count >= leastCount)
      .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
      .slice(0, words),
  );
}

/** Maps each axis from words to texts and back to words. */
function throughTexts(
  rows: readonly Int32Array[],
  rarity: readonly number[],
  basis: readonly Float64Array[],
): Float64Array[] {
  const axes = basis.length;
  const size = basis[0]!.length;
  // Ordered by word, so that the axes of a word are contiguous.
  const from = new Float64Array(size * axes);
  for (const [axis, own] of basis.entries())
    for (let word = 0; word < size; word++) from[word * axes + axis] = own[word]! * rarity[word]!;
  const back = new Float64Array(size * axes);
  const place = new Float64Array(axes);
  for (const row of rows) {
    place.fill(0);
    for (const word of row) for (let axis = 0; axis < axes; axis++) place[axis]! += from[word * axes + axis]!;
    const share = 1 / Math.max(1, row.length);
    for (const word of row)
      for (let axis = 0; axis < axes; axis++) back[word * axes + axis]! += share * place[axis]!;
  }
  return basis.map((_, axis) =>
    Float64Array.from({ length: size }, (_none, word) => back[word * axes + axis]! * rarity[word]!),
  );
}

function randomBasis(size: number, axes: number): Float64Array[] {
  let seed = 1;
  const next = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647 - 0.5;
  };
  return Array.from({ length: axes }, () => Float64Array.from({ length: size }, next));
}

function orthogonalize(basis: readonly Float64Array[]): void {
  for (const [at, axis] of basis.entries()) {
    for (const before of basis.slice(0, at)) {
      const shared = dot(axis, before);
      for (let i = 0; i < axis.length; i++) axis[i]! -= shared * before[i]!;
    }
    const length = Math.sqrt(dot(axis, axis)) || 1;
    for (let i = 0; i < axis.length; i++) axis[i]! /= length;
  }
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!;
  return sum;
}
