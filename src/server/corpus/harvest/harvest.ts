import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { and, desc, eq, gt } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { harvests } from '#platform/db/schema.ts';
import { LeaseLost } from '#platform/lease.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { offeredSources, type SourceName, sourceLabels } from '#shared/papers/sources.ts';
import { pick } from '#shared/values/pick.ts';
import { dayMs, hourMs, minuteMs, timeBefore } from '#shared/values/time.ts';
import { addDays, length } from '#sources/record/days.ts';
import {
  type DayWindow,
  failure,
  type HarvestPage,
  SourceFailure,
  type SourceRecord,
} from '#sources/record/source.ts';
import { isLittle, ofRows } from '#sources/record/unreadable.ts';
import { descriptors } from '#sources/registry.ts';
import { type Ingested, ingest, linkArticles } from '../works/ingest.ts';
import { withdraw } from '../works/withdraw.ts';
import { type HarvestLease, harvestLeases, leaseHarvest } from './lease.ts';

interface HarvestResult {
  /** `busy`: another process harvests this source. `stopped`: by the signal or a lost lease; another run continues. */
  outcome: 'complete' | 'partial' | 'failed' | 'busy' | 'stopped';
  /** The days harvested, or to be harvested. Null when busy. */
  window: DayWindow | null;
  /** Counts for the whole window, including the part before a resumption. */
  pages: number;
  received: number;
  malformed: number;
  /** A sentence for readers about what was skipped, although the window is complete. */
  note: string | null;
  /** What this run changed in the corpus. */
  stored: Omit<Ingested, 'ids'> & { withdrawn: number };
  failure: SourceFailure | null;
}

type Harvesting = Pick<App, 'db' | 'now' | 'log' | 'sources' | 'config' | 'features'>;

/**
 * Stores everything new or changed of one source since its last complete harvest, or of the last `harvestDays`.
 * Safe to run at any time, repeatedly and concurrently: one process harvests, and a killed harvest resumes after its
 * last stored page. A failure of the source is an outcome, never "no papers".
 */
export async function harvest(
  app: Harvesting,
  source: SourceName,
  { signal, unlessReadSince }: { signal?: AbortSignal; unlessReadSince?: Date } = {},
): Promise<HarvestResult> {
  const lease = await leaseHarvest(app, source, unlessReadSince);
  if (!lease) return { ...blank(null), outcome: 'busy' };
  const result = blank(lease);
  await harvestLeases.withHeartbeat(app, { id: lease.id, token: lease.id }, async (lost) => {
    const stop = signal ? AbortSignal.any([signal, lost]) : lost;
    try {
      await leaveToQuietHours(app, lease, stop, result);
      await readPages(app, lease, stop, result);
      result.outcome = 'complete';
      await finish(app, lease, result);
      await readArticles(app, lease, stop);
    } catch (error) {
      await recordFailure(app, { lease, result, signal: stop }, error);
    }
  });
  const { failure, stored, ...said } = result;
  const wrong = { kind: failure?.kind, detail: failure?.detail };
  app.log[failure ? 'warn' : 'info']({ source, ...said, ...stored, ...wrong }, 'harvest');
  return result;
}

const blank = (lease: HarvestLease | null): HarvestResult => ({
  outcome: 'stopped',
  window: lease && { from: lease.from, to: lease.to },
  pages: lease?.pages ?? 0,
  received: lease?.received ?? 0,
  malformed: lease?.malformed ?? 0,
  note: null,
  stored: { added: 0, revised: 0, published: 0, retracted: 0, unchanged: 0, withdrawn: 0 },
  failure: null,
});

/**
 * Outside the source's preferred hours, a large harvest reads only its newest days, so that the day's papers arrive. A
 * later harvest reaches back as far as this one would have.
 */
async function leaveToQuietHours(
  app: Harvesting,
  lease: HarvestLease,
  signal: AbortSignal,
  result: HarvestResult,
): Promise<void> {
  const { id, source, from, to, cursor } = lease;
  const { quietHours } = descriptors[source];
  const { requestsFor } = app.sources[source];
  if (!quietHours || !requestsFor || cursor !== null || quietHours.areNow(app.now())) return;
  if (length({ from, to }) <= quietHours.daysOutside) return;
  const requests = await requestsFor({ from, to }, { signal });
  if (requests <= quietHours.requestsOutside) return;
  lease.from = addDays(to, 1 - quietHours.daysOutside);
  result.window = { from: lease.from, to };
  await app.db.update(harvests).set({ from: lease.from }).where(eq(harvests.id, id));
  app.log.info({ source, requests, from }, 'a large harvest waits for quiet hours');
}

