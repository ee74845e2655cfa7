import { eq, max } from 'drizzle-orm';
import { corpusHeartbeat, harvests } from '#platform/db/schema.ts';
import { minuteMs, timeBefore } from '#shared/values/time.ts';
import type { CorpusApp } from '../app.ts';

/** The harvesting server writes it with every tick. */
export async function recordHeartbeat({ db, now }: Pick<CorpusApp, 'db' | 'now'>): Promise<void> {
  const at = now();
  await db
    .insert(corpusHeartbeat)
    .values({ name: 'corpus', at })
    .onConflictDoUpdate({ target: corpusHeartbeat.name, set: { at } });
}

/**
 * Until when the corpus has been replicated here. Replication keeps the order of commits, so everything written before the
 * newest heartbeat has arrived. The epoch if no heartbeat has arrived yet.
 */
export async function corpusArrivedUntil({ db }: Pick<CorpusApp, 'db'>): Promise<Date> {
  const [row] = await db.select().from(corpusHeartbeat);
  return row?.at ?? new Date(0);
}

/** A batch is committed slightly after the time in its rows. */
const commitMs = 2 * minuteMs;

/**
 * Until when the corpus is known here. A digest composed now covers events up to that time; later events, and those not
 * replicated yet, go into the next one. Equals now on a server that harvests.
 */
export async function corpusKnownUntil(app: Pick<CorpusApp, 'db' | 'now' | 'config'>): Promise<Date> {
  const at = app.now();
  if (app.config.harvestsHere) return at;
  const arrived = timeBefore(await corpusArrivedUntil(app), commitMs);
  return arrived < at ? arrived : at;
}

/** The newest harvest that this process has seen, by database. */
const newestSeen = new WeakMap<CorpusApp['db'], number>();

/** Whether a complete harvest has arrived since the last call in this process. */
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
