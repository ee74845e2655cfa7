import type { Candidates, Ranked, Shortlist, Span, Topic } from '#engine/core/types.ts';
import { type Node, parseSyntax } from '#engine/understanding/syntax.ts';
import { topicVector } from '#enrichment/embeddings.ts';
import type { App } from '#kit/feature.ts';
import { closeMatchesAtMost } from '#shared/digests/closeMatches.ts';
import { indexedSources } from '#shared/papers/sources.ts';
import { dayMs, hourMs } from '#shared/values/time.ts';
import type { DayWindow, SourceQuery, Wanted } from '#sources/record/source.ts';
import { relevanceFeedbackFor } from '#topics/feedback/judgements.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import type { RunContext } from './context.ts';
import type { Scope } from './scope.ts';

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
export function newCandidates(
  { now }: Pick<App, 'now'>,
  term: TopicRow,
  context: RunContext,
  scope: Scope,
): Candidates {
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
  const { topic, index } = await prepare(app, term, context);
  return index.rank(topic, candidates, options);
}

/** As `rankTopic`, plus all close matches up to `closeMatchesAtMost`. */
export async function shortlistTopic(
  app: App,
  term: TopicRow,
  context: Pick<RunContext, 'hasVerdicts'>,
  { candidates, ...options }: Choice,
): Promise<Shortlist> {
  const { topic, index } = await prepare(app, term, context);
  return index.shortlist(topic, candidates, { ...options, matchesAtMost: closeMatchesAtMost });
}

interface Choice {
  candidates: Candidates;
  limit: number;
  floor: number;
}

/** Prepares the search of a topic. */
async function prepare(app: App, term: TopicRow, context: Pick<RunContext, 'hasVerdicts'>) {
  const topic = await loadTopic(app, term, context);
  const index = await app.index.current();
  return { topic, index };
}

async function loadTopic(
  app: App,
  term: TopicRow,
  { hasVerdicts }: Pick<RunContext, 'hasVerdicts'>,
): Promise<Topic> {
  const feedback = hasVerdicts ? await relevanceFeedbackFor(app, term.id) : { liked: [], disliked: [] };
  const vector = await topicVector(app, term);
  return { text: term.term, expansion: term.expansion, ...feedback, lessons: term.phraseRules, vector };
}

/** The query for a source: the topic as the engine reads it, corrected or translated too, and its stronger phrases. */
export async function queryOf(app: Pick<App, 'index'>, term: TopicRow): Promise<SourceQuery> {
  const index = await app.index.current();
  const { allOf, kinds } = await index.understand(term.term, 0);
  const read = [...allOf, ...kinds].flatMap(({ span, searchedAs }) =>
    searchedAs ? [{ ...span, searchedAs }] : [],
  );
  return {
    topic: wantedOf(term.term, read),
    phrases: term.expansion.filter(({ weight, of }) => !of && weight >= 0.5).map(({ phrase }) => phrase),
  };
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
