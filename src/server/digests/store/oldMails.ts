import { asc, eq } from 'drizzle-orm';
import { emailDigests } from '#platform/db/schema.ts';
import type { DigestsApp } from '../app.ts';
import { withoutTokens } from './mailedLinks.ts';

/** A mail has about a hundred kilobytes. */
const batchSize = 50;

/**
 * Leaves the tokens out of mails that were stored with them, as older versions did, so that no copy of the database opens
 * anything. The mails that readers have are as they were. Killed, it goes on where it was; once none is left it returns
 * at once. Returns how many mails it read.
 * @throws the reason of `signal` when it is aborted, between two batches
 */
export async function leaveOutTokens(
  app: Pick<DigestsApp, 'db' | 'secret' | 'config' | 'log'>,
  signal?: AbortSignal,
): Promise<number> {
  let read = 0;
  for (let more = true; more; ) {
    signal?.throwIfAborted();
    const rows = await oldest(app);
    for (const row of rows) {
      const { content, contentText, hasTokens } = withoutTokens(app, row);
      await app.db
        .update(emailDigests)
        .set({ content, contentText, hasTokens })
        .where(eq(emailDigests.id, row.id));
    }
    read += rows.length;
    more = rows.length === batchSize;
  }
  if (read) app.log.info({ mails: read }, 'links were made harmless in stored mails');
  return read;
}

const oldest = ({ db }: Pick<DigestsApp, 'db'>) =>
  db
    .select({
      ...{ id: emailDigests.id, userId: emailDigests.userId, searchTermId: emailDigests.searchTermId },
      ...{ content: emailDigests.content, contentText: emailDigests.contentText },
      papersData: emailDigests.papersData,
    })
    .from(emailDigests)
    .where(eq(emailDigests.hasTokens, true))
    .orderBy(asc(emailDigests.createdAt))
    .limit(batchSize);
