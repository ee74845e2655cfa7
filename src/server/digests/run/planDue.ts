import { eq, sql } from 'drizzle-orm';
import { emailDigests, searchTerms } from '#platform/db/schema.ts';
import { clockToleranceMs } from '#platform/lease.ts';
import type { QueueName, SendAll } from '#platform/queue/queues.ts';
import { type Edition, queuePriorityOf, subscriberIn, type Tier } from '#shared/billing/plan.ts';
import type { DigestsApp } from '../app.ts';
import { leaseMs, sweepSeconds } from '../store/lease.ts';

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
export type Planning = Pick<DigestsApp, 'db' | 'now'> & {
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
export async function planDue(
  app: Planning,
): Promise<{ terms: number; digests: number; highlights: number }> {
  const again = (queue: QueueName) =>
    (app.waiting.get(queue) ?? 0) > longQueue ? longQueueSeconds : sweepSeconds;
  return {
    terms: await untilDrained(
      () => dueTopics(app, again('run-term')),
      (rows) => enqueueTopics(app, rows),
    ),
    digests: await untilDrained(
      () => unsentDigests(app, again('deliver-digest')),
      (rows) => enqueueDigests(app, rows),
    ),
    highlights: await untilDrained(
      () => dueHighlights(app, again('highlights')),
      (rows) => enqueueHighlights(app, rows),
    ),
  };
}

/** Stops after a round that is not full. The next tick sees what has become due since. */
async function untilDrained<Row>(
  next: () => Promise<Row[]>,
  enqueue: (rows: Row[]) => Promise<void>,
): Promise<number> {
  for (let all = 0; ; ) {
    const rows = await next();
    for (let at = 0; at < rows.length; at += jobsPerInsert) await enqueue(rows.slice(at, at + jobsPerInsert));
    all += rows.length;
    if (rows.length < rowsPerRound) return all;
  }
}

type DueTopic = { id: string; tier: Tier; first: boolean };

/** Topics that are due by schedule, still unstarted after a minute, or leased by a worker whose heartbeat stopped. */
async function dueTopics({ db, now }: Planning, again: number): Promise<DueTopic[]> {
  const { rows } = await db.execute<DueTopic>(sql`
    with due as (
      select t.id, u.subscription_tier as tier, t.last_processed_at is null as first
      from search_terms t join users u on u.id = t.user_id
      where t.is_active and t.deleted_at is null and u.is_active
        and (t.asked_at is null or t.asked_at < ${ago(now, again)})
        and (t.status <> 'processing' and t.next_scheduled_run <= ${ago(now, 0)}
          or t.status = 'pending' and t.requested_at < ${ago(now, 60)}
          or t.status = 'processing' and ${isStale(now, sql`t.claimed_at`)})
      order by t.next_scheduled_run nulls first
      limit ${rowsPerRound}
      for update of t skip locked)
    update search_terms t set asked_at = ${ago(now, 0)}
    from due where t.id = due.id
    returning t.id, due.tier, due.first`);
  return rows;
}

const enqueueTopics = ({ sendAll, edition }: Planning, rows: DueTopic[]) =>
  sendAll(
    'run-term',
    rows.map(({ id, tier, first }) => ({
      payload: { termId: id },
      key: id,
      priority:
        queuePriorityOf(subscriberIn(edition, { subscriptionTier: tier })) + (first ? 0 : weeklyPriority),
    })),
  );

/** Digests that are composed but not sent, and that no worker is sending. */
async function unsentDigests({ db, now }: Planning, again: number): Promise<{ id: string }[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with open as (
      select id from email_digests d
      where (d.status = 'pending' or d.status = 'sending' and ${isStale(now, sql`d.claimed_at`)})
        and (d.next_attempt_at is null or d.next_attempt_at <= ${ago(now, 0)})
      order by d.created_at
      limit ${rowsPerRound}
      for update skip locked)
    update email_digests d set next_attempt_at = ${ago(now, -again)}
    from open where d.id = open.id
    returning d.id`);
  return rows;
}

const enqueueDigests = ({ sendAll }: Planning, rows: { id: string }[]) =>
  sendAll(
    'deliver-digest',
    rows.map(({ id }) => ({ payload: { digestId: id }, key: id })),
  );

/** Topics of readers who want daily highlights and whose morning has come. */
async function dueHighlights({ db, now }: Planning, again: number): Promise<{ id: string }[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
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
    returning t.id`);
  return rows;
}

