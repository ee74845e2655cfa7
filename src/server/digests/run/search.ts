import type { Candidates, Ranked, Shortlist, Topic } from '#engine/core/types.ts';
import { topicVector } from '#enrichment/embeddings.ts';
import type { App } from '#kit/feature.ts';
import { yieldToSends } from '#platform/sendPriority.ts';
import { closeMatchesAtMost } from '#shared/digests/closeMatches.ts';
import { dayMs, hourMs } from '#shared/values/time.ts';
import type { DayWindow, SourceQuery } from '#sources/record/source.ts';
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

/** Prepares the search of a topic, after waiting until no mail is about to be sent. */
async function prepare(app: App, term: TopicRow, context: Pick<RunContext, 'hasVerdicts'>) {
  const topic = await loadTopic(app, term, context);
  const index = await app.index.current();
  await yieldToSends();
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

/** The query for a source: the topic and its stronger expansion phrases. */
export const queryOf = (term: TopicRow): SourceQuery => ({
  phrases: [
    term.term,
    ...term.expansion.filter(({ weight, of }) => !of && weight >= 0.5).map(({ phrase }) => phrase),
  ],
});

/** The last `days` days up to now, as ISO days in UTC, both included. */
export function lastDays(now: Date, days: number): DayWindow {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { from: day(now.getTime() - days * dayMs), to: day(now.getTime()) };
}

/** Start of the topic's next digest: the end of the last period that a digest or a notice answered. */
export const answeredUntil = (term: TopicRow, { lastAnswered }: RunContext): Date =>
  lastAnswered ?? term.lastProcessedAt ?? term.createdAt;
