import { and, eq, gt } from 'drizzle-orm';
import { recentCoverage } from '#corpus/harvest/coverage.ts';
import type { Candidates, Shortlist } from '#engine/core/types.ts';
import { askedIn } from '#engine/understanding/syntax.ts';
import type { App, Followed } from '#kit/feature.ts';
import { quoted, shorten } from '#mail/layout/words.ts';
import { emailDigests } from '#platform/db/schema.ts';
import { LeaseLost } from '#platform/lease.ts';
import { closeMatchesAtMost } from '#shared/digests/closeMatches.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import { matchWord } from '#shared/papers/match.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import { numberInWords } from '#shared/papers/strength.ts';
import { pluck } from '#shared/values/pick.ts';
import { capitalize, plain } from '#shared/values/plainText.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import type { DayWindow } from '#sources/record/source.ts';
import { expandTerm, needsExpansion } from '#topics/expansion/expand.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import { composeDigest, composeNothingNew } from './compose.ts';
import { loadRunContext, type RunContext, type Scope, scopeOf, withReasons } from './context.ts';
import { beingRead, mayWait, outcomeOfEmpty, sourcesBehind } from './due.ts';
import {
  answeredUntil,
  candidatesSince,
  coverTopic,
  digestSize,
  lastDays,
  lookedAgain,
  missingSources,
  newCandidates,
  noSourceEnabled,
  nothingNew,
  queryOf,
  rankTopic,
  shortlistTopic,
  waitingFor,
} from './find.ts';
import { failNoSource, finishRun, retryLater, ToldMeanwhile, waitForSources } from './finish.ts';
import { nameByHeadings } from './headings.ts';
import { judgeFound } from './judging.ts';
import { laterStates } from './laterStates.ts';
import { type Lease, leaseTopic, releaseLease, withTopicHeartbeat } from './lease.ts';

/** A first search looks back further until it has this many papers, and of seven days until so many are strong matches. */
const enough = 5;
const enoughStrong = 3;
const lookBackDays = [7, 30, 90, 365];
/** Upper bound when counting papers that only the filters left out. */
const passedOverAtMost = 50;

/**
 * Searches for one topic, composes its digest and enqueues its delivery. Safe to run at any time, any number of times, by
 * any number of workers: the lease allows one run at a time, and each period gets one digest. If `lost` is aborted, the
 * lease is released immediately and the rest of the run is ignored.
 */
export async function runTopic(app: App, termId: string, lost?: AbortSignal): Promise<void> {
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

/** Rejects as soon as the signal is aborted. The work may continue; its result is ignored. */
const unlessAborted = (signal: AbortSignal, work: Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });

async function searchAndFinish(app: App, lease: Lease): Promise<void> {
  for (let tries = 1; ; tries++) {
    const context = await loadRunContext(app, lease.term);
    if (!context) return releaseLease(app, lease);
    try {
      if (lease.term.kind) await followedRun(app, lease, context);
      else if (lease.term.lastProcessedAt === null) await firstRun(app, lease, context);
      else await weeklyRun(app, lease, context);
      return;
    } catch (error) {
      // Composed again: by now the ledger names these papers.
      if (!(error instanceof ToldMeanwhile) || tries === 12) throw error;
    }
  }
}

const nothingMore: Followed = { works: [], coverage: [], days: 0 };

/** The scope with the works that features add, whichever source lists them. */
const withMore = (scope: Scope, { works }: Followed): Scope =>
  works.length
    ? { ...scope, candidates: { ...scope.candidates, also: new Set(works.map(({ id }) => id)) } }
    : scope;

/** Whether a first search may end: one week of weak matches is a poor start if the weeks before it have strong ones. */
function isEnough({ papers }: Shortlist, days: number): boolean {
  const strong = papers.filter(({ score, why }) => matchWord(score, why) === 'Strong match');
  return papers.length >= enough && (days > lookBackDays[0]! || strong.length >= enoughStrong);
}

