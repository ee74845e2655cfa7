import { LeaseLost } from '#platform/lease.ts';
import type { Ranked } from '#search/core/types.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import { dayMs } from '#shared/values/time.ts';
import type { DayWindow } from '#sources/record/source.ts';
import { expandTerm, needsExpansion } from '#topics/expansion/expand.ts';
import type { DigestsApp } from '../app.ts';
import { composeDigest } from '../compose/digest.ts';
import { laterStates } from '../compose/laterStates.ts';
import { composeNothingNew } from '../compose/nothingNew.ts';
import { failNoSource, finishRun, retryLater } from '../store/finish.ts';
import { type Lease, leaseTopic, releaseLease, withTopicHeartbeat } from '../store/lease.ts';
import { loadRunContext, type RunContext } from './context.ts';
import { corpusCoverage, coverTopic } from './cover.ts';
import { type Scope, scopeOf, withReasons } from './scope.ts';
import { answeredUntil, lastDays, newPapers, papersSince, queryOf } from './search.ts';

/** Papers in one digest. */
const digestSize = 10;
/** A first search looks back further until it has this many papers. */
const enough = 5;
const lookBackDays = [7, 30, 90, 365];
/** Upper bound when counting the papers that only the filters kept out. */
const passedOverAtMost = 50;

/**
 * Searches for one topic, composes its digest and enqueues its delivery. Safe to run at any time, any number of
 * times, by any number of workers: the lease admits one run at a time, and a period is answered once. When `lost` is
 * aborted, the lease is released immediately and the rest of the run is ignored.
 */
export async function runTopic(app: DigestsApp, termId: string, lost?: AbortSignal): Promise<void> {
  const lease = await leaseTopic(app, termId);
  if (!lease) return;
  try {
    await withTopicHeartbeat(app, lease, (taken) =>
      unlessAborted(AbortSignal.any([taken, ...(lost ? [lost] : [])]), searchAndFinish(app, lease)),
    );
  } catch (error) {
    if (lost?.aborted) await releaseLease(app, lease);
    else if (!(error instanceof LeaseLost))
      await retryLater(app, lease, 'Something went wrong on our side. We will try again.');
    if (!(error instanceof LeaseLost)) throw error;
    app.log.warn({ term: termId, why: error.message }, 'a run lost the lease on its topic');
  }
}

/** Rejects as soon as the signal is aborted; the work may continue, and its result is ignored. */
const unlessAborted = (signal: AbortSignal, work: Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });

async function searchAndFinish(app: DigestsApp, lease: Lease): Promise<void> {
  const context = await loadRunContext(app, lease.term);
  if (!context) return releaseLease(app, lease);
  if (lease.term.lastProcessedAt === null) await firstRun(app, lease, context);
  else await weeklyRun(app, lease, context);
}

/** Looks back 7 days, then 30, 90, 365, until enough papers are relevant. */
async function firstRun(app: DigestsApp, lease: Lease, context: RunContext): Promise<void> {
  let term = needsExpansion(lease.term) ? await expandTerm(app, lease.term) : lease.term;
  const isExpanded = term !== lease.term;
  const scope = scopeOf(app, context.reader, term);
  const { sources } = scope.candidates;
  if (!sources.size) return finishRun(app, lease, null, noSourceEnabled);
  const failed = new Map<SourceName, Coverage>();
  let found: Found | null = null;
  for (const days of lookBackDays) {
    const window = lastDays(app.now(), days);
    const { coverage, translation } = await coverTopic(app, {
      userId: lease.term.userId,
      query: queryOf(term),
      sources,
      window,
      failedBefore: failed,
    });
    // The records that just came in may explain the topic better than what the corpus held before.
    if (isExpanded && days === lookBackDays[0]) term = await expandTerm(app, term, { translation });
    for (const row of coverage) if (row.outcome === 'failed') failed.set(row.source, row);
    if (failed.size === sources.size) return failNoSource(app, lease, coverage);
    const papers = await papersSince(app, term, context, {
      scope,
      availableFrom: window.from,
      limit: digestSize,
    });
    found = {
      papers,
      coverage: withReasons(coverage, scope),
      days,
      window,
      scope,
      digestType: 'immediate',
      periodStart: term.requestedAt,
    };
    if (papers.length >= enough) break;
  }
  const { window } = found!;
  await finish(app, lease, context, {
    found: found!,
    searchAgain: (scope) =>
      papersSince(app, term, context, { scope, availableFrom: window.from, limit: passedOverAtMost }),
  });
}

