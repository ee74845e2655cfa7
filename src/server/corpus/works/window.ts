import { gte, or, type SQL, sql } from 'drizzle-orm';
import { papers } from '#platform/db/schema.ts';
import { searchedDays } from '#shared/topics/trends.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import type { CorpusApp } from '../app.ts';

/** Works inside the search window, which the index contains and enrichment looks up. */
export function inWindow(now: Date, days = searchedDays): SQL | undefined {
  const from = timeBefore(now, days * dayMs);
  return or(gte(papers.availableOn, from.toISOString().slice(0, 10)), gte(papers.firstSeenAt, from));
}

/**
 * Corrects works that a wrong clock dated later than `limit`. Otherwise they and their events would be new in every digest
 * until then. Returns how many rows were corrected.
 */
export async function repairWorksClock(
  { db, now }: Pick<CorpusApp, 'db' | 'now'>,
  limit: Date,
): Promise<number> {
  const [at, late] = [now(), limit].map((moment) => sql`${moment.toISOString()}::timestamptz`) as [SQL, SQL];
  const works = await db.execute(sql`
    update papers set first_seen_at = least(first_seen_at, ${at}), changed_at = least(changed_at, ${at})
    where first_seen_at > ${late} or changed_at > ${late} returning 1`);
  const events = await db.execute(sql`update paper_events set at = ${at} where at > ${late} returning 1`);
  return works.rows.length + events.rows.length;
}

/**
 * The new `changed_at` of a row of `papers`, always later than the old value, even in the same millisecond. The index and
 * other copies compare this value, and would otherwise miss a second change.
 * @param row the row's alias in the statement
 */
export const changedAt = (at: Date, row = 'papers'): SQL<Date> =>
  sql`greatest(${at.toISOString()}::timestamptz, ${sql.identifier(row)}.changed_at + interval '1 millisecond')`;
