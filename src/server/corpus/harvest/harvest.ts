import { setImmediate as breathe } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import { harvests } from '#platform/db/schema.ts';
import { LeaseLost } from '#platform/lease.ts';
import { type SourceName, sourceLabels } from '#shared/papers/sources.ts';
import { timeBefore } from '#shared/time.ts';
import {
  type DayWindow,
  type HarvestPage,
  SourceFailure,
  type SourceRecord,
} from '#sources/record/source.ts';
import type { CorpusApp } from '../app.ts';
import { type Ingested, ingest } from '../works/ingest.ts';
import { withdraw } from '../works/withdraw.ts';
import { type Claim, type ClaimOptions, claimHarvest, harvestLeases } from './lease.ts';

export interface HarvestResult {
  /** `busy`: another process reads this source, or just has. `stopped`: by the signal, or taken over; another run goes on from here. */
  outcome: 'complete' | 'partial' | 'failed' | 'busy' | 'stopped';
  /** What was read, or was to be. Null when busy. */
  window: DayWindow | null;
  /** Of the whole window, those before a resumption included. */
  pages: number;
  received: number;
  malformed: number;
  /** What this run did to the library. */
  stored: Omit<Ingested, 'ids'> & { withdrawn: number };
  failure: SourceFailure | null;
}

type Harvesting = Pick<CorpusApp, 'db' | 'now' | 'log' | 'sources' | 'config'>;

/**
 * Brings in everything new or changed of one source: since its last complete harvest, or `harvestDays` back.
 * Safe to run at any time, any number of times, by many processes at once: one of them reads, and a harvest
 * that was killed goes on behind its last stored page. A failure of the source is an outcome, never "no papers".
 */
export async function harvest(
  app: Harvesting,
  source: SourceName,
  { signal, ...options }: ClaimOptions & { signal?: AbortSignal } = {},
): Promise<HarvestResult> {
  const claim = await claimHarvest(app, source, options);
  if (!claim) return { ...blank(null), outcome: 'busy' };
  const result = blank(claim);
  await harvestLeases.withHeartbeat(app, { id: claim.id, token: claim.id }, async (lost) => {
    const stop = signal ? AbortSignal.any([signal, lost]) : lost;
    try {
      await readPages(app, claim, stop, result);
      result.outcome = 'complete';
      await finish(app, claim, result);
    } catch (error) {
      await breakOff(app, claim, result, error, stop);
    }
  });
  const { failure, stored, ...said } = result;
  app.log[failure ? 'warn' : 'info'](
    { source, ...said, ...stored, kind: failure?.kind, detail: failure?.detail },
    'harvest',
  );
  return result;
}

const blank = (claim: Claim | null): HarvestResult => ({
  outcome: 'stopped',
  window: claim && { from: claim.from, to: claim.to },
  pages: claim?.pages ?? 0,
  received: claim?.received ?? 0,
  malformed: claim?.malformed ?? 0,
  stored: { added: 0, revised: 0, published: 0, retracted: 0, unchanged: 0, withdrawn: 0 },
  failure: null,
});

async function readPages(
  app: Harvesting,
  claim: Claim,
  signal: AbortSignal,
  result: HarvestResult,
): Promise<void> {
  const { source, from, to, cursor } = claim;
  for await (const page of app.sources[source].harvest({ from, to }, { cursor, signal })) {
    signal.throwIfAborted();
    await storeRecords(app, page.records, signal, result);
    result.stored.withdrawn += await withdraw(app, source, page.deleted);
    await storeCursor(app, claim, page, result);
  }
}

const sliceSize = 500;

/** In slices, with other work let in between: a page of the sources can hold thousands. */
async function storeRecords(
  app: Harvesting,
  records: SourceRecord[],
  signal: AbortSignal,
  { stored }: HarvestResult,
) {
  for (let from = 0; from < records.length; from += sliceSize) {
    if (from) {
      await breathe();
      signal.throwIfAborted();
    }
    const { ids: _ids, ...counts } = await ingest(app, records.slice(from, from + sliceSize));
    for (const [name, count] of Object.entries(counts)) stored[name as keyof typeof counts] += count;
  }
}

/** Only once the page's records are stored: a kill in between reads one page again and loses nothing. */
async function storeCursor(
  { db, now }: Harvesting,
  { id }: Claim,
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
      // In the same statement as the last page, which would be counted twice if it had to be read again.
      ...(cursor === null ? { status: 'complete', finishedAt: at } : {}),
    })
    .where(eq(harvests.id, id))
    .returning({ id: harvests.id });
  if (!rows.length) throw new LeaseLost('the harvest was taken over');
  Object.assign(result, counts);
}

async function breakOff(
  app: Harvesting,
  claim: Claim,
  result: HarvestResult,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (error instanceof LeaseLost) return;
  if (signal.aborted) return release(app, claim);
  const { source } = claim;
  if (error instanceof SourceFailure) {
    result.failure = error;
    // `short` means that the source kept some of its records back; any other failure that the window ends early.
    result.outcome = error.kind === 'short' && result.received > 0 ? 'partial' : 'failed';
    return finish(app, claim, result);
  }
  const sentence = `Something went wrong on our side while reading ${sourceLabels[source]}.`;
  result.outcome = 'failed';
  result.failure = new SourceFailure(source, 'unavailable', sentence, String(error), error);
  await finish(app, claim, result, 'internal');
  throw error;
}

/** Lets another process take the harvest up at once instead of after two minutes. */
async function release({ db, now }: Harvesting, { id }: Claim): Promise<void> {
  await db
    .update(harvests)
    .set({ aliveAt: timeBefore(now(), harvestLeases.expiresAfterMs) })
    .where(and(eq(harvests.id, id), eq(harvests.status, 'running')));
}

async function finish(
  { db, now }: Harvesting,
  claim: Claim,
  { outcome, pages, failure }: HarvestResult,
  failureKind: string | null = failure?.kind ?? null,
): Promise<void> {
  const at = now();
  await db
    .update(harvests)
    .set({
      status: outcome as 'complete' | 'partial' | 'failed',
      failureKind,
      sentence: failure?.message ?? null,
      finishedAt: at,
      aliveAt: at,
      // A cursor that led nowhere is not tried again: the next harvest begins at the beginning.
      ...(outcome === 'complete' || pages === claim.pages ? { cursor: null } : {}),
    })
    .where(eq(harvests.id, claim.id));
}