const enqueueHighlights = ({ sendAll }: Planning, rows: { id: string }[]) =>
  sendAll(
    'highlights',
    rows.map(({ id }) => ({ payload: { termId: id }, key: id, priority: weeklyPriority })),
  );

/** As `isExpired` of the leases: the heartbeat stopped, or is in the future by more than clocks can differ. */
const isStale = (now: () => Date, claimedAt: ReturnType<typeof sql>) =>
  sql`(coalesce(${claimedAt}, 'epoch') < ${ago(now, leaseMs / 1000)}
    or ${claimedAt} > ${ago(now, -clockToleranceMs / 1000)})`;

const ago = (now: () => Date, seconds: number) =>
  sql`${new Date(now().getTime() - seconds * 1000).toISOString()}::timestamptz`;

/**
 * Releases the leases of a process that was killed on this machine. Only for the embedded database, which belongs to one
 * process, so that no other worker can hold these rows.
 */
export async function releaseLeases({ db }: Pick<DigestsApp, 'db'>): Promise<void> {
  const free = { claimedAt: null, claimedBy: null };
  await db
    .update(searchTerms)
    .set({ ...free, askedAt: null })
    .where(eq(searchTerms.status, 'processing'));
  await db
    .update(emailDigests)
    .set({ ...free, nextAttemptAt: null })
    .where(eq(emailDigests.status, 'sending'));
}

/** Highlights are planned a day ahead, or two days across a change of the reader's time zone. */
const highlightsAheadDays = 2;

/**
 * Corrects times that a fast clock wrote and that are later than `limit`: leases expire, waits end, and what was done
 * then counts as done now. A topic that finished or began to wait at such a time needs its next delivery calculated
 * again.
 * @returns the number of corrected rows, and the readers whose next deliveries have to be calculated again
 */
export async function repairDigestClock(
  { db, now }: Pick<DigestsApp, 'db' | 'now'>,
  limit: Date,
): Promise<{ topics: number; digests: number; readers: string[] }> {
  const [at, late] = [sql`${now().toISOString()}::timestamptz`, sql`${limit.toISOString()}::timestamptz`];
  const topics = await db.execute<{ user_id: string; was_done: boolean }>(sql`
    with late as (
      select id, greatest(last_processed_at, waiting_since) > ${late} as was_done from search_terms
      where claimed_at > ${late} or asked_at > ${late} or last_processed_at > ${late}
        or waiting_since > ${late} or next_highlights > ${late} + ${highlightsAheadDays} * interval '1 day'
      for update skip locked)
    update search_terms t set
      claimed_at = case when claimed_at > ${late} then null else claimed_at end,
      asked_at = case when asked_at > ${late} then null else asked_at end,
      last_processed_at = least(last_processed_at, ${at}),
      waiting_since = case when waiting_since > ${late} then null else waiting_since end,
      next_highlights = case when next_highlights > ${late} then null else next_highlights end
    from late where t.id = late.id returning t.user_id, late.was_done`);
  const digests = await db.execute(sql`
    update email_digests set
      claimed_at = case when claimed_at > ${late} then null else claimed_at end,
      next_attempt_at = case when next_attempt_at > ${late} + interval '2 hours' then null else next_attempt_at end,
      period_end = least(period_end, ${at})
    where claimed_at > ${late} or next_attempt_at > ${late} + interval '2 hours' or period_end > ${late}
    returning 1`);
  // An event of a paper is news for readers who were sent the paper before it.
  await db.execute(sql`update delivered_papers set delivered_at = ${at} where delivered_at > ${late}`);
  return {
    topics: topics.rows.length,
    digests: digests.rows.length,
    readers: [...new Set(topics.rows.flatMap(({ user_id, was_done }) => (was_done ? [user_id] : [])))],
  };
}
