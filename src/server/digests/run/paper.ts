import type { Work } from '#corpus/works/works.ts';
import { entryOf } from '#reading/extractive.ts';
import type { Reading } from '#reading/text/summary.ts';
import type { SummarySentence } from '#shared/digests/digest.ts';
import { freeCopy, type Paper } from '#shared/papers/paper.ts';
import { dayMs } from '#shared/values/time.ts';
import type { LaterState } from './laterStates.ts';

interface Shape {
  ranked: Pick<Paper, 'parts' | 'why'> & { score: number };
  reading: Pick<Reading, 'facts' | 'addressesModel'>;
  takeaway: Pick<SummarySentence, 'text' | 'quote'> | null;
  /** Start of the period that a weekly digest covers; null for a first digest. */
  since: Date | null;
}

/** A work as a digest shows it. */
export function digestPaper(work: Work, { ranked, reading, takeaway, since }: Shape): Paper {
  return {
    id: String(work.id),
    title: work.title,
    url: work.url,
    authors: work.authors,
    journal: work.journal,
    abstract: work.abstract,
    source: work.source,
    relevanceScore: ranked.score,
    parts: ranked.parts,
    why: ranked.why,
    doi: work.doi,
    publishedOn: work.availableOn,
    publicationTypes: work.publicationTypes,
    version: work.version,
    kind: work.kind,
    ...(work.notice ? { notice: work.notice } : {}),
    alsoAt: work.alsoAt,
    ...freeCopy(work),
    note: since && isLate(work.availableOn, since) ? 'late' : 'new',
    takeaway: takeaway?.text ?? null,
    takeawayQuote: takeaway?.quote ?? null,
    facts: reading.facts,
    ...(reading.addressesModel ? { addressesModel: true } : {}),
  };
}

/** The work in its present state, with the relevance from when it was new. */
export const laterPaper = ({ work, before, note, changed }: LaterState, reading: Reading): Paper => {
  const { relevanceScore: score, parts, why } = before;
  const takeaway = entryOf({ reading, abstract: work.abstract }) ?? null;
  const paper = digestPaper(work, { ranked: { score, parts, why }, reading, takeaway, since: null });
  return { ...paper, note, ...(changed ? { changed } : {}) };
};

/** Whether a paper reached the corpus late: available at its source more than two days before the period began. */
const isLate = (availableOn: string, since: Date): boolean =>
  Date.parse(availableOn) < since.getTime() - 2 * dayMs;