/** The source is asked for the next page while a page is stored. */
async function readPages(app: Harvesting, lease: HarvestLease, signal: AbortSignal, result: HarvestResult) {
  const { source, from, to, cursor } = lease;
  const { harvest } = app.sources[source];
  const pages = readAhead((stop) => harvest({ from, to }, { cursor, signal: stop }), signal);
  let rows = 0;
  for await (const page of pages) {
    signal.throwIfAborted();
    await storeRecords(app, page.records, signal, result);
    result.stored.withdrawn += await withdraw(app, source, page.deleted);
    rows += page.records.length + page.malformed + page.deleted.length;
    const counted = reconciled(source, page, cursor === null ? rows : null);
    result.note = counted.note ?? result.note;
    await storeCursor(app, lease, counted, result);
  }
}

const miscounted = (source: SourceName, missing: number): string =>
  `${sourceLabels[source]} counted ${missing === 1 ? 'one record' : `${missing} records`} more than it lists.`;

/**
 * The last page with what the source counted but did not list: a few records close the window with a note.
 * @throws SourceFailure `short` if much is missing
 */
function reconciled(source: SourceName, page: HarvestPage, rows: number | null): HarvestPage {
  const missing = page.cursor === null && rows !== null ? (page.total ?? rows) - rows : 0;
  if (missing <= 0) return page;
  if (isLittle(missing, page.total!))
    return { ...page, malformed: page.malformed + missing, note: miscounted(source, missing) };
  throw failure(source, 'short', `the list ended after ${rows} of ${page.total}`);
}

/** A failure here does not fail the harvest, because the first window of every day reaches back and tries again. */
async function readArticles(app: Harvesting, { source, from, to }: HarvestLease, signal: AbortSignal) {
  try {
    for await (const links of app.sources[source].articles?.({ from, to }, { signal }) ?? []) {
      signal.throwIfAborted();
      await linkArticles(app, links);
    }
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    app.log.warn({ source, kind: error.kind, detail: error.detail }, 'articles of preprints were not listed');
  }
}

const sliceSize = 500;

/** In slices, yielding in between: a page can hold thousands of records. */
async function storeRecords(
  app: Harvesting,
  records: SourceRecord[],
  signal: AbortSignal,
  { stored }: HarvestResult,
) {
  for (let from = 0; from < records.length; from += sliceSize) {
    if (from) {
      await yieldToEventLoop();
      signal.throwIfAborted();
    }
    const { ids: _ids, ...counts } = await ingest(app, records.slice(from, from + sliceSize));
    for (const [name, count] of Object.entries(counts)) stored[name as keyof typeof counts] += count;
  }
}

/** Runs after the page's records are stored: a crash in between repeats one page and loses nothing. */
async function storeCursor(
  { db, now }: Harvesting,
  { id }: HarvestLease,
  { records, malformed, cursor, total }: HarvestPage,
  result: HarvestResult,
): Promise<void> {
  const pages = result.pages + 1;
  const counts = {
    pages,
    received: result.received + records.length,
    malformed: result.malformed + malformed,
  };
  const at = now();
  const rows = await db
    .update(harvests)
    .set({
      ...counts,
      cursor,
      total,
      aliveAt: at,
      // In the same statement as the last page's counts. Otherwise a repetition would add them twice.
      ...(cursor === null ? { status: 'complete', finishedAt: at } : {}),
    })
    .where(eq(harvests.id, id))
    .returning({ id: harvests.id });
  if (!rows.length) throw new LeaseLost('the harvest lease was lost');
  Object.assign(result, counts);
}

