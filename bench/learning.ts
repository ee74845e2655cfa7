import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Topic } from '#engine/core/types.ts';
import { scoredForCalibration } from '#engine/feedback/judge.ts';
import { newBuffers } from '#engine/score/evidence.ts';
import { Chance } from '#test/features/fuzz/chance.ts';
import { buildIndex, everywhere, topicOf } from '#test/inlineIndex.ts';
import { type Collection, collectionsIn, found, type JudgedQuery } from './data/collections.ts';
import { optionsIn } from './data/options.ts';
import { readTopicSet } from './data/topicSet.ts';
import { mean, measure } from './relevance/measures.ts';
import { plainBm25 } from './relevance/plainBm25.ts';
import { asPaper, plainTopic } from './relevance/relevance.ts';

/** Judgments after which the order is measured. */
const steps = [0, 1, 3, 5, 10, 20] as const;

/** A judged collection whose reader likes the papers that are `useful`, and dislikes the others. */
interface JudgedCollection extends Collection {
  useful(grade: number): boolean;
  /** True for saved topics: operators apply. */
  saved: boolean;
}

/** The reader's judgments so far, by the paper's number in its collection. */
type Judgments = ReadonlyMap<number, boolean>;

/** Numbers of papers, best first: at most `count`, none of those in `except`. */
type Order = (query: JudgedQuery, judged: Judgments, except: ReadonlySet<number>, count: number) => number[];

/**
 * How much feedback helps: `learning [DIR] [--json FILE] [--seeds N] [--only NAME,…]`. nDCG@10 after 0 to 20 judgments, of
 * the product, the product without the judgments, and plain BM25: mean and standard deviation over the seeds. Below it the
 * nDCG@10 of the papers left after those judged are taken out, learned and not.
 */
export default async function run(args: string[]): Promise<void> {
  const { json, named, ...options } = optionsIn(args, 'json', 'seeds', 'only');
  const only = options.only?.split(',');
  const collections = found(judgedCollections, named[0]).filter(({ name }) => only?.includes(name) ?? true);
  const seeds = Number(options.seeds ?? 10);
  const results: Record<string, Record<string, { ndcgAfter: Record<string, number> }>> = {};
  for (const collection of collections) {
    const { name, queries, papers } = collection;
    console.log(`\n${name}: ${queries.length} topics, ${papers.length} papers`);
    printRow(
      '',
      steps.map((count) => `after ${count}`),
    );
    const { ours, bm25 } = await systemsFor(collection);
    const without: Order = (query, _, except, count) => ours(query, new Map(), except, count);
    results[name] = {};
    for (const [system, order] of Object.entries({ ours, without, bm25 })) {
      const figures = afterSeeds(collection, seeds, { shown: ours, order });
      printRow(system, figures.map(spread));
      const ndcgAfter = Object.fromEntries(steps.map((count, i) => [String(count), mean(figures[i]!)]));
      results[name][system] = { ndcgAfter };
    }
    printResidual(collection, ours);
  }
  if (json) writeFileSync(json, `${JSON.stringify(results, null, 1)}\n`);
}

/** The collections in a folder and the saved topics in its `topics` folder, or the folder itself if it is one. */
function judgedCollections(folder: string): JudgedCollection[] {
  const places = [folder, path.join(folder, 'topics')];
  const topics = places.find((one) => existsSync(path.join(one, 'topics.jsonl')));
  const judged = topics === folder ? [] : collectionsIn(folder);
  const plain = { useful: (grade: number) => grade > 0, saved: false };
  return [...judged.map((one) => ({ ...one, ...plain })), ...(topics ? savedTopics(topics) : [])];
}

function savedTopics(folder: string): JudgedCollection[] {
  const set = readTopicSet(folder);
  if (!set) return [];
  const papers = set.papers.map(({ name, title, abstract }) => ({ id: name, title, text: abstract ?? '' }));
  const queries = set.topics.flatMap(({ id, text }) => {
    const judged = new Map(set.grades.get(id) ?? []);
    return [...judged.values()].some((grade) => grade >= 2) ? [{ id, text, judged, pooled: false }] : [];
  });
  return [{ name: 'topics', papers, queries, useful: (grade) => grade >= 2, saved: true }];
}

/** The product, with its order before diversification, so that a long list stays comparable; and BM25, which learns nothing. */
async function systemsFor(collection: JudgedCollection): Promise<{ ours: Order; bm25: Order }> {
  const { papers, saved } = collection;
  const buffers = newBuffers((await buildIndex(papers.map(asPaper))).reader);
  const numbers = new Map(papers.map(({ id }, i) => [id, i]));
  const byWords = plainBm25(collection);
  const judgedAs = (judged: Judgments, verdict: boolean): Topic['liked'] =>
    [...judged]
      .filter(([, one]) => one === verdict)
      .map(([id]) => ({ id, title: papers[id]!.title, abstract: papers[id]!.text }));
  return {
    ours(query, judged, except, limit) {
      const topic: Topic = {
        ...(saved ? topicOf(query.text) : plainTopic(query.text)),
        ...{ liked: judgedAs(judged, true), disliked: judgedAs(judged, false) },
      };
      return scoredForCalibration(buffers, topic, { ...everywhere, except }, { limit }).map(({ id }) => id);
    },
    bm25: (query, _, except, count) =>
      byWords(query.text)
        .map((id) => numbers.get(id)!)
        .filter((paper) => !except.has(paper))
        .slice(0, count),
  };
}

