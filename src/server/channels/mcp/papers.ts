import { type Work, worksById } from '#corpus/works/works.ts';
import { containsPromptInjection } from '#digests/summary/summarize.ts';
import { relevanceFloor } from '#search/score/calibrate.ts';
import { AppError } from '#shared/contract/errors.ts';
import { matchInWords } from '#shared/papers/match.ts';
import { freeCopy, type PaperInput } from '#shared/papers/paper.ts';
import { usualSources } from '#shared/papers/sources.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import type { answeredPage } from '#shelf/list.ts';
import type { ChannelsApp } from '../app.ts';

/** Maximum number of authors named, because a language model does not need four hundred. */
const authorsNamed = 6;
/** Maximum characters of an abstract. */
const abstractAtMost = 6000;

/** A paper as a digest listed it, without what only a page needs. */
export const listedPaper = (paper: PaperInput) => ({
  paperId: paper.id,
  title: paper.title,
  authors: authorsOf(paper.authors ?? []),
  journal: paper.journal ?? paper.source,
  publishedOn: paper.publishedOn,
  doi: paper.doi,
  url: paper.url,
  ...freeCopy({ pdfUrl: paper.pdfUrl ?? null, license: paper.license ?? null }),
  ...matchOf(paper),
  why: paper.why,
  takeaway: paper.addressesModel ? null : paper.takeaway,
  facts: paper.facts,
  retracted: paper.retracted ?? false,
});

/** A paper on the reader's shelf, with their note and tags and its later events. */
export const shelvedPaper = (shelved: Awaited<ReturnType<typeof answeredPage>>['papers'][number]) => {
  const { state, term, termId, at, note, tags, later, imported, paper } = shelved;
  return {
    ...listedPaper(paper),
    list: state,
    topic: term,
    topicId: termId,
    at,
    note,
    tags,
    later,
    imported,
  };
};

/** The best papers of the last days for a query, which is understood like a topic, with reasons; at most `limit`. */
export async function searchPapers(
  app: ChannelsApp,
  { query, days, limit }: { query: string; days: number; limit: number },
) {
  const availableFrom = timeBefore(app.now(), days * dayMs)
    .toISOString()
    .slice(0, 10);
  const index = await app.index.current();
  const ranked = await index.rank(
    { text: query, expansion: [], liked: [], disliked: [], vector: null },
    { sources: new Set(usualSources), availableFrom },
    { limit, floor: relevanceFloor },
  );
  const works = await worksById(
    app,
    ranked.map(({ id }) => id),
  );
  const scores = new Map(ranked.map((one) => [one.id, one]));
  return works.flatMap((work) => {
    // Return the current work for one that was merged since it was indexed.
    const found = [work.id, ...work.formerIds].flatMap((id) => scores.get(id) ?? [])[0];
    return found
      ? { ...describe(work), ...matchOf({ relevanceScore: found.score, why: found.why }), why: found.why }
      : [];
  });
}

const describe = (work: Work) => ({
  paperId: String(work.id),
  title: work.title,
  authors: authorsOf(work.authors),
  journal: work.journal ?? work.source,
  publishedOn: work.availableOn,
  doi: work.doi,
  url: work.url,
  ...freeCopy(work),
});

const matchOf = (paper: Pick<PaperInput, 'relevanceScore' | 'why'>) => ({
  match: matchInWords(paper),
  relevance: Math.round(paper.relevanceScore * 100) / 100,
});

/**
 * A paper of the corpus with its abstract, unless that addresses a language model.
 * @throws AppError `not_found` for a paper that is not in the corpus
 */
export async function readPaper(app: ChannelsApp, paperId: string) {
  const [work] = /^\d{1,14}$/.test(paperId) ? await worksById(app, [Number(paperId)]) : [];
  if (!work) throw new AppError('not_found', 'The library has no paper of this id.');
  const withheld = containsPromptInjection(work);
  return {
    ...describe(work),
    publicationTypes: work.publicationTypes,
    alsoAt: work.alsoAt,
    abstract: withheld ? null : (work.abstract?.slice(0, abstractAtMost) ?? null),
    ...(withheld
      ? { note: 'The abstract speaks to language models and is left out. Read it at its source.' }
      : {}),
  };
}

const authorsOf = (authors: string[]): string[] =>
  authors.length > authorsNamed
    ? [...authors.slice(0, authorsNamed), `and ${authors.length - authorsNamed} more`]
    : authors;
