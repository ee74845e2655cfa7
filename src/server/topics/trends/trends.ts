import { and, eq } from 'drizzle-orm';
import { preferencesOf } from '#accounts/preferences.ts';
import { deliveredPapers, readerPapers } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import type { CloseMatch } from '#search/core/types.ts';
import { searchedDays, type Trends } from '#shared/topics/trends.ts';
import type { TopicsApp } from '../app.ts';
import { filtersInForce } from '../topic/scope.ts';
import { topicOf } from '../topic/topic.ts';
import { closeMatchesOf, matchesAtMost, today } from './closeMatches.ts';
import { risingPhrases } from './rising.ts';
import { isoDay, weeksUntil } from './weeks.ts';

/** Relevance in steps of this share. */
const step = 0.05;

/**
 * Statistics of a topic under its filters for the twelve weeks up to today, or up to `until`, an ISO day. Leaves out weeks
 * that are no longer in the index.
 * @throws AppError `not_found`.
 */
export async function topicTrends(
  { now, ...others }: Pick<TopicsApp, 'db' | 'index' | 'now' | 'config'>,
  reader: Reader,
  id: string,
  until?: string,
): Promise<Trends> {
  const at = until ? new Date(Math.min(now().getTime(), Date.parse(until))) : now();
  const app = { ...others, now: () => at };
  const topic = await topicOf(app, reader.id, id);
  const delivered = await app.db
    .select({ paperId: deliveredPapers.paperId })
    .from(deliveredPapers)
    .where(eq(deliveredPapers.searchTermId, topic.id));
  const sent = new Set(delivered.map(({ paperId }) => paperId));
  const preferences = await preferencesOf(app, reader.id);
  const filters = filtersInForce(reader, topic);
  const last = today(app);
  const weeks = weeksUntil(last).filter(({ from }) => from >= today({ now }) - searchedDays);
  const close = weeks.length
    ? await closeMatchesOf(app, { topic, preferences, filters, days: weeks.length * 7 })
    : [];
  return {
    weeks: weeks.map(({ from, to }) => ({
      from: isoDay(from),
      to: isoDay(to),
      ...counted(
        close.filter(({ day }) => day >= from && day <= to),
        sent,
      ),
    })),
    sources: bySource(close),
    bins: binsOf(
      close.filter(({ day }) => day > last - 28),
      sent,
    ),
    isLeast: close.length >= matchesAtMost,
    sentInAll: sent.size,
    keptInAll: await app.db.$count(
      readerPapers,
      and(eq(readerPapers.searchTermId, topic.id), eq(readerPapers.state, 'kept')),
    ),
    rising: await risingPhrases(app, topic, close),
  };
}

const counted = (papers: readonly CloseMatch[], sent: ReadonlySet<number>) => ({
  close: papers.length,
  sent: papers.filter(({ id }) => sent.has(id)).length,
});

function bySource(papers: readonly CloseMatch[]): Trends['sources'] {
  const counts = new Map<CloseMatch['source'], number>();
  for (const { source } of papers) counts.set(source, (counts.get(source) ?? 0) + 1);
  return [...counts]
    .map(([source, papers]) => ({ source, papers }))
    .sort((one, other) => other.papers - one.papers);
}

/** From the first step that has papers to the last. */
function binsOf(papers: readonly CloseMatch[], sent: ReadonlySet<number>): Trends['bins'] {
  const stepOf = ({ score }: CloseMatch) => Math.min(19, Math.floor(score / step + 1e-9));
  const steps = papers.map(stepOf);
  if (steps.length === 0) return [];
  const first = Math.min(...steps);
  return Array.from({ length: Math.max(...steps) - first + 1 }, (_, i) => ({
    from: Math.round((first + i) * step * 100) / 100,
    ...counted(
      papers.filter((paper) => stepOf(paper) === first + i),
      sent,
    ),
  }));
}
