import { and, desc, eq, gt, gte, sql } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { harvests } from '#platform/db/schema.ts';
import { leasesOn } from '#platform/lease.ts';
import { transaction } from '#platform/platform.ts';
import { type SourceName, sourceNames } from '#shared/papers/sources.ts';
import { pick } from '#shared/values/pick.ts';
import { hourMs, minuteMs, timeBefore } from '#shared/values/time.ts';
import { dayOf } from '#sources/record/days.ts';
import type { DayWindow } from '#sources/record/source.ts';
import { descriptors } from '#sources/registry.ts';
import { type CountedHarvest, earlierDay, nextWindow, reachedBackSince, retryFrom } from './windows.ts';

type Row = typeof harvests.$inferSelect;

/** A harvest that this process, and no other, may continue. */
export type HarvestLease = Pick<
  Row,
  'id' | 'source' | 'from' | 'to' | 'cursor' | 'pages' | 'received' | 'malformed' | 'total'
>;

/** A new lease gives the row a new id, so the id is the token. A harvester without a heartbeat for two minutes is dead. */
const columns = { id: harvests.id, claimedBy: harvests.id, claimedAt: harvests.aliveAt };
export const harvestLeases = leasesOn(columns, 2 * minuteMs);

/** Older cursors are not trusted: sources forget their result lists. */
const resumableMilliseconds = 6 * hourMs;

/** The overlap is read once a day, because it is most of a harvest and no digest comes more often. */
const overlapIntervalMs = 20 * hourMs;

/**
 * Elects one harvester of a source among all processes; null while another one is running.
 * A harvest whose process died or whose source broke off resumes after its last stored page.
 * Safe to call at any time and concurrently.
 * @param unlessReadSince no lease if a harvest of the source has completed since: another process was quicker
 */
export const leaseHarvest = (
  app: Pick<App, 'db' | 'now' | 'config'>,
  source: SourceName,
  unlessReadSince?: Date,
): Promise<HarvestLease | null> =>
  transaction(app, async ({ db, now, config }) => {
    // Ends with the transaction, so that it cannot leak through a connection pool.
    await db.execute(sql`select pg_advisory_xact_lock(7214003, ${sourceNames.indexOf(source)}::int)`);
    const at = now();
    const isRunning = and(eq(harvests.source, source), eq(harvests.status, 'running'));
    const [running] = await db.select().from(harvests).where(isRunning);
    if (running && harvestLeases.isAlive(running.aliveAt, at)) return null;
    if (unlessReadSince && (await wasReadSince(db, source, unlessReadSince))) return null;
    if (running && isFresh(running.aliveAt, at)) {
      // The row gets a new id: the process that held the old one finds it deleted and stops.
      await db.delete(harvests).where(eq(harvests.id, running.id));
      return insert(db, running, at);
    }
    if (running)
      await db
        .update(harvests)
        .set({ status: 'failed', failureKind: 'interrupted', finishedAt: at })
        .where(eq(harvests.id, running.id));
    const wanted = dueWindow(await completedHarvestsOf(db, source), source, at, config.sources.harvestDays);
    const broken = await brokenOff(db, source, wanted, at);
    return insert(db, broken ?? { source, ...wanted }, at);
  });

function dueWindow(harvested: CountedHarvest[], source: SourceName, at: Date, reach: number): DayWindow {
  const days = descriptors[source].overlapDays;
  const since = timeBefore(at, overlapIntervalMs);
  const overlap = reachedBackSince(harvested, since, days) ? 0 : days;
  const next = nextWindow(harvested, { today: dayOf(at), reach, overlap });
  return { ...next, from: earlierDay(next.from, retryFrom(harvested) ?? next.from) };
}

/** Lets a harvest of a killed process resume at once, from its cursor. Only for the embedded database. */
export async function releaseHarvests({ db, now }: App): Promise<void> {
  const dead = timeBefore(now(), harvestLeases.expiresAfterMs);
  const running = and(eq(harvests.status, 'running'), gt(harvests.aliveAt, dead));
  await db.update(harvests).set({ aliveAt: dead }).where(running);
}

const isFresh = (moment: Date | null, at: Date): boolean =>
  moment !== null && at.getTime() - moment.getTime() < resumableMilliseconds;

async function wasReadSince(db: App['db'], source: SourceName, since: Date): Promise<boolean> {
  const [read] = await db
    .select({ id: harvests.id })
    .from(harvests)
    .where(and(eq(harvests.source, source), eq(harvests.status, 'complete'), gte(harvests.finishedAt, since)))
    .limit(1);
  return read !== undefined;
}

/** The source's last harvest, if it failed halfway through the same window. */
async function brokenOff(db: App['db'], source: SourceName, wanted: DayWindow, at: Date) {
  const own = db.select().from(harvests).where(eq(harvests.source, source));
  const [last] = await own.orderBy(desc(harvests.id)).limit(1);
  if (last?.status !== 'failed' || last.cursor === null || !isFresh(last.finishedAt, at)) return null;
  return last.to === wanted.to && last.from <= wanted.from ? last : null;
}

/** A running row: new, or continuing where another one stopped. */
async function insert(db: App['db'], row: Partial<Row> & Pick<Row, 'source' | 'from' | 'to'>, at: Date) {
  const { startedAt = at } = row;
  const kept = pick(row, 'source from to cursor pages received malformed total');
  const started = { ...kept, status: 'running', startedAt, aliveAt: at } as const;
  const [lease] = await db.insert(harvests).values(started).returning();
  return lease!;
}

/** The newest completed harvests of the source: about four months of them at four a day. */
async function completedHarvestsOf(db: App['db'], source: SourceName): Promise<CountedHarvest[]> {
  const rows = await db
    .select(pick(harvests, 'from to malformed startedAt finishedAt'))
    .from(harvests)
    .where(and(eq(harvests.source, source), eq(harvests.status, 'complete')))
    .orderBy(desc(harvests.startedAt))
    .limit(500);
  return rows.flatMap(({ finishedAt, ...row }) => (finishedAt ? [{ ...row, finishedAt }] : []));
}
