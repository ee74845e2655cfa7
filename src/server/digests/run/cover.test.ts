import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usualSources } from '#shared/papers/sources.ts';
import { openCorpus, sourceOf, type TestCorpus } from '#test/corpus.ts';
import { coverTopic } from './cover.ts';

const pubmed = sourceOf('pubmed', []);
let shard: TestCorpus;
beforeAll(async () => {
  const corpus = await openCorpus({ pubmed });
  shard = { ...corpus, config: { ...corpus.config, harvestsHere: false } };
}, 60_000);
afterAll(() => shard.close());

describe('coverage of a topic on a shard', () => {
  it('comes from the corpus, without asking a source', async () => {
    const { coverage, translation } = await coverTopic(shard, {
      userId: crypto.randomUUID(),
      query: { phrases: ['moss'] },
      sources: new Set(usualSources),
      window: { from: '2026-08-01', to: '2026-08-20' },
      failedBefore: new Map(),
    });
    expect(pubmed.asked).toEqual([]);
    expect(translation).toBeNull();
    expect(coverage.map(({ sentence }) => sentence)).toContain('PubMed has not been read yet.');
  });
});
