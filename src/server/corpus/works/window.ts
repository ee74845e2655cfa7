import { gte, or, type SQL, sql } from 'drizzle-orm';
import { papers } from '#platform/db/schema.ts';
import { searchedDays } from '#shared/topics/trends.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';

/** Works inside the search window, which the index contains and enrichment looks up. */
export function inWindow(now: Date, days = searchedDays): SQL | undefined {
  const from = timeBefore(now, days * dayMs);
  return or(gte(papers.availableOn, from.toISOString().slice(0, 10)), gte(papers.firstSeenAt, from));
}

/**
 * The new `changed_at` of a row of `papers`, always later than the old value, even in the same millisecond. The index and
 * other copies compare this value, and would otherwise miss a second change.
 * @param row the row's alias in the statement
 */
export const changedAt = (at: Date, row = 'papers'): SQL<Date> =>
  sql`greatest(${at.toISOString()}::timestamptz, ${sql.identifier(row)}.changed_at + interval '1 millisecond')`;
