import { and, inArray, lt, notExists, sql } from 'drizzle-orm';
import { deliveredPapers, papers } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { addDays, dayOf } from '#sources/record/days.ts';
import type { CorpusApp } from '../app.ts';
import { lockLibrary } from './rows.ts';

/**
 * The rule: a work leaves the library once it both became available and was first seen more than 400 days ago
 * and was never sent to anybody. A year's first search still finds all it looks back over; what was sent stays
 * as long as the reader's account does.
 */
const keptDays = 400;
const batchSize = 500;

/** Takes old papers out, a batch to a short transaction. Safe at any time; answers how many have left. */
export async function retire(app: Pick<CorpusApp, 'db' | 'now'>): Promise<number> {
  let left = 0;
  for (let batch = batchSize; batch === batchSize; left += batch) batch = await retireBatch(app);
  return left;
}

const retireBatch = (app: Pick<CorpusApp, 'db' | 'now'>): Promise<number> =>
  transaction(app, async ({ db, now }) => {
    await lockLibrary(db);
    const day = addDays(dayOf(now()), -keptDays);
    const unsent = notExists(
      db.select({ one: sql`1` }).from(deliveredPapers).where(sql`${deliveredPapers.paperId} = papers.id`),
    );
    const old = await db
      .select({ id: papers.id })
      .from(papers)
      .where(and(lt(papers.availableOn, day), lt(papers.firstSeenAt, new Date(day)), unsent))
      .orderBy(papers.id)
      .limit(batchSize)
      .for('update');
    if (!old.length) return 0;
    // Asked again under the row locks: a digest may have put one of them into its ledger a moment before.
    const gone = await db
      .delete(papers)
      .where(
        and(
          inArray(
            papers.id,
            old.map(({ id }) => id),
          ),
          unsent,
        ),
      )
      .returning({ id: papers.id });
    return gone.length;
  });
