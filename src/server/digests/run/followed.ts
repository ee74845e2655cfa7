import { and, eq, gt } from 'drizzle-orm';
import type { Ranked } from '#engine/core/types.ts';
import type { App, Followed } from '#kit/feature.ts';
import { emailDigests } from '#platform/db/schema.ts';
import { closeMatchesAtMost } from '#shared/digests/closeMatches.ts';
import type { Paper } from '#shared/papers/paper.ts';
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
  const { id, userId, kind } = term;
  const found = await Promise.all(
    app.features.map(({ followed }) => followed?.(app, { id, userId, kind, since }) ?? null),
  );
  const given = found.filter((one) => one !== null);
  if (!given.length) return null;
  return {
    works: given.flatMap(({ works }) => works),
    coverage: given.flatMap(({ coverage }) => coverage),
    days: Math.max(...given.map(({ days }) => days)),
  };
}

/** Papers that a digest only listed are not listed again, as long as its list is kept. */
const listedDays = 60;

/** The overlap of two periods: an hour, as for topics of words. Papers in both are in the ledger, or listed. */
async function listedBefore({ db, now }: Pick<App, 'db' | 'now'>, termId: string): Promise<Set<number>> {
  const since = timeBefore(now(), listedDays * dayMs);
  const rows = await db
    .select({ further: emailDigests.furtherMatches })
    .from(emailDigests)
    .where(and(eq(emailDigests.searchTermId, termId), gt(emailDigests.createdAt, since)));
  return new Set(rows.flatMap(({ further }) => (further ?? []).map(({ id }) => id)));
}

/**
 * The run of a followed thing: everything new that belongs to it, each paper once, in the order of its feature. Nothing is
 * searched for by words, and no notice says that there is nothing.
 */
export async function followedRun(app: App, lease: Lease, context: RunContext): Promise<void> {
  const { term } = lease;
  const { reader } = context;
  const isFirst = term.lastProcessedAt === null;
  if (!isFirst && !reader.preferences.weeklyDigest) return finishRun(app, lease, null, null);
  const periodStart = isFirst ? term.requestedAt : answeredUntil(term, context);
  const found = await followedBy(app, term, isFirst ? null : periodStart);
  if (!found) return finishRun(app, lease, null, 'This server does not follow such things any more.');
  const { coverage, days } = found;
  const waits = mayWait(app, lease, context);
  if (coverage.length && coverage.every(({ outcome }) => outcome === 'failed'))
    return failNoSource(app, lease, coverage, { waits });
  const behind = sourcesBehind(coverage, lastDays(app.now(), days));
  if (!isFirst && behind.length && waits) return waitForSources(app, lease, waitingFor(behind));
  const listed = await listedBefore(app, term.id);
  const papers = found.works
    .filter(({ id }) => !context.sent.has(id) && !listed.has(id))
    .slice(0, closeMatchesAtMost)
    .map(({ id, belongs }): Ranked & { why: NonNullable<Paper['why']> } => ({
      ...{ id, score: 1, parts: noParts },
      why: { matched: [], expanded: [], because: null, belongs },
    }));
  const digest = await composeDigest(app, {
    ...{ term, reader, coverage, days, periodStart },
    papers: papers.slice(0, digestSize),
    closeMatches: papers.map(({ id, score, why: { belongs } }) => ({
      id,
      score,
      ...(belongs && { belongs }),
    })),
    ...{ filtered: null, digestType: isFirst ? 'immediate' : 'weekly', periodEnd: app.now() },
  });
  const nothing = digest ? null : `Nothing new in the last ${days} days. We keep looking.`;
  await finishRun(app, lease, digest, missingSources(coverage) ?? nothing);
}

const noParts = { lexical: 0, feedback: 0, latent: 0, embedding: 0, impact: 0, liked: 0 };
