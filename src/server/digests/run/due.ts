import { eq, ne, type SQL, sql } from 'drizzle-orm';
import { sourcesBeingRead } from '#corpus/harvest/coverage.ts';
import type { App } from '#kit/feature.ts';
import { emailDigests, searchTerms } from '#platform/db/schema.ts';
import { released } from '#platform/lease.ts';
import type { QueueName, SendAll } from '#platform/queue/queues.ts';
import { type Edition, queuePriorityOf, subscriberIn, type Tier } from '#shared/billing/plan.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import { timeBefore } from '#shared/values/time.ts';
import type { DayWindow } from '#sources/record/source.ts';
import { deliveryPlan, isDelivery } from '#topics/topic/schedule.ts';
import { noticeDays } from './compose.ts';
import type { RunContext } from './context.ts';
import { waitAtMostMs } from './finish.ts';
import { digestLeases, type Lease, sweepSeconds, topicLeases } from './lease.ts';

/** Rows per statement. Limits memory, however long the backlog is. */
const rowsPerRound = 20_000;
/** Jobs per insert. */
const jobsPerInsert = 1000;
/** Lower than the priority of a first search, because somebody is waiting for that. */
const weeklyPriority = -100;

/** While a queue is longer than this, re-enqueue its rows only every ten minutes. */
const longQueue = 5000;
const longQueueSeconds = 600;

/** The services that planning needs. */
type Planning = Pick<App, 'db' | 'now'> & {
  sendAll: SendAll;
  edition: Edition;
  /** Jobs waiting, by queue. */
  waiting: ReadonlyMap<QueueName, number>;
};

/**
 * Enqueues a job for everything that is due or was abandoned. Does none of the work itself. A row that was enqueued
 * is left alone for a minute; one whose job was lost is enqueued again. Safe to run at any time, any number of times,
 * by any number of schedulers: rows that another one is enqueuing are skipped, and jobs are keyed by row.
 */
export const planDue = async (
  app: Planning,
): Promise<{ terms: number; digests: number; highlights: number }> => ({
  terms: await enqueueDue(app, 'run-term', dueTopics, ({ id, tier, first }) => ({
    ...{ payload: { termId: id }, key: id },
    priority:
      queuePriorityOf(subscriberIn(app.edition, { subscriptionTier: tier })) + (first ? 0 : weeklyPriority),
  })),
  digests: await enqueueDue(app, 'deliver-digest', unsentDigests, ({ id }) => ({
    ...{ payload: { digestId: id }, key: id },
  })),
  highlights: await enqueueDue(app, 'highlights', dueHighlights, ({ id }) => ({
    ...{ payload: { termId: id }, key: id, priority: weeklyPriority },
  })),
});

interface Due extends Record<string, unknown> {
  id: string;
  /** Of a topic. */
  tier: Tier;
  first: boolean;
}

/**
 * Enqueues jobs for the rows of a statement, which is given the time and the seconds until a row is enqueued again. Stops
 * after a round that is not full: the next tick sees what has become due since.
 */
async function enqueueDue<Q extends QueueName>(
  { db, now, sendAll, waiting }: Planning,
  queue: Q,
  due: (now: Date, again: number) => SQL,
  jobOf: (row: Due) => Parameters<typeof sendAll<Q>>[1][number],
): Promise<number> {
  const again = (waiting.get(queue) ?? 0) > longQueue ? longQueueSeconds : sweepSeconds;
  for (let all = 0; ; ) {
    const { rows } = await db.execute<Due>(due(now(), again));
    for (let at = 0; at < rows.length; at += jobsPerInsert)
      await sendAll(queue, rows.slice(at, at + jobsPerInsert).map(jobOf));
    all += rows.length;
    if (rows.length < rowsPerRound) return all;
  }
}

/** Topics that are due by schedule, still unstarted after a minute, or leased by a worker whose heartbeat stopped. */
const dueTopics = (now: Date, again: number): SQL => sql`
    with due as (
      select search_terms.id, u.subscription_tier as tier, last_processed_at is null as first
      from search_terms join users u on u.id = user_id
      where search_terms.is_active and deleted_at is null and u.is_active
        and (asked_at is null or asked_at < ${ago(now, again)})
        and (status <> 'processing' and next_scheduled_run <= ${ago(now, 0)}
          or status = 'pending' and requested_at < ${ago(now, 60)}
          or status = 'processing' and ${topicLeases.isExpired(now)})
      order by next_scheduled_run nulls first
      limit ${rowsPerRound}
      for update of search_terms skip locked)
    update search_terms t set asked_at = ${ago(now, 0)}
    from due where t.id = due.id
    returning t.id, due.tier, due.first`;

