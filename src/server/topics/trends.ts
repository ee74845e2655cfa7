import { and, eq, min } from 'drizzle-orm';
import { preferencesOf } from '#accounts/preferences.ts';
import type { CloseMatch } from '#engine/core/types.ts';
import type { App } from '#kit/feature.ts';
import { deliveredPapers, papers, readerPapers } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import type { Filters } from '#shared/topics/searchTerm.ts';
import { type Trends, weeksShown } from '#shared/topics/trends.ts';
import { pick } from '#shared/values/pick.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import { relevanceFeedbackFor } from './feedback/judgements.ts';
import { filtersInForce, moreSourcesOf, scopeOfFilters, type TopicRow, topicOf } from './topic/topic.ts';

/** Maximum number of close matches counted, because nobody reads fifty papers a week. */
const matchesAtMost = 600;
/** Before its third week the library holds no weeks that could be compared. */
const leastDays = 14;

/**
 * Close matches of each of a topic's last twelve weeks under its filters, and how many papers were sent and kept. No weeks
 * before the library's third.
 * @throws AppError `not_found`.
 */
export async function topicTrends(app: App, reader: Reader, id: string): Promise<Trends> {
  const { db, now } = app;
  const topic = await topicOf(app, reader.id, id);
  const delivered = await db
    .select(pick(papers, 'id availableOn'))
    .from(deliveredPapers)
    .innerJoin(papers, eq(papers.id, deliveredPapers.paperId))
    .where(eq(deliveredPapers.searchTermId, topic.id));
  const sent = delivered.map(({ id, availableOn }) => ({ id, day: Date.parse(availableOn) / dayMs }));
  const [library] = await db.select({ since: min(papers.firstSeenAt) }).from(papers);
  const isYoung = !library?.since || library.since > timeBefore(now(), leastDays * dayMs);
  const weeks = isYoung || topic.kind ? [] : weeksUntil(Math.floor(now().getTime() / dayMs));
  const isKept = and(eq(readerPapers.searchTermId, topic.id), eq(readerPapers.state, 'kept'));
  const close = await closeMatchesOf(app, { reader, topic, weeks });
  return {
    weeks: weeks.map(({ from, to }) => {
      const ids = (of: { id: number; day: number }[]) =>
        of.flatMap(({ id, day }) => (day >= from && day <= to ? [id] : []));
      // What was sent counts as close, though the topic may have been changed since.
      const [came, given] = [new Set([...ids(close), ...ids(sent)]), ids(sent)];
      return { from: isoDay(from), to: isoDay(to), close: came.size, sent: given.length };
    }),
    sentInAll: sent.length,
    keptInAll: await db.$count(readerPapers, isKept),
  };
}

/**
 * How many close matches filters would have kept, of all without filters, in the last week and in the last four.
 * @throws AppError `not_found`.
 */
export async function keptUnder(app: App, reader: Reader, id: string, filters: Filters) {
  const topic = await topicOf(app, reader.id, id);
  const weeks = weeksUntil(Math.floor(app.now().getTime() / dayMs)).slice(-4);
  const closeUnder = (filters: Filters | null) =>
    closeMatchesOf(app, { reader, topic: { ...topic, filters }, weeks });
  const [kept, of] = [await closeUnder(filters), await closeUnder(null)];
  const since = ({ from }: Week) => {
    const count = (papers: CloseMatch[]) => papers.filter(({ day }) => day >= from).length;
    return { kept: count(kept), of: count(of) };
  };
  return { week: since(weeks.at(-1)!), fourWeeks: since(weeks[0]!) };
}

/**
 * The papers of these weeks that the topic's digests could have included, best first, including those sent. Ranks like a
 * digest, but without a configured embeddings server.
 */
async function closeMatchesOf(
  app: App,
  { reader, topic, weeks }: { reader: Reader; topic: TopicRow; weeks: Week[] },
): Promise<CloseMatch[]> {
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (!first || !last) return [];
  const preferences = await preferencesOf(app, reader.id);
  const filters = filtersInForce(reader, topic);
  const { candidates, floor } = scopeOfFilters(preferences, filters, moreSourcesOf(app, topic));
  const feedback = await relevanceFeedbackFor(app, topic.id);
  const index = await app.index.current();
  return index.closeMatches(
    { text: topic.term, expansion: topic.expansion, ...feedback, vector: null },
    { ...candidates, availableFrom: isoDay(first.from), availableUntil: isoDay(last.to) },
    { limit: matchesAtMost, floor },
  );
}

/** The first and the last day of a week, in days since 1970. */
type Week = { from: number; to: number };

/** A day since 1970 as an ISO day. */
const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** The weeks up to a day, oldest first. */
const weeksUntil = (last: number): Week[] =>
  Array.from({ length: weeksShown }, (_, i) => {
    const to = last - 7 * (weeksShown - 1 - i);
    return { from: to - 6, to };
  });
