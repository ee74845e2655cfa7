import type { CooperativeYield } from '../core/yieldToEventLoop.ts';
import type { Similarities } from './similarities.ts';
import { cut, wardTree } from './ward.ts';

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
  let best: { labels: Uint32Array; silhouette: number } = {
    labels: new Uint32Array(all.size),
    silhouette: leastSilhouette,
  };
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
