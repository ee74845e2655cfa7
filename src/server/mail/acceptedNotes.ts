import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { lt, sql } from 'drizzle-orm';
import { acceptedMails } from '#platform/db/schema.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import type { MailApp } from './app.ts';
import { idsIn } from './transport/acceptedJournal.ts';

/** Longer than a server that crashed with mails in hand is likely to be down. */
const keptDays = 14;

/** Deletes old notes of accepted mails. By then the digests' own rows say that they were sent. Safe at any time. */
export async function removeOldNotes({ db, now }: Pick<MailApp, 'db' | 'now'>): Promise<void> {
  await db.delete(acceptedMails).where(lt(acceptedMails.acceptedAt, timeBefore(now(), keptDays * dayMs)));
}

const prefix = 'accepted-mails.';

/** The file in which a process keeps its notes until they are in PostgreSQL. */
export const noteFile = (dataDir: string, pid: number): string => path.join(dataDir, `${prefix}${pid}`);

/**
 * Copies the notes in files of killed processes of this machine into the table, because the last ones may be missing
 * there. Safe at any time, by many at once.
 */
export async function adoptNotes({ db, config }: Pick<MailApp, 'db' | 'config'>): Promise<void> {
  for (const name of notesIn(config.dataDir)) {
    const file = path.join(config.dataDir, name);
    const ids = [...idsIn(file)];
    if (ids.length)
      await db
        .insert(acceptedMails)
        .select(sql`select unnest(${sql.param(ids)}::text[]), now()`)
        .onConflictDoNothing();
    if (!isAlive(Number(name.slice(prefix.length).split('.')[0]))) rmSync(file, { force: true });
  }
}

function notesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.startsWith(prefix));
  } catch (error) {
    // With a PostgreSQL server the folder may never have been needed.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Whether a process is alive. A file with our own process id is from before a restart of the container, because this
 * process has not written yet.
 */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
