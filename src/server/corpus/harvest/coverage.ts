import { setTimeout as sleep } from 'node:timers/promises';
import { and, between, count, eq, gte, inArray } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { App } from '#kit/feature.ts';
import { batched } from '#platform/db/batch.ts';
import { harvests, paperRecords } from '#platform/db/schema.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import { offeredSources, type SourceName, sourceLabels, sourceNames } from '#shared/papers/sources.ts';
import { dateInWords } from '#shared/values/dates.ts';
import { hourMs } from '#shared/values/time.ts';
import { addDays, dayOf } from '#sources/record/days.ts';
import { type DayWindow, type FailureKind, SourceFailure } from '#sources/record/source.ts';
import { harvest } from './harvest.ts';
import { harvestLeases } from './lease.ts';
import { type ContiguousRange, contiguousRanges, earlierDay, laterDay } from './windows.ts';

/**
 * The coverage report: what the corpus has of each source for a window, what is missing, and why. Lists the usual sources
 * and the requested ones, in order; those not in `sources` are `off`. `records` counts the source's records that became
 * available in the window; the digest fills in `papers`.
 */
export async function coverageOf(
  app: Pick<App, 'db' | 'now'>,
  sources: ReadonlySet<SourceName>,
  window: DayWindow,
  { read = harvestsOf, count = recordsOf } = {},
): Promise<Coverage[]> {
  const wanted = sourceNames.filter((source) => sources.has(source));
  const reported = offeredSources(wanted);
  if (!wanted.length) return reported.map((source) => ({ ...off, source, ...window }));
  const rows = await read(app, wanted, window);
  const records = await count(app, wanted, window);
  return reported.map((source) => {
    if (!sources.has(source)) return { ...off, source, ...window };
    const own = rows.filter((row) => row.source === source);
    const report = coverageReport(source, own, window, app.now());
    return { ...off, source, ...report, records: records.get(source) ?? 0 };
  });
}

const off = { outcome: 'off', records: 0, malformed: 0, papers: 0, sentence: null } as const;

/** Harvests that overlap the window or are later, oldest first. */
const harvestsOf = (
  { db }: Pick<App, 'db'>,
  sources: SourceName[],
  { from }: Pick<DayWindow, 'from'>,
): Promise<HarvestRow[]> =>
  db
    .select()
    .from(harvests)
    .where(and(inArray(harvests.source, sources), gte(harvests.to, from)))
    .orderBy(harvests.id);

async function recordsOf({ db }: Pick<App, 'db'>, sources: SourceName[], { from, to }: DayWindow) {
  const rows = await db
    .select({ source: paperRecords.source, records: count() })
    .from(paperRecords)
    .where(and(inArray(paperRecords.source, sources), between(paperRecords.availableOn, from, to)))
    .groupBy(paperRecords.source);
  return new Map(rows.map(({ source, records }) => [source, records]));
}

type Counts = ReturnType<typeof recordsOf>;

/** Counts of the last twenty seconds: on a delivery day many readers ask for the same window. */
const recentCounts = new WeakMap<App['db'], LRUCache<string, Counts>>();

/** Like `coverageOf`, but `records` may be some seconds old, and concurrent calls share one query. */
export const recentCoverage = (
  app: App,
  sources: ReadonlySet<SourceName>,
  window: DayWindow,
): Promise<Coverage[]> =>
  coverageOf(app, sources, window, {
    read: async (_, wanted, window) =>
      (await harvestsSince(app, window.from)).filter(({ source }) => wanted.includes(source)),
    count: cachedCounts,
  });

const harvestsSince = batched(async (app: App, days: string[]) => {
  const from = days.reduce((first, day) => (day < first ? day : first));
  const rows = await harvestsOf(app, [...sourceNames], { from });
  return days.map((day) => rows.filter(({ to }) => to >= day));
});

const cachedCounts: typeof recordsOf = (app, wanted, window) => {
  const counts = recentCounts.get(app.db) ?? new LRUCache<string, Counts>({ max: 100, ttl: 20_000 });
  recentCounts.set(app.db, counts);
  const key = [...wanted, window.from, window.to].join();
  const known = counts.get(key);
  if (known) return known;
  const records = recordsOf(app, wanted, window);
  counts.set(key, records);
  records.catch(() => counts.delete(key));
  return records;
};

/** Sources that a process is harvesting now. */
export async function sourcesBeingRead({ db, now }: App): Promise<ReadonlySet<SourceName>> {
  const alive = db.select({ source: harvests.source, aliveAt: harvests.aliveAt }).from(harvests);
  const rows = await alive.where(eq(harvests.status, 'running'));
  const at = now();
  return new Set(rows.flatMap(({ source, aliveAt }) => (harvestLeases.isAlive(aliveAt, at) ? [source] : [])));
}

/** A completed harvest younger than this need not be repeated. */
const freshMs = 6 * hourMs;
/** Do not retry a source within this time of a failure. */
const failureCooldownMs = 30_000;

/**
 * Makes sure that the corpus holds a source's window before a first digest, as far back as harvests reach.
 * Harvests it unless another process does, and waits; at the deadline it stops waiting while the harvest continues.
 * @returns null, or the failure of a source that failed or was too slow, which says so in a sentence
 */
