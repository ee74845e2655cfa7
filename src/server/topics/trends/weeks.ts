import type { Reader } from '#platform/http/route.ts';
import { type TopicWeeks, weeksShown } from '#shared/topics/trends.ts';
import { dayMs } from '#shared/values/time.ts';
import type { TopicsApp } from '../app.ts';
import { filtersInForce } from '../topic/scope.ts';
import { topicsOf } from '../topic/topic.ts';
import { closeMatchesOf, preferencesOf, today } from './closeMatches.ts';

/**
 * Close matches a week of each of the reader's topics, as `topicTrends` counts them. One topic is searched after the
 * other, so that a reader with many leaves the index's threads to others.
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
    const close = await closeMatchesOf(app, { topic, preferences, filters, days: weeksShown * 7 });
    counted.push({
      id: topic.id,
      weeks: weeks.map(({ from, to }) => ({
        from: isoDay(from),
        to: isoDay(to),
        close: close.filter(({ day }) => day >= from && day <= to).length,
      })),
    });
  }
  return counted;
}

/** A day since 1970 as an ISO day. */
export const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** The weeks that end on a day (since 1970), oldest first. */
export function weeksUntil(last: number): { from: number; to: number }[] {
  return Array.from({ length: weeksShown }, (_, i) => {
    const to = last - 7 * (weeksShown - 1 - i);
    return { from: to - 6, to };
  });
}