/** Looks back 7 days, then 30, 90, 365, until enough papers are relevant. */
async function firstRun(app: App, lease: Lease, context: RunContext): Promise<void> {
  let term = needsExpansion(lease.term) ? await expandTerm(app, lease.term) : lease.term;
  const isExpanded = term !== lease.term;
  const more = (await followedBy(app, term, null)) ?? nothingMore;
  const scope = withMore(scopeOf(app, context.reader, term), more);
  const { sources } = scope.candidates;
  if (!sources.size) return finishRun(app, lease, null, noSourceEnabled);
  const failed = new Map<SourceName, Coverage>();
  let found: Found | null = null;
  for (const days of lookBackDays) {
    const window = lastDays(app.now(), days);
    const { coverage, translation } = await coverTopic(app, {
      ...{ userId: term.userId, query: await queryOf(app, term), sources, window, failedBefore: failed },
    });
    // The records that just came in may explain the topic better than what the corpus held before.
    if (isExpanded && days === lookBackDays[0]) term = await expandTerm(app, term, { translation });
    for (const row of coverage) if (row.outcome === 'failed') failed.set(row.source, row);
    if (failed.size === sources.size) return failNoSource(app, lease, coverage, { waits: false });
    const periodEnd = app.now();
    const candidates = candidatesSince(context, scope, window.from);
    const wanted = { candidates, limit: digestSize, floor: scope.floor };
    const shortlist = await shortlistTopic(app, term, context, wanted);
    found = {
      ...{ ...shortlist, coverage: [...withReasons(coverage, scope), ...more.coverage], days, window, scope },
      ...{ digestType: 'immediate', periodStart: term.requestedAt, periodEnd },
    };
    if (isEnough(shortlist, days)) break;
  }
  const { window } = found!;
  await finish(app, lease, context, {
    found: found!,
    term,
    candidatesIn: (scope) => candidatesSince(context, scope, window.from),
  });
  if (isExpanded && sources.has('pubmed') && !failed.has('pubmed')) await nameByHeadings(app, term);
}

/** Everything first seen since the topic's last digest, except papers that were sent for it before. */
async function weeklyRun(app: App, lease: Lease, context: RunContext): Promise<void> {
  const [{ term }, { reader }] = [lease, context];
  if (!reader.preferences.weeklyDigest) return finishRun(app, lease, null, null);
  const periodStart = answeredUntil(term, context);
  const periodEnd = app.now();
  const days = Math.max(1, Math.ceil((periodEnd.getTime() - periodStart.getTime()) / dayMs));
  const window = lastDays(periodEnd, days);
  const more = (await followedBy(app, term, periodStart)) ?? nothingMore;
  const scope = withMore(scopeOf(app, reader, term), more);
  const { sources } = scope.candidates;
  if (!sources.size) return finishRun(app, lease, null, noSourceEnabled);
  // Uses the corpus alone, because calls to the sources must not grow with the number of topics.
  const coverage = [...withReasons(await recentCoverage(app, sources, window), scope), ...more.coverage];
  const waits = mayWait(app, lease, context);
  if (coverage.every(({ outcome }) => outcome === 'failed' || outcome === 'off'))
    return failNoSource(app, lease, coverage, { waits });
  const behind = sourcesBehind(coverage, window);
  if (behind.length && waits) return waitForSources(app, lease, waitingFor(behind));
  const candidatesIn = (scope: Scope) => newCandidates(app, term, context, scope);
  const wanted = { candidates: candidatesIn(scope), limit: digestSize, floor: scope.floor };
  const shortlist = await shortlistTopic(app, term, context, wanted);
  await finish(app, lease, context, {
    found: { ...shortlist, coverage, days, window, scope, digestType: 'weekly', periodStart, periodEnd },
    ...{ term, candidatesIn },
  });
}

interface Found extends Shortlist {
  coverage: Coverage[];
  days: number;
  window: DayWindow;
  scope: Scope;
  digestType: 'immediate' | 'weekly';
  periodStart: Date;
  /** When the corpus was looked at: what comes while the digest is composed belongs to the next one. */
  periodEnd: Date;
}