async function recordFailure(
  app: Harvesting,
  { lease, result, signal }: { lease: HarvestLease; result: HarvestResult; signal: AbortSignal },
  error: unknown,
) {
  if (error instanceof LeaseLost) return;
  if (signal.aborted) return release(app, lease);
  const { source } = lease;
  if (error instanceof SourceFailure) {
    result.failure = error;
    // `short`: the source withheld some of its records. Any other failure: the window ends early.
    result.outcome = error.kind === 'short' && result.received > 0 ? 'partial' : 'failed';
    return finish(app, lease, result);
  }
  const sentence = `Something went wrong on our side while reading ${sourceLabels[source]}.`;
  result.outcome = 'failed';
  result.failure = new SourceFailure(source, 'unavailable', sentence, {
    detail: String(error),
    cause: error,
  });
  await finish(app, lease, result, 'internal');
  throw error;
}

/** Lets another process resume the harvest at once instead of after two minutes. */
async function release({ db, now }: Harvesting, { id }: HarvestLease): Promise<void> {
  const aliveAt = timeBefore(now(), harvestLeases.expiresAfterMs);
  const own = and(eq(harvests.id, id), eq(harvests.status, 'running'));
  await db.update(harvests).set({ aliveAt }).where(own);
}

async function finish(
  { db, now }: Harvesting,
  lease: HarvestLease,
  { outcome, pages, failure, note }: HarvestResult,
  failureKind: string | null = failure?.kind ?? null,
): Promise<void> {
  const at = now();
  await db
    .update(harvests)
    .set({
      status: outcome as 'complete' | 'partial' | 'failed',
      failureKind,
      sentence: failure?.message ?? note,
      finishedAt: at,
      aliveAt: at,
      // A cursor that brought no page is dropped: the next harvest starts at the beginning.
      ...(outcome === 'complete' || pages === lease.pages ? { cursor: null } : {}),
    })
    .where(eq(harvests.id, lease.id));
}

/**
 * Yields what `read` yields, and asks for the next item while the caller handles the current one. An error is thrown in
 * its turn, after the items before it. If the caller stops early, the request in progress is aborted.
 */
export async function* readAhead<T>(
  read: (signal: AbortSignal) => AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const stop = new AbortController();
  const items = read(AbortSignal.any([signal, stop.signal]))[Symbol.asyncIterator]();
  let next = items.next();
  try {
    for (let item = await next; !item.done; item = await next) {
      next = items.next();
      // Handled in its turn; until then Node would take it for an error that nobody handles.
      next.catch(() => undefined);
      yield item.value;
    }
  } finally {
    stop.abort();
    await next.catch(() => undefined);
    await items.return?.();
  }
}

const refreshMs = 6 * hourMs;
/** Interval between a failed harvest and the next, which doubles with each that follows. */
export const harvestRetryMs = 10 * minuteMs;
/** The longest interval after an outage, and after replies that cannot be read or end early. */
const longestRetryMs = { outage: hourMs, replies: refreshMs };

/**
 * Enqueues a harvest of every offered source that is due and not being harvested. Does none of the work itself. Safe to run
 * at any time and concurrently, because a harvest elects one process and jobs are keyed by source.
 */
export async function planHarvests(app: App): Promise<void> {
  const now = app.now();
  const rows = await app.db
    .select(pick(harvests, 'source status aliveAt finishedAt failureKind'))
    .from(harvests)
    .where(gt(harvests.startedAt, timeBefore(now, 7 * dayMs)))
    .orderBy(desc(harvests.id))
    .limit(1000);
  for (const source of offeredSources(app.config.sources.more)) {
    const own = rows.filter((row) => row.source === source);
    if (isDue(own, now)) await enqueue(app, 'harvest', { source }, { key: source });
  }
}

type Outcome = Pick<typeof harvests.$inferSelect, 'status' | 'aliveAt' | 'finishedAt' | 'failureKind'>;

/** Whether a source is to be harvested, by its harvests, newest first. */
export function isDue(rows: Outcome[], now: Date): boolean {
  if (rows.some(({ status, aliveAt }) => status === 'running' && harvestLeases.isAlive(aliveAt, now)))
    return false;
  const finished = rows.filter(({ status }) => status !== 'running');
  const [last] = finished;
  if (!last?.finishedAt) return true;
  const troubles = finished.findIndex(({ status }) => status === 'complete');
  const inARow = troubles < 0 ? finished.length : troubles;
  const longest = ofRows.has(last.failureKind ?? '') ? longestRetryMs.replies : longestRetryMs.outage;
  const wait = inARow ? Math.min(harvestRetryMs * 2 ** (inARow - 1), longest) : refreshMs;
  return now.getTime() - last.finishedAt.getTime() >= wait;
}
