import { and, eq, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { anyOf, together } from '#platform/db/batch.ts';
import { type emailDigests, searchTerms } from '#platform/db/schema.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import type { DigestsApp } from '../app.ts';

/** How often a run renews its lease … */
const heartbeatMilliseconds = 15_000;
/** … and after how long without renewal the process that held it counts as dead. */
export const leaseMilliseconds = 60_000;
/** A row whose job was enqueued this recently is not enqueued again. */
export const sweepSeconds = 60;

/** A topic leased by a run. Only the run whose token stands in the row may finish it. */
export interface Lease {
  term: TopicRow;
  leaseToken: string;
}

/** The lease was taken over, or the reader changed the topic. The result of this run is discarded. */
export class LeaseLost extends Error {}

/**
 * Leases a topic to one run: null when it is not due, leased by another run, paused or deleted.
 * Safe to call at any time, by many at once.
 */
export const leaseTopic = together(async ({ db, now }: Pick<DigestsApp, 'db' | 'now'>, termIds: string[]) => {
  const at = now();
  // One token for all topics leased together: each row's id tells them apart.
  const leaseToken = crypto.randomUUID();
  const terms = await db
    .update(searchTerms)
    .set({ status: 'processing', claimedAt: at, claimedBy: leaseToken, askedAt: null })
    .where(
      and(
        anyOf(searchTerms.id, termIds),
        eq(searchTerms.isActive, true),
        isNull(searchTerms.deletedAt),
        or(ne(searchTerms.status, 'processing'), isExpired(searchTerms.claimedAt, at)),
        // A job that runs a second time finds the topic done and not due.
        or(isNull(searchTerms.lastProcessedAt), lte(searchTerms.nextScheduledRun, at)),
      ),
    )
    .returning()
    .prepare('claim-terms')
    .execute();
  const byId = new Map(terms.map((term) => [term.id, term]));
  return termIds.map((id): Lease | null => {
    const term = byId.get(id);
    // Requested twice in one batch, it is leased once.
    byId.delete(id);
    return term ? { term, leaseToken } : null;
  });
});

/** The lease was not renewed in time, or never taken. */
export const isExpired = (
  claimedAt: typeof searchTerms.claimedAt | typeof emailDigests.claimedAt,
  at: Date,
) => or(isNull(claimedAt), lt(claimedAt, new Date(at.getTime() - leaseMilliseconds)));

/** Leased by some run, which may still write the topic. */
export const isLeased = and(
  eq(searchTerms.status, 'processing'),
  eq(searchTerms.isActive, true),
  isNull(searchTerms.deletedAt),
);

/** The condition under which this run may still write its topic. */
export const holdsLease = ({ term, leaseToken }: Lease) =>
  and(eq(searchTerms.id, term.id), eq(searchTerms.claimedBy, leaseToken), isLeased);

/** Renews the lease; false once another run holds it. */
export async function heartbeatTopic(
  { db, now }: Pick<DigestsApp, 'db' | 'now'>,
  { term, leaseToken }: Lease,
): Promise<boolean> {
  const rows = await db
    .update(searchTerms)
    .set({ claimedAt: now() })
    .where(and(eq(searchTerms.id, term.id), eq(searchTerms.claimedBy, leaseToken)))
    .returning({ id: searchTerms.id });
  return rows.length > 0;
}

/** Gives the lease up at once, for a run that was cut short and wrote nothing. */
export async function releaseLease(
  { db }: Pick<DigestsApp, 'db'>,
  { term, leaseToken }: Lease,
): Promise<void> {
  await db
    .update(searchTerms)
    .set({
      status: sql`case when ${searchTerms.lastProcessedAt} is null then 'pending' else 'completed' end`,
      claimedAt: null,
      claimedBy: null,
      askedAt: null,
    })
    .where(
      and(
        eq(searchTerms.id, term.id),
        eq(searchTerms.status, 'processing'),
        eq(searchTerms.claimedBy, leaseToken),
      ),
    );
}

/**
 * Runs `work` while `heartbeat` renews the lease. The signal is aborted when the lease is lost; a heartbeat that
 * fails to run does not by itself lose the lease.
 */
export async function withHeartbeat<T>(
  { log }: Pick<DigestsApp, 'log'>,
  heartbeat: () => Promise<boolean>,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const timer = setInterval(() => {
    heartbeat().then(
      (mine) => mine || lost.abort(new LeaseLost('the lease was taken over')),
      (error: unknown) => log.warn({ err: error }, 'a lease could not be renewed'),
    );
  }, heartbeatMilliseconds);
  timer.unref();
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
  }
}
