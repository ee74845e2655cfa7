import type { IndexPaper, RemoteIndex } from '#engine/core/types.ts';
import { buildIndex } from '#engine/searchIndex.ts';
import type { LiveIndex } from '#search/liveIndex.ts';

/** The search engine with these papers, in the test's own thread. The first query builds it. */
export function inlineIndex(papers: readonly IndexPaper[] = []): LiveIndex {
  let opened: Promise<RemoteIndex> | undefined;
  const open = async (): Promise<RemoteIndex> => {
    const index = await buildIndex(papers);
    return {
      size: index.size,
      rank: async (...given) => index.rank(...given),
      shortlist: async (...given) => index.shortlist(...given),
      closeMatches: async (...given) => index.closeMatches(...given),
      clusters: async (seeds) => index.clusters(seeds),
      lessons: async (topic) => index.lessons(topic),
      understand: async (...given) => index.understand(...given),
    };
  };
  return {
    current() {
      opened ??= open();
      return opened;
    },
    close: async () => {},
  };
}

/** A paper of the index; fields not given are empty. */
export const indexPaper = (given: Pick<IndexPaper, 'id' | 'title'> & Partial<IndexPaper>): IndexPaper => ({
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
