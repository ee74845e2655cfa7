import { desc, eq, sql } from 'drizzle-orm';
import { coverageOf, ensureCovered } from '#corpus/harvest/coverage.ts';
import { ingest } from '#corpus/works/ingest.ts';
import type { Candidates, Ranked, Shortlist, Span } from '#engine/core/types.ts';
import { type Node, parseSyntax } from '#engine/understanding/syntax.ts';
import { topicVector } from '#enrichment/embeddings.ts';
import type { App } from '#kit/feature.ts';
import { listed } from '#mail/layout/words.ts';
import { sessions, users } from '#platform/db/schema.ts';
import { waitFor } from '#platform/rateLimits.ts';
import { closeMatchesAtMost } from '#shared/digests/closeMatches.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import { indexedSources, type SourceName, sourceLabels } from '#shared/papers/sources.ts';
import { dateInWords } from '#shared/values/dates.ts';
import { dayMs, hourMs, timeAfter } from '#shared/values/time.ts';
import { type DayWindow, SourceFailure, type SourceQuery, type Wanted } from '#sources/record/source.ts';
import { taughtTopic } from '#topics/feedback/judgements.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import type { RunContext, Scope } from './context.ts';

/** Papers in one digest. */
export const digestSize = 10;
/** Age limit for papers in a weekly digest. Older ones only reached the corpus through somebody's first search. */
const weeklyReachDays = 60;

/** Papers available since an ISO day that were not sent for the topic. */
export const candidatesSince = (
  { sent }: Pick<RunContext, 'sent'>,
  scope: Scope,
  availableFrom: string,
): Candidates => ({ ...scope.candidates, availableFrom, except: sent });

/** Papers first seen after the topic's last digest or notice that were never sent for it. */
export function newCandidates({ now }: App, term: TopicRow, context: RunContext, scope: Scope): Candidates {
  const since = answeredUntil(term, context);
  const days = Math.ceil((now().getTime() - since.getTime()) / dayMs);
  return {
    ...candidatesSince(context, scope, lastDays(now(), Math.max(days, weeklyReachDays)).from),
    // Overlaps by an hour, because a row gets its first-seen time a little before other connections can see it.
    firstSeenAfter: since.getTime() - hourMs,
  };
}

/** The best of some candidates for a topic, using all it has learned; best first. `floor` is 0 to 1. */
export async function rankTopic(
  app: App,
  term: TopicRow,
  context: Pick<RunContext, 'hasVerdicts'>,
  { candidates, ...options }: Choice,
): Promise<Ranked[]> {
  const topic = await loadTopic(app, term, context);
  return (await app.index.current()).rank(topic, candidates, options);
}

/** As `rankTopic`, plus all close matches up to `closeMatchesAtMost`. */
export async function shortlistTopic(
  app: App,
  term: TopicRow,
  context: Pick<RunContext, 'hasVerdicts'>,
  { candidates, ...options }: Choice,
): Promise<Shortlist> {
  const topic = await loadTopic(app, term, context);
  const index = await app.index.current();
  return index.shortlist(topic, candidates, { ...options, matchesAtMost: closeMatchesAtMost });
}

type Choice = { candidates: Candidates; limit: number; floor: number };

async function loadTopic(app: App, term: TopicRow, { hasVerdicts }: Pick<RunContext, 'hasVerdicts'>) {
  const topic = await taughtTopic(app, term, { hasVerdicts });
  return { ...topic, vector: await topicVector(app, term) };
}

/** The query for a source: the topic as the engine reads it, corrected or translated too, and its stronger phrases. */
export async function queryOf(app: App, term: TopicRow): Promise<SourceQuery> {
  const index = await app.index.current();
  const { allOf, kinds } = await index.understand(term.term, 0);
  const read = [...allOf, ...kinds].flatMap(({ span, searchedAs }) =>
    searchedAs ? [{ ...span, searchedAs }] : [],
  );
  const wide = term.expansion.filter(({ weight, of }) => !of && weight >= 0.5);
  return { topic: wantedOf(term.term, read), phrases: wide.map(({ phrase }) => phrase) };
}

