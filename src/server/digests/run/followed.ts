import { and, eq, gt } from 'drizzle-orm';
import type { Ranked } from '#engine/core/types.ts';
import type { App, Followed } from '#kit/feature.ts';
import { emailDigests } from '#platform/db/schema.ts';
import { closeMatchesAtMost } from '#shared/digests/closeMatches.ts';
import { pluck } from '#shared/values/pick.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import { composeDigest } from './compose.ts';
import type { RunContext } from './context.ts';
import { mayWait, sourcesBehind } from './due.ts';
import { answeredUntil, digestSize, lastDays, missingSources, waitingFor } from './find.ts';
import { failNoSource, finishRun, waitForSources } from './finish.ts';
import type { Lease } from './lease.ts';

/**
 * What all features together add to a topic's digest; null if none does.
 * @param since start of the digest's period; null for a first digest
 */
export async function followedBy(app: App, term: TopicRow, since: Date | null): Promise<Followed | null> {
  const found = await Promise.all(
    app.features.map(({ followed }) => followed?.(app, term.id, since) ?? null),
  );
  const given = found.filter((one) => one !== null);
  if (!given.length) return null;
  return {
    works: pluck(given, 'works').flat(),
    coverage: pluck(given, 'coverage').flat(),
    days: Math.max(...pluck(given, 'days')),
  };
}

/**
 * Papers that digests of the last 60 days only listed. Two periods overlap by an hour, as for topics of words: what is in
 * both is in the ledger, or listed.
 */
async function listedBefore({ db, now }: Pick<App, 'db' | 'now'>, termId: string): Promise<Set<number>> {
  const isLate = gt(emailDigests.createdAt, timeBefore(now(), 60 * dayMs));
  const rows = await db
    .select({ further: emailDigests.furtherMatches })
    .from(emailDigests)
    .where(and(eq(emailDigests.searchTermId, termId), isLate));
  return new Set(rows.flatMap(({ further }) => pluck(further ?? [], 'id')));
}

/**
 * The run of a followed thing: everything new that belongs to it, each paper once, in the order of its feature. Nothing is
 * searched for by words, and no notice says that there is nothing.
 */
export async function followedRun(app: App, lease: Lease, context: RunContext): Promise<void> {
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
      id,
      score,
      parts: noParts,
      why: { ...noWhy, belongs } as Ranked['why'],
    })),
    digestType: isFirst ? 'immediate' : 'weekly',
  });
  const nothing = digest ? null : `Nothing new in the last ${days} days. We keep looking.`;
  await finishRun(app, lease, digest, missingSources(coverage) ?? nothing);
}

const noWhy = { matched: [], expanded: [], because: null };
const noParts = { lexical: 0, feedback: 0, latent: 0, embedding: 0, impact: 0, liked: 0 };
