import { collectionsIn } from '../data/collections.ts';
import { judgedFolder } from '../data/folders.ts';
import { mean, meanOf } from './measures.ts';
import { afterLikes, compare, productRanking } from './relevance.ts';

/** Queries of each collection, evenly over all: `npm run bench -- relevance` asks every one. */
const most = 60;
const collections = collectionsIn(judgedFolder).map((collection) => {
  const step = Math.ceil(collection.queries.length / most);
  return { ...collection, queries: collection.queries.filter((_, at) => at % step === 0) };
});

describe.skipIf(collections.length === 0)('ranking of judged collections', () => {
  const gains: number[] = [];
  const likes: number[] = [];

  it.each(collections)('ranks $name no worse than plain BM25', { timeout: 180_000 }, async (collection) => {
    const ask = await productRanking(collection);
    const compared = compare(collection, ask);
    const ours = meanOf(compared.map((one) => one.ours)).ndcg10;
    const bm25 = meanOf(compared.map((one) => one.bm25)).ndcg10;
    expect(ours).toBeGreaterThanOrEqual(bm25);
    gains.push(ours - bm25);
    const { before, after } = afterLikes(collection, ask);
    likes.push(after - before);
  });

  it('gains .025 nDCG@10 on average, and another .05 after three likes', () => {
    expect(mean(gains)).toBeGreaterThanOrEqual(0.025);
    expect(mean(likes)).toBeGreaterThanOrEqual(0.05);
  });
});