export async function ensureCovered(
  app: Pick<App, 'db' | 'now' | 'log' | 'sources' | 'config' | 'features'>,
  source: SourceName,
  window: DayWindow,
  { deadline }: { deadline: Date },
): Promise<SourceFailure | null> {
  const reach = addDays(dayOf(app.now()), -app.config.sources.harvestDays);
  const asked = { from: laterDay(window.from, reach), to: window.to };
  let late = false;
  const timeout = sleep(Math.max(0, deadline.getTime() - app.now().getTime()), undefined, { ref: false });
  const lateness = timeout.then(() => {
    late = true;
  });
  for (;;) {
    const now = app.now();
    const rows = await harvestsOf(app, [source], asked);
    if (isHeld(rows, asked, now, freshMs)) return null;
    const trouble = lastTrouble(rows);
    if (trouble?.finishedAt && now.getTime() - trouble.finishedAt.getTime() < failureCooldownMs)
      return asFailure(trouble);
    if (late) return tooSlow(source);
    const running = rows.some((row) => row.status === 'running' && harvestLeases.isAlive(row.aliveAt, now));
    if (!running) await Promise.race([harvestInBackground(app, source, now), lateness]);
    await Promise.race([sleep(300), lateness]);
  }
}

/** The outcome is in the harvest's row. Other errors are logged, because the caller may have stopped waiting. */
async function harvestInBackground(
  app: Parameters<typeof harvest>[0],
  source: SourceName,
  unlessReadSince: Date,
) {
  try {
    await harvest(app, source, { unlessReadSince });
  } catch (error) {
    app.log.error({ err: error, source }, 'a harvest failed');
  }
}

const asFailure = ({ source, failureKind, sentence }: HarvestRow): SourceFailure =>
  new SourceFailure(
    source,
    // `internal` and `interrupted` are our own failures, not replies of the source.
    failureKind === null || failureKind === 'internal' || failureKind === 'interrupted'
      ? 'unavailable'
      : (failureKind as FailureKind),
    sentence ?? `${sourceLabels[source]} could not be read.`,
  );

const tooSlow = (source: SourceName): SourceFailure =>
  new SourceFailure(
    source,
    'timeout',
    `${sourceLabels[source]} was still being read when this digest was made.`,
  );

type HarvestRow = typeof harvests.$inferSelect;

/** Twice the interval between two harvests. */
const recentMilliseconds = 12 * hourMs;

/**
 * What the harvests of one source, oldest first, mean for a window. `complete`: every day of it was harvested, today
 * up to the last harvest, which is recent. `partial` and `failed` say why in `sentence`.
 */
function coverageReport(
  source: SourceName,
  rows: HarvestRow[],
  window: DayWindow,
  now: Date,
): Pick<Coverage, 'outcome' | 'from' | 'to' | 'malformed' | 'sentence'> {
  const label = sourceLabels[source];
  const trouble = lastTrouble(rows);
  // Overlapping windows meet the same malformed records, so the largest count is their number.
  const malformed = Math.max(0, ...rows.map((row) => row.malformed));
  const held = heldIn(rows, window);
  if (!held)
    return {
      ...window,
      outcome: trouble?.status === 'partial' ? 'partial' : 'failed',
      malformed,
      sentence: trouble?.sentence ?? `${label} has not been read yet.`,
    };
  const from = laterDay(held.from, window.from);
  const to = earlierDay(held.to, window.to);
  const say = (outcome: 'complete' | 'partial', sentence: string | null) =>
    ({ outcome, from, to, malformed, sentence }) as const;
  if (from > window.from)
    return say(
      'partial',
      trouble?.sentence ??
        `${label} was read only back to ${dateInWords(new Date(from), { zone: 'UTC', weekday: true })}.`,
    );
  // What a complete harvest left out, such as a record that spoils its page.
  const note = rows.findLast(({ status, sentence }) => status === 'complete' && sentence)?.sentence ?? null;
  if (held.lastWhole >= window.to) return say('complete', note);
  if (trouble) return say('partial', trouble.sentence ?? `${label} could not be read.`);
  if (isRecent(held, window, now, recentMilliseconds)) return say('complete', note);
  return say(
    'partial',
    `${label} was last read on ${dateInWords(held.finishedAt, { zone: 'UTC', weekday: true })}.`,
  );
}

/** Whether the whole window was harvested: all days that are over, and today no longer than `age` ago. */
function isHeld(rows: HarvestRow[], window: DayWindow, now: Date, age: number): boolean {
  const held = heldIn(rows, window);
  if (!held || held.from > window.from) return false;
  return held.lastWhole >= window.to || isRecent(held, window, now, age);
}

/** The last finished harvest, if it was not complete. */
function lastTrouble(rows: HarvestRow[]): HarvestRow | null {
  const last = rows.findLast(({ status }) => status !== 'running');
  return last && last.status !== 'complete' ? last : null;
}

/** The newest contiguous range that overlaps the window. */
const heldIn = (rows: HarvestRow[], window: DayWindow): ContiguousRange | undefined =>
  contiguousRanges(
    rows.flatMap(({ status, from, to, startedAt, finishedAt }) =>
      status === 'complete' && finishedAt ? [{ from, to, startedAt, finishedAt }] : [],
    ),
  ).findLast(({ from, to }) => from <= window.to && to >= window.from);

/** A harvest shortly before midnight counts for the new day too. */
const isRecent = ({ to, finishedAt }: ContiguousRange, window: DayWindow, now: Date, age: number): boolean =>
  to >= addDays(window.to, -1) && now.getTime() - finishedAt.getTime() < age;
