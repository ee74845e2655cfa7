import { hash } from 'node:crypto';
import { preferencesOf } from '#accounts/preferences.ts';
import type { Reader } from '#platform/http/route.ts';
import { RecentlyUsed } from '#search/core/recentlyUsed.ts';
import type { RemoteIndex } from '#search/core/types.ts';
import { type TopicWeeks, weeksShown } from '#shared/topics/trends.ts';
import { dayMs } from '#shared/values/time.ts';
import type { TopicsApp } from '../app.ts';
import { filtersInForce } from '../topic/scope.ts';
import { topicsOf } from '../topic/topic.ts';
import { questionFor, today } from './closeMatches.ts';

type Question = Parameters<RemoteIndex['closeMatches']>;
/** Close matches of each week, oldest first; null until they are counted. */
interface Counts {
  counting: Promise<number[]> | null;
}

/** Counts of the most recently requested topics, by query. A changed index has its own cache. */
const countsByIndex = new WeakMap<RemoteIndex, RecentlyUsed<Counts>>();
const topicsKept = 5000;

/**
 * Close matches per week of each of the reader's topics, counted as in `topicTrends`. Searches one topic at a time, so that
 * a reader with many topics leaves threads to others. Caches the result until the topic, its feedback, the index or the day
 * changes, because every visit to the dashboard asks for it.
 */
export async function weeksOfTopics(
  app: Pick<TopicsApp, 'db' | 'index' | 'now' | 'config'>,
  reader: Reader,
): Promise<TopicWeeks[]> {
  const topics = await topicsOf(app, reader.id);
  if (!topics.length) return [];
  const preferences = await preferencesOf(app, reader.id);
  const weeks = weeksUntil(today(app));
  const counted: TopicWeeks[] = [];
  for (const topic of topics) {
    const filters = filtersInForce(reader, topic);
    const question = await questionFor(app, { topic, preferences, filters, days: weeksShown * 7 });
    const counts = await countsOf(await app.index.current(), question, weeks);
    counted.push({
      id: topic.id,
      weeks: weeks.map(({ from, to }, at) => ({ from: isoDay(from), to: isoDay(to), close: counts[at]! })),
    });
  }
  return counted;
}

/** Close matches of each of these weeks. Concurrent calls share one count; a failure is not cached. */
function countsOf(index: RemoteIndex, question: Question, weeks: Week[]): Promise<number[]> {
  const kept = countsByIndex.get(index) ?? new RecentlyUsed<Counts>(topicsKept, () => 1);
  countsByIndex.set(index, kept);
  const counts = kept.get(keyOf(question), (): Counts => ({ counting: null }));
  counts.counting ??= index.closeMatches(...question).then(
    (close) => weeks.map(({ from, to }) => close.filter(({ day }) => day >= from && day <= to).length),
    (error: unknown) => {
      counts.counting = null;
      throw error;
    },
  );
  return counts.counting;
}

/** A hash, because a query contains the abstracts of judged papers. */
const keyOf = (question: Question): string =>
  hash(
    'sha256',
    JSON.stringify(question, (_, value: unknown) => (value instanceof Set ? [...value] : value)),
  );

/** A day since 1970 as an ISO day. */
export const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** The number of days in a range of days since 1970, both ends included. */
interface Week {
  from: number;
  to: number;
}

/** The weeks that end on a day (since 1970), oldest first. */
export function weeksUntil(last: number): Week[] {
  return Array.from({ length: weeksShown }, (_, i) => {
    const to = last - 7 * (weeksShown - 1 - i);
    return { from: to - 6, to };
  });
}
