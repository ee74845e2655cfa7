import { topicVector } from '#enrichment/embeddings/topic.ts';
import { whenQuiet } from '#platform/sendPriority.ts';
import type { Ranked, Topic } from '#search/types.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import { dayMs, hourMs } from '#shared/time.ts';
import type { DayWindow, SourceQuery } from '#sources/record/source.ts';
import { expandTerm, needsExpansion } from '#topics/expansion/expand.ts';
import { relevanceFeedbackFor } from '#topics/feedback/judgements.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import type { DigestsApp } from '../app.ts';
import { composeDigest } from '../compose/digest.ts';
import { laterStates } from '../compose/laterStates.ts';
import { composeNote } from '../compose/nothingNew.ts';
import { failWhole, putBack, settle } from '../store/finish.ts';
import { ClaimLost, claimTerm, giveBack, type Held, touchTerm, whileAlive } from '../store/lease.ts';
import { type Known, knownOf } from './context.ts';
import { gather, receiptsOf } from './cover.ts';
import { type Scope, scopeOf, withReasons } from './scope.ts';
import { noSourceLeft, nothingNew, partly } from './statusDetail.ts';

/** Papers in one digest. */
const digestSize = 10;
/** A first search looks back further until it has this many. */
const enough = 5;
const widths = [7, 30, 90, 365];
/** Counted at most of the papers that filters kept out, when they kept out all. */
const passedOverAtMost = 50;
/** A weekly digest never brings papers older than this: they came to the library through somebody's first search. */
const weeklyReachDays = 60;

/**
 * Searches one term, composes its digest and asks for its delivery. Safe to run at any time, any number of
 * times, by any number of workers: the claim lets one in, and a period is answered once. When `lost` is aborted
 * the term is given back at once, and what the run still does counts for nothing.
 */
export async function runTerm(app: DigestsApp, termId: string, lost?: AbortSignal): Promise<void> {
  const held = await claimTerm(app, termId);
  if (!held) return;
  try {
    await whileAlive(
      app,
      () => touchTerm(app, held),
      (taken) => unlessAborted(AbortSignal.any([taken, ...(lost ? [lost] : [])]), searchAndSettle(app, held)),
    );
  } catch (error) {
    if (lost?.aborted) await giveBack(app, held);
    else if (!(error instanceof ClaimLost))
      await putBack(app, held, 'Something went wrong on our side. We will try again.');
    if (!(error instanceof ClaimLost)) throw error;
    app.log.warn({ term: termId, why: error.message }, 'a run has lost its term');
  }
}

/** Waits no longer than until the signal says so; the work may go on behind it, without being heard. */
const unlessAborted = (signal: AbortSignal, work: Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });

async function searchAndSettle(app: DigestsApp, held: Held): Promise<void> {
  const known = await knownOf(app, held.term);
  if (!known) return giveBack(app, held);
  if (held.term.lastProcessedAt === null) await firstRun(app, held, known);
  else await weeklyRun(app, held, known);
}

/** Looks back 7 days, then 30, 90, 365, until enough papers clear the floor. */
async function firstRun(app: DigestsApp, held: Held, known: Known): Promise<void> {
  let term = needsExpansion(held.term) ? await expandTerm(app, held.term) : held.term;
  const widened = term !== held.term;
  const scope = scopeOf(known.reader, term);
  const wanted = scope.candidates.sources;
  if (!wanted.size) return settle(app, held, null, noSourceLeft);
  const failed = new Map<SourceName, Coverage>();
  let topic: Topic | null = null;
  const look = async ({ candidates, floor }: Scope, availableFrom: string, limit: number) => {
    topic ??= await topicOf(app, term, known);
    const index = await app.index.current();
    await whenQuiet();
    return index.rank(topic, { ...candidates, availableFrom, except: known.sent }, { limit, floor });
  };
  let found: Found | null = null;
  for (const days of widths) {
    const window = lastDays(app.now(), days);
    let translation: string | null = null;
    const coverage = await gather(app, queryOf(term), wanted, window, failed, (said) => {
      translation = said;
    });
    // What was just brought in may explain the topic better than what the library held before.
    if (widened && days === widths[0]) term = await expandTerm(app, term, { translation });
    for (const receipt of coverage) if (receipt.outcome === 'failed') failed.set(receipt.source, receipt);
    if (failed.size === wanted.size) return failWhole(app, held, coverage);
    const papers = await look(scope, window.from, digestSize);
    found = { papers, coverage: withReasons(coverage, scope), days, window, scope };
    if (papers.length >= enough) break;
  }
  await finish(app, held, known, {
    ...{ ...found!, digestType: 'immediate', periodStart: term.requestedAt },
    unfiltered: (scope) => look(scope, found!.window.from, passedOverAtMost),
  });
}