/** Everything first seen since the topic's last digest, except papers that were sent for it before. */
async function weeklyRun(app: DigestsApp, lease: Lease, context: RunContext): Promise<void> {
  const { term } = lease;
  const { reader } = context;
  if (!reader.preferences.weeklyDigest) return finishRun(app, lease, null, null);
  const periodStart = answeredUntil(term, context);
  const days = Math.max(1, Math.ceil((app.now().getTime() - periodStart.getTime()) / dayMs));
  const window = lastDays(app.now(), days);
  const scope = scopeOf(app, reader, term);
  const { sources } = scope.candidates;
  if (!sources.size) return finishRun(app, lease, null, noSourceEnabled);
  // From the corpus alone: calls to the sources must not grow with the number of topics.
  const coverage = withReasons(await corpusCoverage(app, sources, window), scope);
  if (coverage.every(({ outcome }) => outcome === 'failed' || outcome === 'off'))
    return failNoSource(app, lease, coverage);
  const search = (scope: Scope, limit: number) =>
    newPapers(app, term, context, { scope, limit, floor: scope.floor });
  const papers = await search(scope, digestSize);
  await finish(app, lease, context, {
    found: { papers, coverage, days, window, scope, digestType: 'weekly', periodStart },
    searchAgain: (scope) => search(scope, passedOverAtMost),
  });
}

interface Found {
  papers: Ranked[];
  coverage: Coverage[];
  days: number;
  window: DayWindow;
  scope: Scope;
  digestType: 'immediate' | 'weekly';
  periodStart: Date;
}

/** Stores the digest, or a nothing-new notice, or neither; the topic is then done until its next delivery. */
async function finish(
  app: DigestsApp,
  lease: Lease,
  context: RunContext,
  {
    found,
    searchAgain,
  }: {
    found: Found;
    /** The same search under another scope. */
    searchAgain: (scope: Scope) => Promise<Ranked[]>;
  },
): Promise<void> {
  const { term } = lease;
  const { reader, hasNews, lastWithPapers } = context;
  const { scope, ...period } = found;
  const { filtered } = scope;
  const composition = { ...period, term, reader, filtered, periodEnd: app.now() };
  const later =
    found.papers.length && hasNews && lastWithPapers ? await laterStates(app, term.id, lastWithPapers) : [];
  const digest = await composeDigest(app, { ...composition, laterStates: later });
  if (digest) return finishRun(app, lease, digest, missingSources(found.coverage));
  const passedOver = filtered
    ? (await searchAgain(scopeOf(app, reader, { ...term, filters: null }))).length
    : 0;
  const notice = await composeNothingNew(app, { ...composition, passedOver });
  await finishRun(app, lease, notice, nothingNew(found.days, filtered, passedOver));
}

/** Every source the filters allow is turned off in the preferences. */
const noSourceEnabled =
  "This topic's filters allow only sources that you have turned off in your preferences, so nothing was searched.";

/** Why a search brought nothing. `passedOver` papers were relevant and did not pass the filters. */
function nothingNew(days: number, filtered: string | null, passedOver: number): string {
  if (!passedOver || !filtered)
    return `Nothing in the last ${days} days was close enough to this topic. We keep looking.`;
  const papers = passedOver === 1 ? 'One paper' : `${passedOver} papers`;
  return `${papers} of the last ${days} days matched this topic, but none passed its filters. ${filtered}`;
}

/** What a reader should know about a digest that lacks a source; null when none is missing. */
function missingSources(coverage: Coverage[]): string | null {
  const failed = coverage.filter(({ outcome, sentence }) => outcome === 'failed' && sentence);
  if (!failed.length) return null;
  return `${failed.map(({ sentence }) => sentence).join(' ')} Anything missed will be in a later digest.`;
}