/** Digests that are composed but not sent, and that no worker is sending. */
const unsentDigests = (now: Date, again: number): SQL => sql`
    with open as (
      select id from email_digests
      where (status = 'pending' or status = 'sending' and ${digestLeases.isExpired(now)})
        and (next_attempt_at is null or next_attempt_at <= ${ago(now, 0)})
      order by created_at
      limit ${rowsPerRound}
      for update skip locked)
    update email_digests d set next_attempt_at = ${ago(now, -again)}
    from open where d.id = open.id
    returning d.id`;

/** Topics of readers who want daily highlights and whose morning has come. */
const dueHighlights = (now: Date, again: number): SQL => sql`
    with due as (
      select t.id
      from user_preferences p join users u on u.id = p.user_id join search_terms t on t.user_id = p.user_id
      where p.daily_highlights and u.is_active and t.is_active and t.deleted_at is null and t.status = 'completed'
        and (t.asked_at is null or t.asked_at < ${ago(now, again)})
        and (t.next_highlights is null or t.next_highlights <= ${ago(now, 0)})
      limit ${rowsPerRound}
      for update of t skip locked)
    update search_terms t set asked_at = ${ago(now, 0)}
    from due where t.id = due.id
    returning t.id`;

const ago = (now: Date, seconds: number) =>
  sql`${timeBefore(now, seconds * 1000).toISOString()}::timestamptz`;

/**
 * Releases the leases of a process that was killed on this machine. Only for the embedded database, which belongs to one
 * process, so that no other worker can hold these rows.
 */
export async function releaseLeases({ db }: App): Promise<void> {
  // Reads every topic, so that the start finds a damaged table, and not the first tick.
  await db.$count(searchTerms, ne(searchTerms.term, ''));
  const areRunning = eq(searchTerms.status, 'processing');
  await db
    .update(searchTerms)
    .set({ ...released, askedAt: null })
    .where(areRunning);
  const again = { ...released, nextAttemptAt: null };
  await db.update(emailDigests).set(again).where(eq(emailDigests.status, 'sending'));
}

/** Sources that lack days of a window which a later harvest will bring, not those that never reached back so far. */
export const sourcesBehind = (coverage: readonly Coverage[], { from }: DayWindow): SourceName[] =>
  coverage
    .filter((row) => row.outcome === 'failed' || (row.outcome === 'partial' && row.from <= from))
    .map(({ source }) => source);

/** Sources of a report that are being harvested now. */
export async function beingRead(app: App, coverage: readonly Coverage[]): Promise<SourceName[]> {
  const reading = await sourcesBeingRead(app);
  return coverage.flatMap(({ source, outcome }) =>
    outcome !== 'off' && reading.has(source) ? [source] : [],
  );
}

/**
 * Whether a due digest may wait for its sources, for some hours after its delivery time. A run whose time was set by hand
 * does not wait.
 */
export function mayWait(
  { now }: App,
  { term }: Lease,
  { reader: { user, preferences } }: Pick<RunContext, 'reader'>,
): boolean {
  if (term.waitingSince) return now().getTime() - term.waitingSince.getTime() < waitAtMostMs;
  return (
    term.nextScheduledRun !== null && isDelivery(deliveryPlan(user, preferences, term), term.nextScheduledRun)
  );
}

/** Number of tries for a first run that finds nothing while a source is being read: about an hour. */
const triesAtMost = 5;

/** What becomes of a run that found no close papers. */
type EmptyOutcome =
  /** A due digest waits some hours for its sources. */
  | 'waits'
  /** A first search is tried again in some minutes. */
  | 'is tried again'
  /** No mail. The period stays open, and the next digest searches it again. */
  | 'stays open'
  /** A nothing-new notice, unless there was one in the last four weeks. */
  | 'is a notice';

/**
 * Decides it: nobody is told "nothing new" while a source is being read or is missing. After four weeks a notice says
 * which source is missing.
 */
export function outcomeOfEmpty(run: {
  isWeekly: boolean;
  /** Some source of the report is being harvested now. */
  isBeingRead: boolean;
  /** As `mayWait` says of a due digest. */
  mayWait: boolean;
  /** How often the topic was tried without a result. */
  failures: number;
  /** Some source lacks days that a later harvest will bring. */
  isBehind: boolean;
  /** Length of the period. */
  days: number;
}): EmptyOutcome {
  if (run.isBeingRead && run.isWeekly && run.mayWait) return 'waits';
  if (run.isBeingRead && !run.isWeekly && run.failures < triesAtMost) return 'is tried again';
  if (run.isBehind && run.isWeekly && run.days < noticeDays) return 'stays open';
  return 'is a notice';
}
