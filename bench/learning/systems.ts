import type { Topic } from '#search/core/types.ts';
import { type FeedbackMethod, lessonsOf } from '#search/engine/feedback.ts';
import { scoredForCalibration } from '#search/engine/rank.ts';
import { buildIndex } from '#search/engine/searchIndex.ts';
import { newBuffers, type SearchBuffers } from '#search/score/evidence.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import type { JudgedQuery } from '../data/collections.ts';
import { asPaper, plainTopic } from '../relevance/relevance.ts';
import { plainBm25 } from '../rivals/plainBm25.ts';
import { rocchio } from '../rivals/rocchio.ts';
import type { JudgedCollection } from './judging.ts';
import { tfIdfVectors, trainSvm } from './svm.ts';

/** What the reader has said so far, in order, by the paper's number in its collection. */
export type Judgments = ReadonlyMap<number, boolean>;

export interface System {
  name: string;
  /** Numbers of papers, best first: at most `count`, none of those in `except`. */
  order(query: JudgedQuery, judged: Judgments, except: ReadonlySet<number>, count: number): number[];
}

/** The systems that are compared, over one collection; made one after the other, because each takes its time. */
export async function* systemsFor(
  collection: JudgedCollection,
  names: readonly string[] = ['ours', 'today', 'bm25', 'svm'],
): AsyncGenerator<System> {
  const { reader } = await buildIndex(collection.papers.map(asPaper));
  const product = (name: string, feedback?: FeedbackMethod) =>
    productSystem(collection, newBuffers(reader), { name, feedback });
  const words = wordRanking(collection);
  const made: Record<string, () => System> = {
    ours: () => product('ours'),
    today: () => product('today', rocchio),
    bm25: () => words,
    svm: () => svmSystem(collection, words),
  };
  for (const name of names) yield made[name]!();
}

/** The product: its order before variety is considered, so that a long list stays comparable. */
function productSystem(
  { papers, saved }: JudgedCollection,
  buffers: SearchBuffers,
  { name, feedback }: { name: string; feedback?: FeedbackMethod },
): System {
  const textOf = (id: number) => ({ id, title: papers[id]!.title, abstract: papers[id]!.text });
  return {
    name,
    order(query, judged, except, count) {
      const said = (verdict: boolean) =>
        [...judged].flatMap(([id, one]) => (one === verdict ? [textOf(id)] : [])).reverse();
      const topic: Topic = {
        ...(saved ? { ...plainTopic(''), text: query.text } : plainTopic(query.text)),
        liked: said(true),
        disliked: said(false),
      };
      const candidates = { sources: new Set(sourceNames), except };
      return scoredForCalibration(buffers, topic, candidates, { limit: count, feedback }).map(({ id }) => id);
    },
  };
}

/** Judgments with which learning is timed; the last is what a topic keeps. */
const timedWith = [3, 20, 200];
const rounds = 5;

/** Milliseconds from a press to the model, by judgments; a third of them likes. The best of several rounds. */
export async function learningTimes({ papers, queries }: JudgedCollection): Promise<Map<number, number>> {
  const buffers = newBuffers((await buildIndex(papers.map(asPaper))).reader);
  const textOf = (id: number) => ({ id, title: papers[id]!.title, abstract: papers[id]!.text });
  const timed = timedWith.map((count): [number, number] => {
    const judged = Array.from({ length: Math.min(count, papers.length) }, (_, id) => textOf(id));
    const times = Array.from({ length: rounds }, (_, round) => {
      // Another paper each time: what was learned once is kept.
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
