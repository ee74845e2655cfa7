import type { SeedPaper, Topic } from '#search/core/types.ts';
import { buildIndex } from '#search/engine/searchIndex.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import { learnedAtMost, seedsAtMost, severalFrom } from '#shared/topics/proposals.ts';
import { judgedFolder } from '../data/folders.ts';
import { mean, measure } from '../relevance/measures.ts';
import { asPaper, plainTopic } from '../relevance/relevance.ts';
import { type JudgedCollection, judgedCollections } from './judging.ts';
import { randomOf } from './protocol.ts';

/** Useful papers that a query needs to be part of a mixture. */
const leastUseful = 12;
const mixtures = 30;
const mixedAtMost = 6;

/**
 * How well topics that begin with papers work: `seeds [DIR]`. Groups mixtures of two to six queries’ useful papers and compares
 * the groups with the queries (purity, adjusted Rand index). Makes a topic of half of a query’s useful papers, and measures
 * nDCG@10 of the other half beside the query as typed and the topic’s name alone. The time for a thousand papers comes last, with
 * the longest time without a yield to the event loop.
 */
export default async function run(args: string[]): Promise<void> {
  const collections = judgedCollections(args.find((arg) => !arg.startsWith('--')) ?? judgedFolder);
  if (collections.length === 0) {
    console.error('There is no collection (queries.jsonl, qrels.tsv, corpus.jsonl).');
    process.exitCode = 1;
    return;
  }
  for (const collection of collections) {
    const index = await buildIndex(collection.papers.map(asPaper));
    await printMixtures(collection, (papers) => index.clusters(papers), args.includes('--names'));
    await printFollowed(collection, index);
    await printTime(collection, (papers) => index.clusters(papers));
  }
}

type Group = (papers: SeedPaper[]) => Promise<{ name: string; ids: number[] }[]>;

const seedOf = ({ papers }: JudgedCollection, id: number): SeedPaper => ({
  id,
  title: papers[id]!.title,
  abstract: papers[id]!.text,
});

/** The useful papers of each query that has enough, as numbers in the collection. */
function usefulOf(collection: JudgedCollection): { text: string; papers: number[] }[] {
  const numbers = new Map(collection.papers.map(({ id }, at) => [id, at]));
  return collection.queries
    .map(({ text, judged }) => ({
      text,
      papers: [...judged].flatMap(([id, grade]) =>
        collection.useful(grade) && numbers.has(id) ? [numbers.get(id)!] : [],
      ),
    }))
    .filter(({ papers }) => papers.length >= leastUseful);
}

async function printMixtures(collection: JudgedCollection, group: Group, withNames: boolean): Promise<void> {
  const queries = usefulOf(collection);
  const random = randomOf(1);
  const rows: { wanted: number; found: number; purity: number; rand: number; apart: number }[] = [];
  for (let round = 0; round < mixtures && queries.length > 1; round++) {
    const count = 2 + Math.floor(random() * (Math.min(mixedAtMost, queries.length) - 1));
    const drawn = queries
      .map((query) => ({ query, at: random() }))
      .sort((one, other) => one.at - other.at)
      .slice(0, count)
      .map(({ query }) => query);
    const labels = new Map(drawn.flatMap(({ papers }, label) => papers.map((paper) => [paper, label])));
    const seeds = [...labels.keys()].sort((one, other) => one - other).slice(0, seedsAtMost);
    if (seeds.length < severalFrom) continue;
    const found = await group(seeds.map((id) => seedOf(collection, id)));
    if (withNames && round < 5)
      console.log(
        `    ${drawn.map(({ text }) => text.slice(0, 60)).join(' | ')}\n      -> ${found.map(({ name, ids }) => `${name} (${ids.length})`).join(' | ')}`,
      );
    const grouped = found.flatMap(({ ids }, cluster) => ids.map((id) => [labels.get(id)!, cluster] as const));
    rows.push({
      ...{ wanted: count, found: found.length, apart: (seeds.length - grouped.length) / seeds.length },
      purity: purityOf(grouped),
      rand: adjustedRand(grouped),
    });
  }
  const of = (name: keyof (typeof rows)[number]) => mean(rows.map((row) => row[name])).toFixed(2);
  console.log(
    `${collection.name.padEnd(13)}${rows.length} mixtures of ${of('wanted')} queries: ${of('found')} groups, purity ${of('purity')}, adjusted Rand ${of('rand')}, apart ${of('apart')}`,
  );
}

