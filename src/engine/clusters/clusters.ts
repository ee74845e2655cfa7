import type { Cluster, SeedPaper } from '../core/types.ts';
import { type CooperativeYield, newYielder } from '../core/yieldToEventLoop.ts';
import { TermWeigher } from '../documents/termWeights.ts';
import { type Features, featuresAt, featuresOfText } from '../index/features.ts';
import { docIdOf, type IndexReader } from '../index/reader.ts';
import { namesOf, type Retrieve } from './naming.ts';
import { partition, similaritiesOf, similaritiesToCenters } from './partition.ts';

/** Minimum size of a cluster. Papers of smaller ones belong to no group. */
const leastSize = 5;

/**
 * Groups of similar papers, the largest first, each with a name from words of its titles and with its papers, the most
 * typical first. Of several groups, papers similar to no others are in none.
 * Deterministic; yields to the event loop. Papers need not be in the index; `retrieve` searches the index with a possible
 * name.
 */
export async function clustersOf(
  reader: IndexReader,
  papers: readonly SeedPaper[],
  { several, retrieve }: { several: boolean; retrieve: Retrieve },
): Promise<Cluster[]> {
  if (papers.length === 0) return [];
  const yielder = newYielder();
  const all = await similaritiesOf(await featuresOfAll(reader, papers, yielder), yielder);
  const labels = several ? await partition(all, yielder) : new Uint32Array(papers.length);
  const count = labels.reduce((most, label) => Math.max(most, label), 0) + 1;
  const toCenters = similaritiesToCenters(all, labels, count);
  const typical = (label: number) => (one: number, other: number) =>
    toCenters[other * count + label]! - toCenters[one * count + label]! || one - other;
  const clusters = [...Map.groupBy(labels.keys(), (paper) => labels[paper]!)]
    .filter(([, some]) => count === 1 || some.length >= leastSize)
    .map(([label, some]) => some.sort(typical(label)))
    .sort((one, other) => other.length - one.length || one[0]! - other[0]!);
  await yielder.yield();
  const names = await namesOf(reader, papers, clusters, { retrieve, yielder });
  return clusters.map((some, at) => ({ name: names[at]!, ids: some.map((paper) => papers[paper]!.id) }));
}

async function featuresOfAll(
  reader: IndexReader,
  papers: readonly SeedPaper[],
  yielder: CooperativeYield,
): Promise<Features[]> {
  const all: Features[] = [];
  const weigher = new TermWeigher();
  for (const paper of papers) {
    const docId = docIdOf(reader, paper.id);
    all.push(docId >= 0 ? featuresAt(reader, docId, weigher) : featuresOfText(reader, paper, weigher));
    if (yielder.isDue()) await yielder.yield();
  }
  return all;
}
