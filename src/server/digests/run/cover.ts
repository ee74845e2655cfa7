import { coverageOf, ensureCovered, recentCoverage } from '#corpus/harvest/coverage.ts';
import { ingest } from '#corpus/works/ingest.ts';
import type { App } from '#kit/feature.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import { type SourceName, sourceLabels } from '#shared/papers/sources.ts';
import { dateInWords } from '#shared/values/dates.ts';
import { dayMs, timeAfter, timeBefore } from '#shared/values/time.ts';
import { type DayWindow, SourceFailure, type SourceQuery } from '#sources/record/source.ts';
import { mayAskLive } from './liveShare.ts';

/** Maximum number of papers from a live search, per source and window. */
const liveLimit = 200;

/** How long a first digest waits for a source without search to be harvested. */
const harvestTimeoutMilliseconds = 90_000;

type CoverApp = Pick<App, 'db' | 'now' | 'log' | 'sources' | 'config' | 'secret' | 'limits' | 'features'>;

interface Wanted {
  /** The reader whose share of live searches this uses. */
  userId: string;
  query: SourceQuery;
  sources: ReadonlySet<SourceName>;
  window: DayWindow;
  /** Coverage of the sources that failed earlier in this run. They are not asked again. */
  failedBefore: ReadonlyMap<SourceName, Coverage>;
}

/**
 * Ensures that the corpus has the sources' papers on a topic in a window, and reports what happened for each source. A
 * source harvested for the whole window is not asked again; a source with search is searched; the others are harvested. A
 * failure is reported as one, never as "no papers". `translation` is the query as a source understood it; null if none
 * said.
 */
export async function coverTopic(
  app: CoverApp,
  wanted: Wanted,
): Promise<{ coverage: Coverage[]; translation: string | null }> {
  const { sources, window, failedBefore } = wanted;
  const before = await coverageOf(app, sources, window);
  let translation: string | null = null;
  const coverage = await Promise.all(
    before.map(async (row) => {
      const { source } = row;
      if (row.outcome === 'off' || row.outcome === 'complete') return row;
      const failure = failedBefore.get(source);
      if (failure) return { ...failure, from: window.from, to: window.to };
      if (!app.sources[source].search) return harvestWindow(app, row, wanted, noSearch);
      if (!(await mayAskLive(app, wanted.userId, source)))
        return harvestWindow(app, row, wanted, limitReached);
      const answer = await searchLive(app, source, wanted);
      translation = answer.translation ?? translation;
      return answer.coverage;
    }),
  );
  return { coverage, translation };
}

/** The same report from the corpus alone: no source is asked. */
export const corpusCoverage = (
  app: Pick<App, 'db' | 'now'>,
  sources: ReadonlySet<SourceName>,
  window: DayWindow,
): Promise<Coverage[]> => recentCoverage(app, sources, window);

async function searchLive(
  app: CoverApp,
  source: SourceName,
  { query, window }: Wanted,
): Promise<{ coverage: Coverage; translation: string | null }> {
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
    await ingest(app, records);
    return {
      coverage: { ...blank, records: records.length, malformed },
      translation: translation || null,
    };
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    app.log.warn({ source, kind: error.kind, detail: error.detail }, 'a live search failed');
    return { coverage: { ...blank, outcome: 'failed', sentence: error.message }, translation: null };
  }
}

type Reason = (label: string, since: string) => string;
const noSearch: Reason = (label, since) =>
  `${label} cannot be searched by words; what it posted since ${since} was read.`;
const limitReached: Reason = (label, since) =>
  `We've reached today's request limit for ${label}; papers since ${since} come from our own copy.`;

/** Harvests a source that may not be searched. The records serve every reader. */
async function harvestWindow(
  app: CoverApp,
  before: Coverage,
  { sources, window }: Wanted,
  reason: Reason,
): Promise<Coverage> {
  const { source } = before;
  const reach = timeBefore(app.now(), app.config.sources.harvestDays * dayMs)
    .toISOString()
    .slice(0, 10);
  if (window.from < reach) {
    const from = before.records ? before.from : reach;
    return {
      ...before,
      outcome: 'partial',
      from,
      sentence: reason(sourceLabels[source], dateInWords(new Date(from), { zone: 'UTC', weekday: true })),
    };
  }
  const deadline = timeAfter(app.now(), harvestTimeoutMilliseconds);
  const { failure } = await ensureCovered(app, source, window, { deadline });
  const after = (await coverageOf(app, sources, window)).find((one) => one.source === source)!;
  if (!failure) return after;
  return { ...after, outcome: after.records ? 'partial' : 'failed', sentence: failure.message };
}
