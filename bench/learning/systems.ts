import type { Topic } from '#search/core/types.ts';
import { explore } from '#search/engine/closeMatches.ts';
import { type FeedbackMethod, lessonsOf } from '#search/engine/feedback.ts';
import { scoredForCalibration } from '#search/engine/judge.ts';
import { buildIndex } from '#search/engine/searchIndex.ts';
import { newBuffers, type SearchBuffers } from '#search/score/evidence.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import type { JudgedQuery } from '../data/collections.ts';
import { asPaper, plainTopic } from '../relevance/relevance.ts';
import { plainBm25 } from '../rivals/plainBm25.ts';
import { rocchio } from '../rivals/rocchio.ts';
import type { JudgedCollection } from './judging.ts';
import { tfIdfVectors, trainSvm } from './svm.ts';

/** The reader's judgments so far, in order, by the paper's number in its collection. */
export type Judgments = ReadonlyMap<number, boolean>;

export interface System {
  name: string;
  /** Numbers of papers, best first: at most `count`, none of those in `except`. */
  order: Order;
  /** The papers to judge next, if they differ from the order. */
  shown?: Order;
}

type Order = (query: JudgedQuery, judged: Judgments, except: ReadonlySet<number>, count: number) => number[];

/** The systems to compare, over one collection; created one after the other, because each takes a while. */
export async function* systemsFor(
  collection: JudgedCollection,
  names: readonly string[] = ['ours', 'exploring', 'today', 'bm25', 'svm'],
): AsyncGenerator<System> {
  const { reader } = await buildIndex(collection.papers.map(asPaper));
  const product = (name: string, feedback?: FeedbackMethod) =>
    productSystem(collection, newBuffers(reader), { name, feedback });
  const words = wordRanking(collection);
  const made: Record<string, () => System> = {
    ours: () => product('ours'),
    exploring: () => exploringSystem(collection, newBuffers(reader)),
    today: () => product('today', rocchio),
    bm25: () => words,
    svm: () => svmSystem(collection, words),
  };
  for (const name of names) yield made[name]!();
}

/** The product, with its order before diversification, so that a long list stays comparable. */
function productSystem(
  collection: JudgedCollection,
  buffers: SearchBuffers,
  { name, feedback }: { name: string; feedback?: FeedbackMethod },
): System {
  return {
    name,
    order(query, judged, except, count) {
      const candidates = { sources: new Set(sourceNames), except };
      const topic = taughtTopic(collection, query, judged);
      return scoredForCalibration(buffers, topic, candidates, { limit: count, feedback }).map(({ id }) => id);
    },
  };
}

function taughtTopic(
  { papers, saved }: JudgedCollection,
  query: JudgedQuery,
  judged: Judgments,
  explored: ReadonlySet<number> = new Set(),
): Topic {
  const said = (verdict: boolean) =>
    [...judged]
      .flatMap(([id, one]) => {
        const { title, text } = papers[id]!;
        return one === verdict ? [{ id, title, abstract: text, isExploratory: explored.has(id) }] : [];
      })
      .reverse();
  return {
    ...(saved ? { ...plainTopic(''), text: query.text } : plainTopic(query.text)),
    liked: said(true),
    disliked: said(false),
  };
}

/** One of the papers to judge is exploratory only if there are at least this many. */
const leastShown = 2;

/** The product, with an exploratory paper as the last of the papers to judge next. */
function exploringSystem(collection: JudgedCollection, buffers: SearchBuffers): System {
  const explored = new WeakMap<Judgments, Set<number>>();
  const order: Order = (query, judged, except, count) => {
    const topic = taughtTopic(collection, query, judged, explored.get(judged));
    const candidates = { sources: new Set(sourceNames), except };
    return scoredForCalibration(buffers, topic, candidates, { limit: count }).map(({ id }) => id);
  };
  return {
    name: 'exploring',
    order,
    shown(query, judged, except, count) {
      const papers = order(query, judged, except, count);
      if (count < leastShown) return papers;
      const topic = taughtTopic(collection, query, judged, explored.get(judged));
      const candidates = { sources: new Set(sourceNames), except };
      const found = explore(buffers, topic, candidates, { shown: papers, floor: leastRelevance });
      if (!found) return papers;
      explored.set(judged, (explored.get(judged) ?? new Set()).add(found.id));
      return [...papers.slice(0, count - 1), found.id];
    },
  };
}

/** As in digests. */
const leastRelevance = 0.03;

/** Numbers of judgments for which learning is timed; the last is the most that a topic keeps. */
const timedWith = [3, 20, 200];
const rounds = 5;

/** Milliseconds from a click to the model, by number of judgments; a third are likes. The best of several rounds. */
export async function learningTimes({ papers, queries }: JudgedCollection): Promise<Map<number, number>> {
  const buffers = newBuffers((await buildIndex(papers.map(asPaper))).reader);
  const textOf = (id: number) => ({ id, title: papers[id]!.title, abstract: papers[id]!.text });
  const timed = timedWith.map((count): [number, number] => {
    const judged = Array.from({ length: Math.min(count, papers.length) }, (_, id) => textOf(id));
    const times = Array.from({ length: rounds }, (_, round) => {
      // A different paper each time, because a learned model is cached.
      const said = [...judged.slice(1), textOf(papers.length - 1 - round)];
      const topic: Topic = {
        ...plainTopic(queries[0]!.text),
        liked: said.filter((_, at) => at % 3 === 0),
        disliked: said.filter((_, at) => at % 3 > 0),
      };
      const startedAt = performance.now();
      lessonsOf(buffers, topic);
      return performance.now() - startedAt;
    });
    return [count, Math.min(...times)];
  });
  return new Map(timed);
}

/** Plain BM25, which learns nothing. */
function wordRanking(collection: JudgedCollection): System {
  const numbers = new Map(collection.papers.map(({ id }, i) => [id, i]));
  const bm25 = plainBm25(collection);
  const kept = new Map<JudgedQuery, number[]>();
  const all = (query: JudgedQuery) => {
    const known = kept.get(query) ?? bm25(query.text).map((id) => numbers.get(id)!);
    kept.set(query, known);
    return known;
  };
  return {
    name: 'bm25',
    order: (query, _, except, count) =>
      all(query)
        .filter((paper) => !except.has(paper))
        .slice(0, count),
  };
}

/** The support vector machine on judged papers; BM25 until a paper of each kind is judged. */
function svmSystem({ papers }: JudgedCollection, words: System): System {
  const vectors = tfIdfVectors(papers.map(({ title, text }) => `${title} ${text}`));
  return {
    name: 'svm',
    order(query, judged, except, count) {
      const decide = trainSvm(
        [...judged.keys()].map((paper) => vectors[paper]!),
        [...judged.values()],
      );
      if (!decide) return words.order(query, judged, except, count);
      return vectors
        .flatMap((vector, paper) => (except.has(paper) ? [] : [{ paper, sum: decide(vector) }]))
        .sort((one, other) => other.sum - one.sum || one.paper - other.paper)
        .slice(0, count)
        .map(({ paper }) => paper);
    },
  };
}
