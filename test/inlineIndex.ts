import type { IndexPaper, RemoteIndex, Topic } from '#engine/core/types.ts';
import { readBackground } from '#engine/documents/background.ts';
import { buildIndex as buildWith, type UpdatableIndex } from '#engine/searchIndex.ts';
import { otherNames } from '#engine/understanding/otherNames.ts';
import type { LiveIndex } from '#search/liveIndex.ts';
import { questions } from '#search/workerPool.ts';
import { indexedSources, type SourceName, sourceNames } from '#shared/papers/sources.ts';

const background = readBackground();

/** An index of these papers, opened with the product's sources. */
export const buildIndex = (papers: readonly IndexPaper[]): Promise<UpdatableIndex> =>
  buildWith(papers, { sources: indexedSources, names: otherNames(), background });

/** The search engine with these papers, in the test's own thread. The first query builds it. */
export function inlineIndex(papers: readonly IndexPaper[] = []): LiveIndex {
  let opened: Promise<RemoteIndex> | undefined;
  const open = async (): Promise<RemoteIndex> => {
    const index = await buildIndex(papers);
    const asking = questions.map((name) => [
      name,
      async (...given: never[]) => Reflect.apply(index[name], index, given),
    ]);
    return { size: index.size, ...Object.fromEntries(asking) };
  };
  const current = () => {
    opened ??= open();
    return opened;
  };
  return {
    ...{ current, latest: current },
    close: async () => {},
  };
}

/** A topic of these words, without judgments. */
export const topicOf = (text: string, expansion: Topic['expansion'] = []): Topic => ({
  ...{ text, expansion, liked: [], disliked: [], vector: null },
});

/** The papers of all sources, as candidates. */
export const everywhere = { sources: new Set(sourceNames) };

/** A paper that corpus and index can hold. */
export type CorpusPaper = IndexPaper & { source: SourceName };

/** A paper of the index; fields not given are empty. */
export const indexPaper = (given: Pick<CorpusPaper, 'id' | 'title'> & Partial<CorpusPaper>): CorpusPaper => ({
  source: 'pubmed',
  abstract: null,
  journal: null,
  publicationTypes: [],
  availableOn: '2026-03-01',
  firstSeenAt: given.id,
  impact: null,
  vector: null,
  ...given,
});
