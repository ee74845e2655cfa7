import { gte, or, type SQL } from 'drizzle-orm';
import { papers } from '#platform/db/schema.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';

/** Days back from today that a work's availability or its arrival in the corpus must fall into to be searched. */
const windowDays = 366;

/** Works inside the search window: those that an index holds, and that are worth enriching. */
export function inWindow(now: Date, days = windowDays): SQL | undefined {
  const from = timeBefore(now, days * dayMs);
  return or(gte(papers.availableOn, from.toISOString().slice(0, 10)), gte(papers.firstSeenAt, from));
}
