import { coverageOf, ensureCovered, latelyCovered } from '#corpus/harvest/coverage.ts';
import { ingest } from '#corpus/works/ingest.ts';
import { limit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import { type SourceName, sourceLabels, sourceNames } from '#shared/papers/sources.ts';
import { dayMs, timeAfter, timeBefore } from '#shared/time.ts';
import { type DayWindow, SourceFailure, type SourceQuery } from '#sources/record/source.ts';
import type { DigestsApp } from '../app.ts';

/** Papers a live search brings in at most, per source and window. */
const liveLimit = 200;

/** How long a first digest waits for a source that cannot be searched by words to be read. */
const patienceMilliseconds = 90_000;

export type Gathering = Pick<DigestsApp, 'db' | 'now' | 'log' | 'sources' | 'config' | 'limits'>;

/**
 * Sees to it that the library holds what the wanted sources have for a topic in a window, and says for each
 * source what came of it. A source that was read whole for this window is not asked again; one that can be
 * searched by words is searched; the others are read. A failure is told, never taken for "no papers".
 * `heard` gets the query as a source understood it.
 */
export async function gather(
  app: Gathering,
  query: SourceQuery,
  wanted: ReadonlySet<SourceName>,
  window: DayWindow,
  failedBefore: ReadonlyMap<SourceName, Coverage> = new Map(),
  heard: (translation: string) => void = () => {},
): Promise<Coverage[]> {
  const held = await coverageOf(app, wanted, window);
  return Promise.all(
    sourceNames.map(async (source) => {
      const receipt = held.find((one) => one.source === source)!;
      if (receipt.outcome === 'off' || receipt.outcome === 'complete') return receipt;
      const before = failedBefore.get(source);
      // A source that failed a moment ago is left in peace; the harvest will ask it again.
      if (before) return { ...before, from: window.from, to: window.to };
      if (!app.sources[source].search) return readWhole(app, source, wanted, window, receipt, noSearch);
      return (await mayAsk(app, source))
        ? searchLive(app, source, query, window, heard)
        : readWhole(app, source, wanted, window, receipt, enoughToday);
    }),
  );
}

/** The same receipts from the library alone: no source is asked. */
export const receiptsOf = (
  app: Pick<DigestsApp, 'db' | 'now'>,
  wanted: ReadonlySet<SourceName>,
  window: DayWindow,
): Promise<Coverage[]> => latelyCovered(app, wanted, window);

async function searchLive(
  app: Gathering,
  source: SourceName,
  query: SourceQuery,
  window: DayWindow,
  heard: (translation: string) => void,
): Promise<Coverage> {
  const blank: Coverage = {
    source,
    outcome: 'complete',
    ...window,
    records: 0,
    malformed: 0,
    papers: 0,
    sentence: null,
  };
  try {
    const { records, malformed, translation } = await app.sources[source].search!(query, window, {
      limit: liveLimit,
    });
    if (translation) heard(translation);
    await ingest(app, records);
    return { ...blank, records: records.length, malformed };
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    app.log.warn({ source, kind: error.kind, detail: error.detail }, 'a live search failed');
    return { ...blank, outcome: 'failed', sentence: error.message };
  }
}

/** Calls must not grow with the number of readers: beyond a day's share the library has to do. */
async function mayAsk(app: Gathering, source: SourceName): Promise<boolean> {
  try {
    await limit(app, 'live-search', { account: source });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'limited') return false;
    throw error;
  }
}

type Why = (label: string, reach: string) => string;
const noSearch: Why = (label, reach) =>
  `${label} cannot be searched by words; what it posted since ${reach} was read.`;
const enoughToday: Why = (label, reach) =>
  `${label} was asked as often today as we may ask it; what it listed since ${reach} was looked at.`;

/** What cannot be searched is read: the newest days, into the library, for everybody. */
async function readWhole(
  app: Gathering,
  source: SourceName,
  wanted: ReadonlySet<SourceName>,
  window: DayWindow,
  receipt: Coverage,
  why: Why,
): Promise<Coverage> {
  const reach = timeBefore(app.now(), app.config.sources.harvestDays * dayMs)
    .toISOString()
    .slice(0, 10);
  if (window.from < reach)
    return {
      ...receipt,
      outcome: 'partial',
      from: receipt.records ? receipt.from : reach,
      sentence: why(sourceLabels[source], receipt.records ? receipt.from : reach),
    };
  const deadline = timeAfter(app.now(), patienceMilliseconds);
  const { failure } = await ensureCovered(app, source, window, { deadline });
  const after = (await coverageOf(app, wanted, window)).find((one) => one.source === source)!;
  if (!failure) return after;
  return { ...after, outcome: after.records ? 'partial' : 'failed', sentence: failure.message };
}
