import { and, eq, sql } from 'drizzle-orm';
import { screenedPapers, screenings } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Decision } from '#shared/topics/screening.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import type { ShelfApp } from '../app.ts';
import { currentId } from '../papers/row.ts';
import { screeningOf } from './state.ts';

/**
 * Stores a decision on a paper of a screening; null undoes it. An exclusion may have a reason. Idempotent.
 * @throws AppError `not_found` for a paper that does not belong to the screening
 */
export async function decide(
  { db, now }: Pick<ShelfApp, 'db' | 'now'>,
  topic: TopicRow,
  { paperId, decision, reason }: { paperId: string; decision: Decision | null; reason: string },
): Promise<void> {
  const id = await currentId(db, paperId);
  const changed = await db
    .update(screenedPapers)
    .set({ decision, reason: decision === 'exclude' ? reason : '', decidedAt: decision ? now() : null })
    .where(and(eq(screenedPapers.searchTermId, topic.id), eq(screenedPapers.paperId, id)))
    .returning({ id: screenedPapers.paperId });
  if (!changed.length) throw new AppError('not_found', 'This paper does not belong to the screening.');
}

/**
 * Draws unread papers at random, to be read next. Replaces an unfinished sample; its decisions stay but do not count for
 * the new one.
 * @throws AppError `conflict` if nothing is unread
 */
export const drawSample = (app: Pick<ShelfApp, 'db' | 'now'>, topic: TopicRow, size: number): Promise<void> =>
  transaction(app, async ({ db, now }) => {
    await db
      .select({ id: screenings.searchTermId })
      .from(screenings)
      .where(eq(screenings.searchTermId, topic.id))
      .for('update');
    const { samples } = await screeningOf({ db }, topic);
    const number = samples.length + 1;
    const isUnread = and(eq(screenedPapers.searchTermId, topic.id), sql`${screenedPapers.decision} is null`);
    const unread = await db
      .update(screenedPapers)
      .set({ unreadAt: number })
      .where(isUnread)
      .returning({ id: screenedPapers.paperId });
    if (!unread.length)
      throw new AppError('conflict', 'Every paper has been read: there is nothing to draw.');
    await db.execute(sql`
      update screened_papers set drawn_by = ${number}
      where search_term_id = ${topic.id}::uuid and paper_id in (
        select paper_id from screened_papers where search_term_id = ${topic.id}::uuid and decision is null
        order by random() limit ${size})`);
    await db
      .update(screenings)
      .set({ samples: [...samples, { at: now().toISOString(), of: unread.length }] })
      .where(eq(screenings.searchTermId, topic.id));
  });
