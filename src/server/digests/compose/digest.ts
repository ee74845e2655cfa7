import { randomUUID } from 'node:crypto';
import { citationLinks } from '#citations/link.ts';
import { type LibraryPaper, papersById } from '#corpus/works/papers.ts';
import { mailSite } from '#mail/layout/sender.ts';
import { whenQuiet } from '#platform/sendPriority.ts';
import type { Ranked } from '#search/types.ts';
import type { Coverage, SummarySentence } from '#shared/digests/digest.ts';
import type { Paper } from '#shared/papers/paper.ts';
import { dayMs } from '#shared/time.ts';
import { feedbackLink } from '#topics/feedback/link.ts';
import { deliveryPlan } from '#topics/topic/schedule.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import { unsubscribeLink } from '#topics/unsubscribe.ts';
import type { DigestsApp } from '../app.ts';
import { keepFresh } from '../delivery/fresh.ts';
import { renderDigest } from '../render/render.ts';
import type { Composed, ReaderRow } from '../store/finish.ts';
import { isHostile, summarise } from '../summary/summarise.ts';
import { summaryText } from '../summary/text/summary.ts';
import type { LaterState } from './laterStates.ts';

export interface Composition {
  term: TopicRow;
  reader: ReaderRow;
  papers: Ranked[];
  coverage: Coverage[];
  days: number;
  digestType: 'immediate' | 'weekly' | 'daily';
  periodStart: Date;
  periodEnd: Date;
  /** The filters of the term that were at work, as a sentence; null for none. */
  filtered: string | null;
  /** Works the reader has had, in a later state; they stand behind the new ones. */
  laterStates?: LaterState[];
}

/**
 * The digest as a row: papers, summary and the mail in both renderings, ready to be sent.
 * Null when no paper was close enough: nothing is padded in.
 */
export async function composeDigest(
  app: DigestsApp,
  {
    term,
    reader,
    papers: ranked,
    coverage,
    days,
    digestType,
    periodStart,
    periodEnd,
    filtered,
    laterStates = [],
  }: Composition,
): Promise<Composed | null> {
  if (!ranked.length) return null;
  const works = new Map(
    (
      await papersById(
        app,
        ranked.map(({ id }) => id),
      )
    ).map((work) => [work.id, work]),
  );
  const shown = ranked.filter(({ id }) => works.has(id));
  if (!shown.length) return null;
  await whenQuiet();
  const summary = await summarise(app, {
    papers: shown.map(({ id }, at) => ({
      n: at + 1,
      title: works.get(id)!.title,
      abstract: works.get(id)!.abstract,
    })),
    topic: term.term,
    userId: reader.user.id,
  });
  const fresh = shown.map((one, at) =>
    digestPaper(
      works.get(one.id)!,
      one,
      summary.takeaways.get(at + 1) ?? null,
      digestType === 'immediate' ? null : periodStart,
    ),
  );
  const papers = [...fresh, ...laterStates.map(laterPaper)];
  const receipts = coverage.map((receipt) => ({
    ...receipt,
    papers: fresh.filter(({ source }) => source === receipt.source).length,
  }));
  const id = randomUUID();
  const { baseUrl } = app.config;
  await whenQuiet();
  const { subject, html, text } = await renderDigest({
    digestId: id,
    term: term.term,
    digestType,
    cadence: deliveryPlan(reader.user, reader.preferences, term).schedule?.cadence ?? 'weekly',
    filtered,
    papers,
    summary: summary.overview,
    writtenBy: summary.overview.length ? summary.writtenBy : null,
    coverage: receipts,
    windowDays: days,
    periodStart,
    periodEnd,
    site: mailSite(app.config, reader.user.subscriptionTier),
    links: {
      digest: `${baseUrl}/digests/${id}`,
      unsubscribe: unsubscribeLink(app, reader.user.id, term.id),
      manage: `${baseUrl}/dashboard`,
      references: citationLinks(app, id),
      feedback: papers.map((paper) => feedbackLink(app, { termId: term.id, paperId: Number(paper.id) })),
    },
    now: periodEnd,
    timeZone: reader.preferences.timeZone,
  });
  keepFresh(app.db, id, { html, text });
  return {
    paperIds: shown.map((one) => one.id),
    row: {
      id,
      userId: reader.user.id,
      searchTermId: term.id,
      digestType,
      papersData: papers,
      searchTerm: term.term,
      subject,
      content: html,
      contentText: text,
      aiSummary: summaryText(summary.overview),
      summary: summary.overview,
      writtenBy: summary.overview.length ? summary.writtenBy : null,
      coverage: receipts,
      windowDays: days,
      filtered,
      periodStart,
      periodEnd,
      createdAt: periodEnd,
    },
  };
}

/** `since` is the start of the period a weekly digest answers for; null for a first one. */
function digestPaper(
  work: LibraryPaper,
  ranked: Pick<Paper, 'parts' | 'why'> & { score: number },
  takeaway: SummarySentence | null,
  since: Date | null,
): Paper {
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
    alsoAt: work.alsoAt,
    note: since && isLate(work.availableOn, since) ? 'late' : 'new',
    takeaway: takeaway?.text ?? null,
    takeawayQuote: takeaway?.quote ?? null,
    ...(isHostile(work) ? { addressesModel: true } : {}),
  };
}

/** As it is now, with the relevance it had when it was new. */
const laterPaper = ({ work, before, note }: LaterState): Paper => {
  const { relevanceScore: score, parts, why } = before;
  return { ...digestPaper(work, { score, parts, why }, null, null), note };
};

/** Available at its source more than two days before the period began: it reached the library late. */
const isLate = (availableOn: string, since: Date): boolean =>
  Date.parse(availableOn) < since.getTime() - 2 * dayMs;