/** Everything first seen since the term's last digest; the ledger keeps out what went before. */
async function weeklyRun(app: DigestsApp, held: Held, known: Known): Promise<void> {
  const { term } = held;
  const { reader } = known;
  if (!reader.preferences.weeklyDigest) return settle(app, held, null, null);
  const periodStart = answeredUntil(term, known);
  const days = Math.max(1, Math.ceil((app.now().getTime() - periodStart.getTime()) / dayMs));
  const window = lastDays(app.now(), days);
  const scope = scopeOf(reader, term);
  const wanted = scope.candidates.sources;
  if (!wanted.size) return settle(app, held, null, noSourceLeft);
  // The library is asked, not the sources: their calls must not grow with the number of terms.
  const coverage = withReasons(await receiptsOf(app, wanted, window), scope);
  if (coverage.every(({ outcome }) => outcome === 'failed' || outcome === 'off'))
    return failWhole(app, held, coverage);
  const look = (scope: Scope, limit: number) =>
    newPapers(app, term, scope, known, { limit, floor: scope.floor });
  const papers = await look(scope, digestSize);
  await finish(app, held, known, {
    ...{ papers, coverage, days, window, scope, digestType: 'weekly', periodStart },
    unfiltered: (scope) => look(scope, passedOverAtMost),
  });
}

/** Papers for a term that the library first saw after its last answer and that have not gone out for it, best first. */
export async function newPapers(
  app: DigestsApp,
  term: TopicRow,
  { candidates }: Scope,
  known: Known,
  options: { limit: number; floor: number },
): Promise<Ranked[]> {
  const since = answeredUntil(term, known);
  const days = Math.ceil((app.now().getTime() - since.getTime()) / dayMs);
  const topic = await topicOf(app, term, known);
  const index = await app.index.current();
  await whenQuiet();
  return index.rank(
    topic,
    {
      ...candidates,
      availableFrom: lastDays(app.now(), Math.max(days, weeklyReachDays)).from,
      // An hour of overlap: a row gets its first-seen moment a little before it can be seen.
      firstSeenAfter: since.getTime() - hourMs,
      except: known.sent,
    },
    options,
  );
}

interface Found {
  papers: Ranked[];
  coverage: Coverage[];
  days: number;
  window: DayWindow;
  scope: Scope;
}

/** The digest, or a note that there is nothing new, or neither; then the term is done until its next delivery. */
async function finish(
  app: DigestsApp,
  held: Held,
  known: Known,
  {
    unfiltered,
    ...found
  }: Found & {
    digestType: 'immediate' | 'weekly';
    periodStart: Date;
    /** The same search under another scope. */
    unfiltered: (scope: Scope) => Promise<Ranked[]>;
  },
): Promise<void> {
  const { term } = held;
  const { reader, hasNews, lastWithPapers } = known;
  const { filtered } = found.scope;
  const period = { term, reader, ...found, filtered, periodEnd: app.now() };
  const digest = await composeDigest(app, {
    ...period,
    laterStates:
      found.papers.length && hasNews && lastWithPapers ? await laterStates(app, term.id, lastWithPapers) : [],
  });
  if (digest) return settle(app, held, digest, partly(found.coverage));
  const passedOver = filtered ? (await unfiltered(scopeOf(reader, { filters: null }))).length : 0;
  await settle(
    app,
    held,
    await composeNote(app, { ...period, passedOver }),
    nothingNew(found.days, filtered, passedOver),
  );
}

async function topicOf(app: DigestsApp, term: TopicRow, { hasVerdicts }: Known): Promise<Topic> {
  const taste = hasVerdicts ? await relevanceFeedbackFor(app, term.id) : { liked: [], disliked: [] };
  const vector = await topicVector(app, term);
  return { text: term.term, expansion: term.expansion, ...taste, vector };
}

const queryOf = (term: TopicRow): SourceQuery => ({
  phrases: [term.term, ...term.expansion.filter(({ weight }) => weight >= 0.5).map(({ phrase }) => phrase)],
});

export function lastDays(now: Date, days: number): DayWindow {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { from: day(now.getTime() - days * dayMs), to: day(now.getTime()) };
}

/** Where the next digest goes on. */
export const answeredUntil = (term: TopicRow, { lastAnswered }: Known): Date =>
  lastAnswered ?? term.lastProcessedAt ?? term.createdAt;
