import type { CooperativeYield } from '../core/yieldToEventLoop.ts';
import type { Similarities } from './similarities.ts';

/** Two clusters that are merged. Each is named by one of its papers. */
interface Merge {
  one: number;
  other: number;
  distance: number;
}

/**
 * Hierarchical clustering by Ward’s criterion (nearest-neighbor chain, Murtagh 1983), nearest clusters first.
 * Deterministic.
 */
export async function wardTree(
  { size, values }: Similarities,
  yielder: CooperativeYield,
): Promise<readonly Merge[]> {
  // Squared Euclidean distances of vectors of about length 1.
  const distances = values.map((similarity) => 2 - 2 * similarity);
  const sizes = new Float64Array(size).fill(1);
  const merges: Merge[] = [];
  const chain: number[] = [];
  while (merges.length < size - 1) {
    if (chain.length === 0) chain.push(sizes.findIndex((papers) => papers > 0));
    const last = chain.at(-1)!;
    const before = chain.at(-2) ?? -1;
    let nearest = before;
    let least = before < 0 ? Number.POSITIVE_INFINITY : distances[last * size + before]!;
    for (let other = 0; other < size; other++) {
      if (sizes[other] === 0 || other === last) continue;
      const distance = distances[last * size + other]!;
      if (distance < least) {
        least = distance;
        nearest = other;
      }
    }
    if (nearest !== before) chain.push(nearest);
    else {
      chain.length -= 2;
      join(distances, sizes, last, before);
      merges.push({ one: last, other: before, distance: least });
    }
    if (yielder.isDue()) await yielder.yield();
  }
  return merges.sort((one, other) => one.distance - other.distance);
}

/** Merges cluster `other` into cluster `one` (Lance & Williams 1967). */
function join(distances: Float32Array, sizes: Float64Array, one: number, other: number): void {
  const size = sizes.length;
  const ofOne = sizes[one]!;
  const ofOther = sizes[other]!;
  const between = distances[one * size + other]!;
  for (let third = 0; third < size; third++) {
    const ofThird = sizes[third]!;
    if (ofThird === 0 || third === one || third === other) continue;
    const distance =
      ((ofOne + ofThird) * distances[one * size + third]! +
        (ofOther + ofThird) * distances[other * size + third]! -
        ofThird * between) /
      (ofOne + ofOther + ofThird);
    distances[one * size + third] = distance;
    distances[third * size + one] = distance;
  }
  sizes[one] = ofOne + ofOther;
  sizes[other] = 0;
}

/** The cluster of each paper, from 0, after cutting the tree into `count` clusters. */
export function cut(tree: readonly Merge[], size: number, count: number): Uint32Array {
  const parents = Uint32Array.from({ length: size }, (_, paper) => paper);
  const rootOf = (paper: number): number => {
    let at = paper;
    while (parents[at] !== at) at = parents[at]!;
    return at;
  };
  for (const { one, other } of tree.slice(0, size - count)) parents[rootOf(other)] = rootOf(one);
  const numbers = new Map<number, number>();
  return Uint32Array.from({ length: size }, (_, paper) => {
    const root = rootOf(paper);
    if (!numbers.has(root)) numbers.set(root, numbers.size);
    return numbers.get(root)!;
  });
}
