import { and, inArray, lt, sql } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { papers } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { pluck } from '#shared/values/pick.ts';
import { addDays, dayOf } from '#sources/record/days.ts';
import { dropStaleNotices } from '../works/notices.ts';
import { lockCorpus } from '../works/rows.ts';

const batchSize = 500;
/** More than a year, so that a first search over a year still finds everything. */
const keptDays = 400;

/**
 * Deletes old works, one batch per short transaction, and notices whose work never arrived. A work is old if it became
 * available and was first seen more than 400 days ago. A work that was sent to a reader or put on a shelf stays as long as
 * the reader's account. Safe at any time.
 * @returns how many works were deleted
 */
export async function retire(app: Pick<App, 'db' | 'now'>): Promise<number> {
  let deleted = 0;
  for (let batch = batchSize; batch === batchSize; deleted += batch) batch = await retireBatch(app);
  await dropStaleNotices(app.db, app.now());
  return deleted;
}

const retireBatch = (app: Pick<App, 'db' | 'now'>): Promise<number> =>
  transaction(app, async ({ db, now }) => {
    await lockCorpus(db);
    const day = addDays(dayOf(now()), -keptDays);
    const unsent = sql`not exists (select from delivered_papers d where d.paper_id = papers.id)
      and not exists (select from reader_papers r where r.paper_id = papers.id)`;
    const old = await db
      .select({ id: papers.id })
      .from(papers)
      .where(and(lt(papers.availableOn, day), lt(papers.firstSeenAt, new Date(day)), unsent))
      .orderBy(papers.id)
      .limit(batchSize)
      .for('update');
    if (!old.length) return 0;
    // Checked again under the row locks: a digest may just have added one of them to its ledger.
    const forgotten = and(inArray(papers.id, pluck(old, 'id')), unsent);
    const deleted = await db.delete(papers).where(forgotten).returning({ id: papers.id });
    return deleted.length;
  });