/** Words of a topic that are searched as others. */
interface ReadAs extends Span {
  searchedAs: string;
}

/** A topic as the engine parses it, without exclusions, and without fields that sources cannot be asked for alike. */
export function wantedOf(topic: string, read: readonly ReadAs[] = []): Wanted | null {
  const { root } = parseSyntax(topic, indexedSources);
  if (!root) return null;
  // A topic of fields alone is asked for by their words.
  return wantedIn(root, { topic, read }) ?? wantedIn(root, { topic, read, withFields: true });
}

interface Reading {
  topic: string;
  read: readonly ReadAs[];
  /** Whether to ask for the words of fields. */
  withFields?: boolean;
}

function wantedIn(node: Node, reading: Reading): Wanted | null {
  switch (node.kind) {
    case 'not':
      return null;
    case 'field':
      if (node.field === 'orcid' && 'text' in node.item) return { kind: 'orcid', text: node.item.text };
      return node.field === 'title' || reading.withFields ? wantedIn(node.item, reading) : null;
    case 'and':
    case 'or': {
      const items = node.items.flatMap((item) => wantedIn(item, reading) ?? []);
      // Without one of its alternatives a group would ask for too little.
      if (node.kind === 'or' && items.length < node.items.length) return null;
      return items.length ? { kind: node.kind === 'and' ? 'all' : 'any', items } : null;
    }
    case 'phrase':
      return beginningIn(node.text) ?? { kind: 'phrase', text: node.text };
    case 'prefix':
      return { kind: 'prefix', text: node.text };
    default:
      return eitherWay(node, reading);
  }
}

/** `"gut microb*"` asks for both words, since sources know no phrase with an open end. */
function beginningIn(phrase: string): Wanted | null {
  if (!phrase.endsWith('*')) return null;
  const cut = phrase.lastIndexOf(' ') + 1;
  const beginning = phrase.slice(cut, -1);
  if (beginning.length < 3) return null;
  const prefix = { kind: 'prefix', text: beginning } as const;
  const before = phrase.slice(0, cut).trim();
  return before ? { kind: 'all', items: [{ kind: 'phrase', text: before }, prefix] } : prefix;
}

/** Words as typed or, where the engine corrects or translates some, also as it reads them. */
function eitherWay({ from, to, text }: Span & { text: string }, { topic, read }: Reading): Wanted {
  const typed = { kind: 'words', text } as const;
  const within = read.filter((one) => one.from >= from && one.to <= to).toSorted((a, b) => b.from - a.from);
  if (!within.length) return typed;
  const corrected = within.reduce(
    (all, one) => all.slice(0, one.from - from) + one.searchedAs + all.slice(one.to - from),
    topic.slice(from, to),
  );
  return { kind: 'any', items: [typed, { kind: 'words', text: corrected }] };
}

/** The last `days` days up to now, as ISO days in UTC, both included. */
export function lastDays(now: Date, days: number): DayWindow {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { from: day(now.getTime() - days * dayMs), to: day(now.getTime()) };
}

/** Start of the topic's next digest: the end of the last period that a digest or a notice answered. */
export const answeredUntil = (term: TopicRow, { lastAnswered }: RunContext): Date =>
  lastAnswered ?? term.lastProcessedAt ?? term.createdAt;

/** How long a first digest waits for a source without search to be harvested. */
const harvestTimeoutMilliseconds = 90_000;

