import { lt } from 'drizzle-orm';
import { acceptedMails } from '#platform/db/schema.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import type { MailApp } from './app.ts';

/** Longer than a server that went down with mails in hand is likely to stay away. */
const keptDays = 14;

/** Deletes old notes of accepted mails: the digests' own rows say since then that they were sent. Safe at any time. */
export async function removeOldNotes({ db, now }: Pick<MailApp, 'db' | 'now'>): Promise<void> {
  await db.delete(acceptedMails).where(lt(acceptedMails.acceptedAt, timeBefore(now(), keptDays * dayMs)));
}
