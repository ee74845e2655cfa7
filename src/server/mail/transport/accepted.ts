import { eq, inArray, lt, type SQLWrapper } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import pRetry from 'p-retry';
import { batched } from '#platform/db/batch.ts';
import { acceptedMails } from '#platform/db/schema.ts';
import type { Platform } from '#platform/platform.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import type { Mailer, Transport } from './types.ts';

/** More than are sent while a database fails over. */
const heardAtMost = 50_000;

/**
 * A mailer that remembers which mails were accepted: in memory from the moment the yes is heard, and in `accepted_mails`
 * as soon as the database takes the row, for other processes and for the next start. What is lost is a yes whose process
 * was killed before its row was written.
 */
export function withNotes(transport: Transport, app: Pick<Platform, 'db' | 'log'>): Mailer {
  const heard = new LRUCache<string, true>({ max: heardAtMost });
  const closing = new AbortController();
  const noting = new Set<Promise<void>>();
  /** Whether the log says already that the database takes no notes, so that it says so once and not once a mail. */
  let isSaid = false;

  function note(id: string): void {
    heard.set(id, true);
    const noted = pRetry(() => insertNote(app, id), {
      ...{ retries: Number.POSITIVE_INFINITY, minTimeout: 100, maxTimeout: 1000, unref: true },
      signal: closing.signal,
      onFailedAttempt: ({ error }) => {
        if (!isSaid) app.log.warn({ mail: id, err: error }, 'accepted mails cannot be noted yet');
        isSaid = true;
      },
    })
      .then(() => {
        isSaid = false;
      })
      // Only a process that ends gives up.
      .catch(() => undefined)
      .finally(() => noting.delete(noted));
    noting.add(noted);
  }

  return {
    async send(mail) {
      const answer = await transport.send(mail);
      if (answer.outcome === 'sent') note(mail.id);
      return answer;
    },
    async has(id) {
      if (heard.has(id)) return true;
      const rows = await app.db.select().from(acceptedMails).where(eq(acceptedMails.id, id));
      return rows.length > 0;
    },
    async close() {
      setTimeout(() => closing.abort(), closeMs).unref();
      await Promise.all(noting);
      await transport.close();
    },
  };
}

/** How long notes that the database does not take may delay the end of the process. */
const closeMs = 2000;

const insertNote = batched(
  async ({ db }: Pick<Platform, 'db'>, ids: string[]) => {
    await db
      .insert(acceptedMails)
      .values(ids.map((id) => ({ id })))
      .onConflictDoNothing();
    return ids.map(() => undefined);
  },
  // Under load a moment brings several, and what a mail costs halves; one by itself is noted immediately.
  { maxWaitMs: 10 },
);

/** Longer than a server that crashed with mails in hand is likely to be down. */
const keptDays = 14;

/** Deletes the notes on mails with these ids. Idempotent. */
export async function removeNotes({ db }: Pick<Platform, 'db'>, ids: SQLWrapper): Promise<void> {
  await db.delete(acceptedMails).where(inArray(acceptedMails.id, ids));
}

/** Deletes old notes of accepted mails. By then the digests' own rows say that they were sent. Safe at any time. */
export async function removeOldNotes({ db, now }: Pick<Platform, 'db' | 'now'>): Promise<void> {
  await db.delete(acceptedMails).where(lt(acceptedMails.acceptedAt, timeBefore(now(), keptDays * dayMs)));
}
