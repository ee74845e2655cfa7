import { eq, max } from 'drizzle-orm';
import { corpusHeartbeat, harvests } from '#platform/db/schema.ts';
import { minuteMs, timeBefore } from '#shared/values/time.ts';
import type { CorpusApp } from '../app.ts';

/** Written by the server that harvests, with every tick. */
export async function recordHeartbeat({ db, now }: Pick<CorpusApp, 'db' | 'now'>): Promise<void> {
  const at = now();
  await db
    .insert(corpusHeartbeat)
    .values({ name: 'corpus', at })
    .onConflictDoUpdate({ target: corpusHeartbeat.name, set: { at } });
}

/**
 * Until when the corpus has arrived here: replication keeps the order of commits, so all that was written before the
 * newest heartbeat is here. The epoch where none has come yet.
 */
export async function corpusArrivedUntil({ db }: Pick<CorpusApp, 'db'>): Promise<Date> {
  const [row] = await db.select().from(corpusHeartbeat);
  return row?.at ?? new Date(0);
}

/** A batch is committed a little after the moment that its rows name. */
const commitMs = 2 * minuteMs;

/**
 * Until when the corpus is known here, and so what a digest of this moment answers for: what happened later, or has not
 * arrived yet, is news in the next one, however late it comes. Now, where papers are harvested here.
 */
export async function corpusKnownUntil(app: Pick<CorpusApp, 'db' | 'now' | 'config'>): Promise<Date> {
  const at = app.now();
  if (app.config.harvestsHere) return at;
  const arrived = timeBefore(await corpusArrivedUntil(app), commitMs);
  return arrived < at ? arrived : at;
}

/** The newest harvest that this process has seen, by database. */
const newestSeen = new WeakMap<CorpusApp['db'], number>();

/** Whether a complete harvest has arrived since this was last asked in this process. */
export async function hasNewHarvest({ db }: Pick<CorpusApp, 'db'>): Promise<boolean> {
  const [row] = await db
    .select({ at: max(harvests.finishedAt) })
    .from(harvests)
    .where(eq(harvests.status, 'complete'));
  const newest = row?.at?.getTime() ?? 0;
  const isNew = newest > (newestSeen.get(db) ?? 0);
  newestSeen.set(db, newest);
  return isNew;
}