type Pairs = readonly (readonly [label: number, cluster: number])[];

function purityOf(pairs: Pairs): number {
  const byCluster = Map.groupBy(pairs, ([, cluster]) => cluster);
  const right = [...byCluster.values()].map((some) =>
    Math.max(...[...Map.groupBy(some, ([label]) => label).values()].map(({ length }) => length)),
  );
  return right.reduce((sum, count) => sum + count, 0) / Math.max(1, pairs.length);
}

/** Hubert & Arabie 1985: 1 if the groups match the queries, 0 at chance level. */
function adjustedRand(pairs: Pairs): number {
  const two = (count: number) => (count * (count - 1)) / 2;
  const sumOf = (keyOf: (pair: Pairs[number]) => string) =>
    [...Map.groupBy(pairs, keyOf).values()].reduce((sum, { length }) => sum + two(length), 0);
  const both = sumOf(([label, cluster]) => `${label} ${cluster}`);
  const labels = sumOf(([label]) => String(label));
  const clusters = sumOf(([, cluster]) => String(cluster));
  const chance = (labels * clusters) / two(pairs.length);
  const most = (labels + clusters) / 2;
  return most === chance ? 1 : (both - chance) / (most - chance);
}

async function printFollowed(
  collection: JudgedCollection,
  index: Awaited<ReturnType<typeof buildIndex>>,
): Promise<void> {
  const random = randomOf(2);
  const rows: Record<string, number[]> = { typed: [], name: [], seeds: [], typedSeeds: [], shown: [] };
  for (const { text, papers } of usefulOf(collection)) {
    const seeds = papers.filter(() => random() < 0.5);
    const left = papers.filter((paper) => !seeds.includes(paper));
    if (!seeds.length || !left.length) continue;
    const clusters = await index.clusters(
      seeds.slice(0, severalFrom - 1).map((id) => seedOf(collection, id)),
    );
    const name = clusters[0]!.name;
    const judged = new Map(left.map((paper) => [String(paper), 1]));
    const order = (topic: Topic, floor = 0) =>
      index
        .rank(topic, { sources: new Set(sourceNames), except: new Set(seeds) }, { limit: 10, floor })
        .map(({ id }) => String(id));
    const figure = (topic: Topic) => measure(order(topic), { id: '', text, judged, pooled: false }).ndcg10;
    const liked = seeds.slice(0, learnedAtMost).map((id) => seedOf(collection, id));
    const topicOf = (words: string): Topic => ({ ...plainTopic(''), text: words });
    rows.typed!.push(figure(topicOf(text)));
    rows.name!.push(figure(topicOf(name)));
    rows.seeds!.push(figure({ ...topicOf(name), liked }));
    rows.typedSeeds!.push(figure({ ...topicOf(text), liked }));
    rows.shown!.push(order({ ...topicOf(name), liked }, 0.05).length);
  }
  const of = (name: string) => mean(rows[name]!).toFixed(3);
  console.log(
    `             nDCG@10 of the rest, ${rows.typed!.length} queries: as typed ${of('typed')}, by the name ${of('name')}, with its papers ${of('seeds')} (${of('shown')} shown), as typed with papers ${of('typedSeeds')}`,
  );
}

async function printTime(collection: JudgedCollection, group: Group): Promise<void> {
  const seeds = collection.papers.slice(0, seedsAtMost).map((_, id) => seedOf(collection, id));
  let longest = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  const startedAt = performance.now();
  const found = await group(seeds);
  const ms = performance.now() - startedAt;
  clearInterval(watch);
  console.log(
    `             ${seeds.length} papers: ${found.length} groups in ${ms.toFixed(0)} ms, ${longest.toFixed(0)} ms at most without a turn for others`,
  );
}