interface Finding {
  found: Found;
  /** The topic as it was searched: a first run has expanded it. */
  term: TopicRow;
  /** The candidates of a search under a scope. */
  candidatesIn: (scope: Scope) => Candidates;
}

/** Stores the digest, a nothing-new notice, or neither. Then the topic is done until its next delivery. */
async function finish(app: App, lease: Lease, context: RunContext, finding: Finding): Promise<void> {
  const [{ found }, { term }, { reader, hasNews, lastWithPapers }] = [finding, lease, context];
  const { scope, closeMatches: _, ...period } = found;
  const composition = { ...period, term, reader, filtered: scope.filtered };
  const later =
    found.papers.length && hasNews ? await laterStates(app, term, lastWithPapers ?? new Date(0)) : [];
  const judged = await judgeFound(app, context, finding);
  const hidden = found.papers.length ? [...(await leftOutOf(app, context, finding)), ...judged.hidden] : [];
  const digest = await composeDigest(app, { ...composition, ...judged, hidden, laterStates: later });
  if (digest) return finishRun(app, lease, digest, missingSources(found.coverage));
  await finishEmpty(app, lease, context, { ...finding, byModel: judged.byModel });
}

/** As `finish`, for a run without close papers, or whose only one a model judged to be off the topic. */
async function finishEmpty(
  app: App,
  lease: Lease,
  context: RunContext,
  { found, term: searched, candidatesIn, byModel }: Finding & { byModel: string | null },
): Promise<void> {
  const [{ term }, { reader }] = [lease, context];
  const { scope, ...period } = found;
  const { filtered } = scope;
  const reading = await beingRead(app, found.coverage);
  const behind = sourcesBehind(found.coverage, found.window);
  const outcome = outcomeOfEmpty({
    ...{ isWeekly: found.digestType === 'weekly', days: found.days, failures: term.failures },
    ...{ isBeingRead: reading.length > 0, isBehind: behind.length > 0 },
    mayWait: mayWait(app, lease, context),
  });
  if (outcome === 'waits') return waitForSources(app, lease, waitingFor(reading));
  if (outcome === 'is tried again') return retryLater(app, lease, waitingFor(reading));
  const searchAgain = (scope: Scope, limit: number) =>
    rankTopic(app, searched, context, { candidates: candidatesIn(scope), limit, floor: scope.floor });
  const whole = () => searchAgain(scopeOf(app, reader, { ...term, filters: null }), passedOverAtMost);
  const passed = filtered && !byModel ? await whole() : [];
  const detail = [nothingNew(found.days, filtered, passed.length), byModel].filter(Boolean).join(' ');
  if (outcome === 'stays open') return finishRun(app, lease, null, `${detail} ${lookedAgain(behind)}`);
  const notice = await composeNothingNew(app, {
    ...{ ...period, term, reader, filtered },
    passedOver: passed.length,
    floor: scope.floor,
    byModel,
    nearest: async () =>
      passed[0] ?? found.papers[0] ?? (await searchAgain({ ...scope, floor: 0 }, 1))[0] ?? null,
  });
  await finishRun(app, lease, notice, detail);
}

/**
 * What all features together add to a topic's digest; null if none does.
 * @param since start of the digest's period; null for a first digest
 */
async function followedBy(app: App, term: TopicRow, since: Date | null): Promise<Followed | null> {
  const asked = app.features.map(({ followed }) => followed?.(app, term, since) ?? null);
  const found = await Promise.all(asked);
  const given = found.filter((one) => one !== null);
  if (!given.length) return null;
  const [works, coverage] = [pluck(given, 'works').flat(), pluck(given, 'coverage').flat()];
  return { works, coverage, days: Math.max(...pluck(given, 'days')) };
}

/**
 * Papers that digests of the last 60 days only listed. Two periods overlap by an hour, as for topics of words: what is in
 * both is in the ledger, or listed.
 */
async function listedBefore({ db, now }: App, termId: string): Promise<Set<number>> {
  const isLate = gt(emailDigests.createdAt, timeBefore(now(), 60 * dayMs));
  const late = db.select({ further: emailDigests.furtherMatches }).from(emailDigests);
  const rows = await late.where(and(eq(emailDigests.searchTermId, termId), isLate));
  return new Set(rows.flatMap(({ further }) => pluck(further ?? [], 'id')));
}