/** For each step, the mean over the topics of each seed. */
function afterSeeds(collection: JudgedCollection, seeds: number, systems: { shown: Order; order: Order }) {
  const rows = Array.from({ length: seeds }, (_, seed) => {
    const chance = new Chance((seed + 1) * 0x9e3779b9);
    const past = new Set(collection.papers.keys().filter(() => chance.next() < 0.5));
    return collection.queries.flatMap((query) => {
      const measured = afterJudgments(collection, query, past, systems);
      return measured ? [measured] : [];
    });
  });
  return steps.map((_, i) => rows.map((row) => mean(row.map((one) => one[i]!))));
}

/**
 * nDCG@10 after each of `steps` judgments. A random half of the papers stands for past digests, where the reader judges what
 * is shown first. Each step measures the order of the other half, so that all steps use the same papers and none of them
 * was judged. Null if the other half has nothing useful.
 */
function afterJudgments(
  collection: JudgedCollection,
  query: JudgedQuery,
  past: ReadonlySet<number>,
  { shown, order }: { shown: Order; order: Order },
): number[] | null {
  const { papers } = collection;
  const outside = outsidePool(collection, query);
  const next = new Set(papers.keys().filter((paper) => !past.has(paper)));
  if (!next.values().some((paper) => isUseful(collection, query, paper))) return null;
  const ids = new Set(next.values().map((paper) => papers[paper]!.id));
  const measured = { ...query, judged: new Map([...query.judged].filter(([id]) => ids.has(id))) };
  const judged = new Map<number, boolean>();
  return steps.map((count) => {
    judgeNext(collection, query, judged, { shown, count, except: new Set([...next, ...outside]) });
    return ndcgOf(collection, measured, order(query, judged, new Set([...past, ...outside]), 10));
  });
}

/**
 * The residual collection (Chang, Cirillo & Razon 1971): the reader judges what is shown first, and what is left is measured
 * after each of `steps`, in the order learned and in the order without judgments.
 */
function printResidual(collection: JudgedCollection, ours: Order): void {
  const rows = collection.queries.map((query) => {
    const outside = outsidePool(collection, query);
    const judged = new Map<number, boolean>();
    return steps.map((count) => {
      judgeNext(collection, query, judged, { shown: ours, count, except: outside });
      const taken = new Set([...judged.keys()].map((paper) => collection.papers[paper]!.id));
      const left = [...query.judged].filter(([id]) => !taken.has(id));
      if (!left.some(([, grade]) => collection.useful(grade))) return null;
      const except = new Set([...outside, ...judged.keys()]);
      const figure = (said: Judgments) =>
        ndcgOf(collection, { ...query, judged: new Map(left) }, ours(query, said, except, 10));
      return { learned: figure(judged), plain: figure(new Map()) };
    });
  });
  const some = steps.map((_, i) => rows.flatMap((row) => row[i] ?? []));
  printRow(
    '  what is left',
    some.map((all) => mean(all.map(({ learned }) => learned)).toFixed(3)),
  );
  printRow(
    '  gain',
    some.map((all) => {
      const gains = all.map(({ learned, plain }) => learned - plain);
      const error = deviationOf(gains) / Math.sqrt(Math.max(1, gains.length));
      const gain = mean(gains);
      return `${gain < 0 ? '-' : '+'}${short(Math.abs(gain))} ±${short(error)}`;
    }),
  );
}

/** The reader judges the papers shown first until there are `count` judgments. */
function judgeNext(
  collection: JudgedCollection,
  query: JudgedQuery,
  judged: Map<number, boolean>,
  { shown, count, except }: { shown: Order; count: number; except: ReadonlySet<number> },
): void {
  if (count <= judged.size) return;
  for (const paper of shown(query, judged, new Set([...except, ...judged.keys()]), count - judged.size))
    judged.set(paper, isUseful(collection, query, paper));
}

const isUseful = ({ papers, useful }: JudgedCollection, { judged }: JudgedQuery, paper: number): boolean =>
  useful(judged.get(papers[paper]!.id) ?? 0);

const ndcgOf = ({ papers }: Collection, query: JudgedQuery, order: readonly number[]): number =>
  measure(
    order.map((paper) => papers[paper]!.id),
    query,
  ).ndcg10;

/** Papers that are not ranked for a query. */
const outsidePool = ({ papers }: Collection, { pooled, judged }: JudgedQuery): Set<number> =>
  new Set(pooled ? papers.keys().filter((paper) => !judged.has(papers[paper]!.id)) : []);

const deviationOf = (figures: readonly number[]): number => {
  const middle = mean(figures);
  return Math.sqrt(mean(figures.map((figure) => (figure - middle) ** 2)));
};
const short = (figure: number): string => figure.toFixed(3).slice(1);
const spread = (figures: readonly number[]): string =>
  `${mean(figures).toFixed(3)} ±${short(deviationOf(figures))}`;

const printRow = (name: string, cells: readonly string[]): void =>
  console.log(`${name.padEnd(14)}${cells.map((cell) => cell.padStart(13)).join('')}`);
