import type { Work } from '#corpus/works/works.ts';
import { freeCopy, type PaperInput } from '#shared/papers/paper.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';

/** A reader's paper as the API returns it. */
export type ReaderPaperInput = Omit<ReaderPaper, 'paper'> & { paper: PaperInput };

export interface Page {
  papers: ReaderPaperInput[];
  next: string | null;
}

/** A work as a paper without a digest. It has no relevance, which depends on a topic. */
export const shownOf = (work: Work): PaperInput => ({
  id: String(work.id),
  title: work.title,
  url: work.url,
  authors: work.authors,
  journal: work.journal,
  abstract: work.abstract,
  source: work.source,
  relevanceScore: 0,
  doi: work.doi,
  publishedOn: work.availableOn,
  publicationTypes: work.publicationTypes,
  version: work.version,
  alsoAt: work.alsoAt,
  ...freeCopy(work),
});
