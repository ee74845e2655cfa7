import type { CooperativeYield } from '../core/yieldToEventLoop.ts';
import type { Features } from '../index/features.ts';
import { dimensions } from '../latent/fold.ts';

/** Maximum number of clusters. No plan has room for more topics. */
const mostClusters = 12;
/** Minimum average size of a cluster. */
const leastPapers = 8;
const rounds = 20;
/** If the mean silhouette is below this, the papers are one group, because the parts do not hold together. */
const leastSilhouette = 0.02;

/**
 * The cluster of each paper, from 0. Cuts Ward’s tree at each possible number of clusters, improves each cut with
 * spherical k-means, and takes the cut with the best mean silhouette (Rousseeuw 1987). Deterministic.
 */
export async function partition(all: Similarities, yielder: CooperativeYield): Promise<Uint32Array> {
  const tree = await wardTree(all, yielder);
  const most = Math.min(mostClusters, Math.floor(all.size / leastPapers));
  const none = new Uint32Array(all.size);
  let best: { labels: Uint32Array; silhouette: number } = { labels: none, silhouette: leastSilhouette };
  for (let count = 2; count <= most; count++) {
    const labels = await improved(all, cut(tree, all.size, count), count, yielder);
    const silhouette = silhouetteOf(all, labels, count);
    if (silhouette > best.silhouette) best = { labels, silhouette };
    await yielder.yield();
  }
  return best.labels;
}

/** Spherical k-means (Dhillon & Modha 2001), starting with these clusters: each paper moves to the nearest center. */
async function improved(
  all: Similarities,
  start: Uint32Array,
  count: number,
  yielder: CooperativeYield,
): Promise<Uint32Array> {
  let labels = start;
  for (let round = 0; round < rounds; round++) {
    const toCenters = similaritiesToCenters(all, labels, count);
    const next = labels.map((label, paper) => {
      let best = label;
      for (let cluster = 0; cluster < count; cluster++)
        if (toCenters[paper * count + cluster]! > toCenters[paper * count + best]!) best = cluster;
      return best;
    });
    if (next.every((label, paper) => label === labels[paper])) break;
    labels = next;
    if (yielder.isDue()) await yielder.yield();
  }
  return labels;
}

/** The cosine of each paper with each cluster's center, `count` values per paper; -1 for an empty cluster. */
export function similaritiesToCenters(all: Similarities, labels: Uint32Array, count: number): Float64Array {
  const sums = sumsByCluster(all, labels, count);
  // The squared length of a sum of vectors is the sum of their products.
  const squares = new Float64Array(count);
  for (const [paper, label] of labels.entries()) squares[label]! += sums[paper * count + label]!;
  return sums.map((sum, at) => (squares[at % count]! > 0 ? sum / Math.sqrt(squares[at % count]!) : -1));
}

function sumsByCluster({ size, values }: Similarities, labels: Uint32Array, count: number): Float64Array {
  const sums = new Float64Array(size * count);
  for (let paper = 0; paper < size; paper++)
    for (let other = 0; other < size; other++)
      sums[paper * count + labels[other]!]! += values[paper * size + other]!;
  return sums;
}

/** How much nearer papers are to their own cluster than to the next one, on average, -1 to 1. */
function silhouetteOf(all: Similarities, labels: Uint32Array, count: number): number {
  const sums = sumsByCluster(all, labels, count);
  const sizes = new Float64Array(count);
  for (const label of labels) sizes[label]!++;
  let total = 0;
  for (const [paper, label] of labels.entries()) {
    if (sizes[label]! < 2) continue;
    const self = all.values[paper * all.size + paper]!;
    const own = 1 - (sums[paper * count + label]! - self) / (sizes[label]! - 1);
    let next = Number.POSITIVE_INFINITY;
    for (let cluster = 0; cluster < count; cluster++)
      if (cluster !== label && sizes[cluster]! > 0)
        next = Math.min(next, 1 - sums[paper * count + cluster]! / sizes[cluster]!);
    total += (next - own) / Math.max(next, own);
  }
  return total / labels.length;
}

/** Similarity of each pair of papers: a symmetric matrix, row by row, of cosines from -1 to 1. */
export type Similarities = { size: number; values: Float32Array };

/** Share of the latent vectors in a cosine; the rest comes from words. Latent ones know that two words mean the same. */
const latentShare = 0.5;

/** The cosines of all pairs of papers, from their words and latent vectors. */
export async function similaritiesOf(
  papers: readonly Features[],
  yielder: CooperativeYield,
): Promise<Similarities> {
  const size = papers.length;
  const values = new Float32Array(size * size);
  const { rows, terms } = numbered(papers);
  const words = new Float32Array(terms);
  for (let i = 0; i < size; i++) {
    const paper = papers[i]!;
    for (const [at, term] of rows[i]!.entries()) words[term] = paper.words[at]!;
    for (let j = i; j < size; j++) {
      const other = papers[j]!;
      let ofWords = 0;
      const row = rows[j]!;
      for (let at = 0; at < row.length; at++) ofWords += words[row[at]!]! * other.words[at]!;
      let latent = 0;
      for (let axis = 0; axis < dimensions; axis++) latent += paper.latent[axis]! * other.latent[axis]!;
      const similarity = (1 - latentShare) * ofWords + latentShare * latent;
      values[i * size + j] = similarity;
      values[j * size + i] = similarity;
    }
    for (const term of rows[i]!) words[term] = 0;
    if (yielder.isDue()) await yielder.yield();
  }
  return { size, values };
}

/** The terms of each paper, numbered in order of appearance, because a few papers have a small vocabulary. */
function numbered(papers: readonly Features[]): { rows: Uint32Array[]; terms: number } {
  const numbers = new Map<number, number>();
  const rows = papers.map(({ terms }) =>
    terms.map((term) => {
      const known = numbers.get(term) ?? numbers.size;
      numbers.set(term, known);
      return known;
    }),
  );
  return { rows, terms: numbers.size };
}

/** Two clusters that are merged. Each is named by one of its papers. */
type Merge = { one: number; other: number; distance: number };

/** Hierarchical clustering by Ward’s criterion (nearest-neighbor chain, Murtagh 1983), nearest first. Deterministic. */
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
