import { writeFileSync } from 'node:fs';
import type { IndexPaper, Ranked, SearchIndex, Topic } from '#engine/core/types.ts';
import { buildIndex, everywhere, indexPaper, topicOf } from '#test/inlineIndex.ts';
import { type Collection, collectionsIn, found, type JudgedQuery } from '../data/collections.ts';
import { optionsIn } from '../data/options.ts';
import { type Measures, mean, meanOf, measure, pairedTest } from './measures.ts';
import { plainBm25 } from './plainBm25.ts';

/**
 * Ranking quality on collections with relevance judgments: `relevance [DIR] [--json PATH]`. Uses the product's ranking,
 * near-duplicate removal included, with a relevance floor of 0 and a limit of 1,000.
 */
export default async function run(args: string[]): Promise<void> {
  const { json, named } = optionsIn(args, 'json');
  const results: Record<string, { ours: Measures; bm25: Measures; likes: Likes }> = {};
  console.log(
    `${'collection'.padEnd(16)}queries |      nDCG@10 ours  bm25   gain     p |  Recall@100 ours  bm25 |  MAP ours  bm25 | after 3 likes`,
  );
  for (const collection of found(collectionsIn, named[0])) {
    const ask = await productRanking(collection);
    const compared = compare(collection, ask);
    const ours = meanOf(compared.map((one) => one.ours));
    const bm25 = meanOf(compared.map((one) => one.bm25));
    const likes = afterLikes(collection, ask);
    results[collection.name] = { ours, bm25, likes };
    const p = pairedTest(
      compared.map((one) => one.ours.ndcg10),
      compared.map((one) => one.bm25.ndcg10),
    );
    const gain = ours.ndcg10 - bm25.ndcg10;
    console.log(
      `${collection.name.padEnd(16)}${String(compared.length).padStart(7)} |             ${f(ours.ndcg10)} ${f(bm25.ndcg10)}  ${sign(gain)} ${p.toFixed(3)} |            ${f(ours.recall100)} ${f(bm25.recall100)} |     ${f(ours.map)} ${f(bm25.map)} | ${f(likes.before)} → ${f(likes.after)} ${sign(likes.after - likes.before)}`,
    );
  }
  const all = Object.values(results);
  console.log(
    `mean gain in nDCG@10 ${sign(mean(all.map(({ ours, bm25 }) => ours.ndcg10 - bm25.ndcg10)))}, after 3 likes ${sign(mean(all.map(({ likes }) => likes.after - likes.before)))} more`,
  );
  if (json) writeFileSync(json, `${JSON.stringify(results, null, 2)}\n`);
}

const f = (figure: number) => figure.toFixed(3);
const sign = (figure: number) => `${figure < 0 ? '-' : '+'}${Math.abs(figure).toFixed(3)}`;

/** Measures every query of a collection, ranked by the product and by plain BM25. */
export function compare(
  collection: Collection,
  ask: Ranking,
): { query: JudgedQuery; ours: Measures; bm25: Measures }[] {
  const plain = plainBm25(collection);
  return collection.queries.map((query) => ({
    query,
    ours: measure(
      ask(query).map(({ paper }) => paper),
      query,
    ),
    bm25: measure(plain(query.text, query.pooled ? new Set(query.judged.keys()) : undefined), query),
  }));
}

export interface Answer extends Ranked {
  paper: string;
}

/** Ranks the papers of a collection for a query; `liked` are ids of its papers. Rankings without likes are cached. */
type Ranking = (query: JudgedQuery, liked?: readonly string[]) => Answer[];

/** The product's ranking over a collection. */
export const productRanking = async (collection: Collection): Promise<Ranking> =>
  rankingBy(await buildIndex(collection.papers.map(asPaper)), collection);

/** The same with a given index of the papers. */
export function rankingBy(index: SearchIndex, collection: Collection): Ranking {
  const numbers = new Map(collection.papers.map(({ id }, i) => [id, i]));
  const likedPaper = (id: string) => {
    const number = numbers.get(id)!;
    return { id: number, title: collection.papers[number]!.title, abstract: collection.papers[number]!.text };
  };
  const rank = (query: JudgedQuery, liked: readonly string[]) =>
    answer(
      index,
      { ...plainTopic(query.text), liked: liked.map(likedPaper) },
      excludedFor(query, numbers),
    ).map((one) => ({ ...one, paper: collection.papers[one.id]!.id }));
  const withoutLikes = new Map<JudgedQuery, Answer[]>();
  return (query, liked = []) => {
    if (liked.length > 0) return rank(query, liked);
    const answers = withoutLikes.get(query) ?? rank(query, []);
    withoutLikes.set(query, answers);
    return answers;
  };
}

const answer = (index: SearchIndex, topic: Topic, except: ReadonlySet<number>) =>
  index.rank(topic, { ...everywhere, except }, { limit: 1000, floor: 0 });

/** A topic from plain text: hyphens and quotes are not search operators. */
export const plainTopic = (text: string): Topic =>
  topicOf(text.replace(/["“”]/g, ' ').replace(/(^|\s)-+/g, '$1'));

/** The papers to exclude for a query: those outside its pool. */
export function excludedFor(
  { pooled, judged }: JudgedQuery,
  numbers: Map<string, number>,
): ReadonlySet<number> {
  if (!pooled) return new Set();
  return new Set([...numbers].filter(([id]) => !judged.has(id)).map(([, number]) => number));
}

export const asPaper = ({ title, text }: { title: string; text: string }, id: number): IndexPaper =>
  indexPaper({ id, title, abstract: text || null, availableOn: '2000-01-01', firstSeenAt: 0 });

type Likes = { before: number; after: number };

/** Mean nDCG@10 before and after a reader likes the three best relevant papers, which are left out (residual collection). */
export function afterLikes(collection: Collection, ask: Ranking): Likes {
  const pairs = collection.queries.flatMap((query) => {
    const first = ask(query).map(({ paper }) => paper);
    const liked = first.filter((paper) => (query.judged.get(paper) ?? 0) > 0).slice(0, 3);
    const relevant = [...query.judged.values()].filter((score) => score > 0).length;
    if (liked.length === 0 || relevant <= liked.length) return [];
    const without = new Set(liked);
    const second = ask(query, liked).map(({ paper }) => paper);
    return [{ before: measure(first, query, without).ndcg10, after: measure(second, query, without).ndcg10 }];
  });
  return { before: mean(pairs.map(({ before }) => before)), after: mean(pairs.map(({ after }) => after)) };
}
