import { and, eq, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { anyOf, batched } from '#platform/db/batch.ts';
import { emailDigests, searchTerms } from '#platform/db/schema.ts';
import { claimed, leasesOn, released } from '#platform/lease.ts';
import { minuteMs } from '#shared/values/time.ts';
import { isFollowed, type TopicRow } from '#topics/topic/topic.ts';

/** Without a heartbeat for this long, the process that leased a topic or a digest counts as dead. */
const leaseMs = minuteMs;
/** A row is not enqueued again if its job was enqueued this recently. */
export const sweepSeconds = 60;

/** A topic leased by a run. Only the run whose token is in the row may finish it. */
export type Lease = { term: TopicRow; leaseToken: string };

export const topicLeases = leasesOn(searchTerms, leaseMs);

export const digestLeases = leasesOn(emailDigests, leaseMs);

/**
 * Leases a topic to one run. Null if it is not due, leased by another run, paused or deleted. Safe to call at any time,
 * by many at once.
 */
export const leaseTopic = batched(async ({ db, now }: App, termIds: string[]) => {
  const at = now();
  // One token for all topics leased together, because each row's id tells them apart.
  const leaseToken = crypto.randomUUID();
  const terms = await db
    .update(searchTerms)
    .set({ status: 'processing', ...claimed(at, leaseToken), askedAt: null })
    .where(
      and(
        anyOf(searchTerms.id, termIds),
        isFollowed,
        or(ne(searchTerms.status, 'processing'), topicLeases.isExpired(at)),
        // A job that runs a second time finds the topic finished and not due.
        or(isNull(searchTerms.lastProcessedAt), lte(searchTerms.nextScheduledRun, at)),
      ),
    )
    .returning();
  const byId = new Map(terms.map((term) => [term.id, term]));
  return termIds.map((id): Lease | null => {
    const term = byId.get(id);
    // A topic requested twice in one batch is leased once.
    byId.delete(id);
    return term ? { term, leaseToken } : null;
  });
});

/** The condition that some run has leased the topic and may still write it. */
export const isLeased = and(eq(searchTerms.status, 'processing'), isFollowed);

/** The condition under which this run may still write its topic. */
export const holdsLease = (lease: Lease) => and(topicLeases.isHeldBy(asRow(lease)), isLeased);

/** Runs `work` and keeps the lease alive. Aborts the signal with `LeaseLost` once another run holds the topic. */
export const withTopicHeartbeat = <T>(
  app: App,
  lease: Lease,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> => topicLeases.withHeartbeat(app, asRow(lease), work);

const asRow = ({ term, leaseToken }: Lease) => ({ id: term.id, token: leaseToken });

/** Releases the lease immediately, for a run that was interrupted and wrote nothing. */
export async function releaseLease({ db }: App, lease: Lease): Promise<void> {
  await db
    .update(searchTerms)
    .set({
      status: sql`case when ${searchTerms.lastProcessedAt} is null then 'pending' else 'completed' end`,
      ...released,
      askedAt: null,
    })
    .where(and(topicLeases.isHeldBy(asRow(lease)), eq(searchTerms.status, 'processing')));
}