/**
 * The run of a followed thing: everything new that belongs to it, each paper once, in the order of its feature. Nothing is
 * searched for by words, and no notice says that there is nothing.
 */
async function followedRun(app: App, lease: Lease, context: RunContext): Promise<void> {
  const [{ term }, { reader }] = [lease, context];
  const isFirst = term.lastProcessedAt === null;
  if (!isFirst && !reader.preferences.weeklyDigest) return finishRun(app, lease, null, null);
  const periodStart = isFirst ? term.requestedAt : answeredUntil(term, context);
  // Before looking: what comes while the digest is composed belongs to the next one.
  const periodEnd = app.now();
  const found = await followedBy(app, term, isFirst ? null : periodStart);
  if (!found) return finishRun(app, lease, null, 'This server does not follow such things any more.');
  const { coverage, days } = found;
  const waits = mayWait(app, lease, context);
  if (coverage.length && coverage.every(({ outcome }) => outcome === 'failed'))
    return failNoSource(app, lease, coverage, { waits });
  const behind = sourcesBehind(coverage, lastDays(periodEnd, days));
  if (!isFirst && behind.length && waits) return waitForSources(app, lease, waitingFor(behind));
  const listed = await listedBefore(app, term.id);
  const works = found.works.filter(({ id }) => !context.sent.has(id) && !listed.has(id));
  const closeMatches = works.slice(0, closeMatchesAtMost).map((work) => ({ ...work, score: 1 }));
  const digest = await composeDigest(app, {
    ...{ term, reader, coverage, days, periodStart, closeMatches, filtered: null, periodEnd },
    papers: closeMatches.slice(0, digestSize).map(({ id, score, belongs }) => ({
      ...{ id, score, parts: noParts, why: { ...noWhy, ...(belongs && { belongs }) } },
    })),
    digestType: isFirst ? 'immediate' : 'weekly',
  });
  const nothing = digest ? null : `Nothing new in the last ${days} days. We keep looking.`;
  await finishRun(app, lease, digest, missingSources(coverage) ?? nothing);
}

const noWhy = { matched: [], expanded: [], because: null };
const noParts = { lexical: 0, feedback: 0, latent: 0, embedding: 0, impact: 0, liked: 0 };

/** Words to leave out that are counted for one digest; each takes a search. */
const wordsAtMost = 3;

/**
 * What kept close papers out of a digest, in sentences: words that the topic leaves out, and its filters. Searches again only
 * for a topic that has them.
 */
async function leftOutOf(
  app: App,
  context: RunContext,
  { found: { scope, closeMatches }, term, candidatesIn }: Finding,
): Promise<string[]> {
  const matches = async (topic: TopicRow, candidates: Candidates, { floor }: Scope) =>
    (await shortlistTopic(app, topic, context, { candidates, limit: 1, floor })).closeMatches;
  const { words, excluded } = askedIn(term.term);
  const candidates = candidatesIn(scope);
  const said: string[] = [];
  for (const word of words ? excluded.slice(0, wordsAtMost) : []) {
    const required = [...(candidates.required ?? []), word];
    const having = await matches({ ...term, term: words }, { ...candidates, required }, scope);
    if (having.length)
      said.push(
        `${papers(having.length)} with ${quoted(shorten(plain(word), 60))} ${having.length === 1 ? 'was' : 'were'} left out.`,
      );
  }
  if (!scope.filtered) return said;
  const open = scopeOf(app, context.reader, { ...term, filters: null });
  const shown = new Set(closeMatches.map(({ id }) => id));
  const stopped = (await matches(term, candidatesIn(open), open)).filter(({ id }) => !shown.has(id)).length;
  return stopped ? [...said, `${papers(stopped)} did not pass this topic’s filters.`] : said;
}

const papers = (count: number): string =>
  `${capitalize(numberInWords(count))} close ${count === 1 ? 'match' : 'matches'}`;