interface LiveSearch {
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
  app: App,
  wanted: LiveSearch,
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

async function searchLive(
  app: App,
  source: SourceName,
  { query, window }: LiveSearch,
): Promise<{ coverage: Coverage; translation: string | null }> {
  const blank = { source, ...window, records: 0, malformed: 0, papers: 0, sentence: null };
  try {
    const { records, malformed, translation } = await app.sources[source].search!(query, window);
    await ingest(app, records);
    // What was read before is ranked as well.
    const held = (await coverageOf(app, new Set([source]), window)).find((one) => one.source === source)!;
    const read = { malformed, records: Math.max(held.records, records.length) };
    const coverage = { ...blank, ...read, outcome: 'complete' } as const;
    return { coverage, translation: translation || null };
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
  app: App,
  before: Coverage,
  { sources, window }: LiveSearch,
  reason: Reason,
): Promise<Coverage> {
  const { source } = before;
  const reach = lastDays(app.now(), app.config.sources.harvestDays).from;
  if (window.from < reach) {
    const from = before.records ? before.from : reach;
    const since = dateInWords(new Date(from), { zone: 'UTC', weekday: true });
    return { ...before, outcome: 'partial', from, sentence: reason(sourceLabels[source], since) };
  }
  const deadline = timeAfter(app.now(), harvestTimeoutMilliseconds);
  const failure = await ensureCovered(app, source, window, { deadline });
  const after = (await coverageOf(app, sources, window)).find((one) => one.source === source)!;
  if (!failure) return after;
  return { ...after, outcome: after.records ? 'partial' : 'failed', sentence: failure.message };
}

/**
 * Counts one use of something that all readers share against the reader's share, their network's, and the day's total, which
 * does not grow with the number of readers. Stops counting at the first share that is used up, so no account and no network
 * full of accounts can use up everybody's.
 * @param of what has a total of its own, such as a source
 * @returns the seconds to wait, 0 if the use is allowed
 */
export async function shareWait(
  app: App,
  userId: string,
  what: 'live-search' | 'import-look-up',
  of = 'all',
): Promise<number> {
  const ofNetwork = { account: `${of} ${await networkOf(app, userId)}` };
  const shares = [[`${what}-network`, ofNetwork] as const, [what, { account: of }] as const];
  return waitFor(app, `${what}-reader`, { account: `${of} ${userId}` }, ...shares);
}

/** Whether a source may be searched live; if not, the digest uses our own copy. */
export const mayAskLive = async (app: App, userId: string, source: SourceName): Promise<boolean> =>
  (await shareWait(app, userId, 'live-search', source)) === 0;

/**
 * The network of the reader's last session, or else of the sign-up, as a /24 or /48. Readers who have signed out, and whose
 * sign-up is long ago, count as one network, so that signing out is no way around its share.
 */
async function networkOf({ db }: App, userId: string): Promise<string> {
  const [row] = await db
    .select({ network: sql<string | null>`coalesce(${sessions.network}, ${users.ipAddress})` })
    .from(users)
    .leftJoin(sessions, eq(sessions.userId, users.id))
    .where(eq(users.id, userId))
    .orderBy(sql`${desc(sessions.lastSeenAt)} nulls last`)
    .limit(1);
  return row?.network ?? 'unknown';
}

/** Every source the filters allow is turned off in the preferences. */
export const noSourceEnabled =
  "This topic's filters allow only sources that you have turned off in your preferences, so nothing was searched.";

/** Why a search found nothing. `passedOver` is the number of relevant papers that did not pass the filters. */
export function nothingNew(days: number, filtered: string | null, passedOver: number): string {
  if (!passedOver || !filtered)
    return `Nothing in the last ${days} days was close enough to this topic. We keep looking.`;
  const papers = passedOver === 1 ? 'One paper' : `${passedOver} papers`;
  return `${papers} of the last ${days} days matched this topic, but none passed its filters. ${filtered}`;
}

/** The sentence for a digest that lacks a source; null if none is missing. */
export function missingSources(coverage: readonly Coverage[]): string | null {
  const failed = coverage.filter(({ outcome, sentence }) => outcome === 'failed' && sentence);
  if (!failed.length) return null;
  return `${failed.map(({ sentence }) => sentence).join(' ')} Anything missed will be in a later digest.`;
}

/** The sentence for days in which nothing was found while sources were behind. */
export const lookedAgain = (sources: readonly SourceName[]): string =>
  `${namesOf(sources)} could not be read in full, so your next digest looks through these days again.`;

/** Why a digest that is due is not ready yet. */
export const waitingFor = (sources: readonly SourceName[]): string =>
  `Waiting for ${namesOf(sources)} to be read. The digest comes within four hours either way.`;

const namesOf = (sources: readonly SourceName[]): string =>
  listed(sources.map((source) => sourceLabels[source]));
