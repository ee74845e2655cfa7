import { eq, sql } from 'drizzle-orm';
import { emailDigests, searchTerms } from '#platform/db/schema.ts';
import type { QueueName, SendAll } from '#platform/queue/queues.ts';
import { plans, type Tier } from '#shared/billing/plan.ts';
import type { DigestsApp } from '../app.ts';
import { sweepSeconds } from '../delivery/deliver.ts';
import { deadAfterMilliseconds } from '../store/lease.ts';

/** Rows asked for in one statement: what one process holds in memory of a backlog of any length. */
const rowsAtOnce = 20_000;
/** Jobs to one insert. */
const jobsAtOnce = 1000;
/** A first search has a person waiting for it: it goes ahead of every weekly one. */
const weeklyPriority = -100;

/** A long queue needs no reminding: its rows are asked for again only so late. */
const longQueue = 5000;
const longQueueSeconds = 600;

export type Planning = Pick<DigestsApp, 'db' | 'now'> & {
  sendAll: SendAll;
  /** Jobs waiting, by queue. */
  waiting: ReadonlyMap<QueueName, number>;
};

/**
 * Asks for everything that is due or was left behind, and does none of it. A row that was asked for says so and is
 * left alone for a minute; one whose job was lost is asked for again. Safe to run at any time, any number of
 * times, by any number of schedulers: rows that another one is just asking for are skipped, jobs are keyed by row.
 */
export async function planDue(
  app: Planning,
): Promise<{ terms: number; digests: number; highlights: number }> {
  const again = (queue: QueueName) =>
    (app.waiting.get(queue) ?? 0) > longQueue ? longQueueSeconds : sweepSeconds;
  return {
    terms: await inRounds(
      () => dueTerms(app, again('run-term')),
      (rows) => askForTerms(app, rows),
    ),
    digests: await inRounds(
      () => openDigests(app, again('deliver-digest')),
      (rows) => askForDigests(app, rows),
    ),
    highlights: await inRounds(
      () => dueHighlights(app, again('highlights')),
      (rows) => askForHighlights(app, rows),
    ),
  };
}

/** Until a round brings less than it could: the next tick sees what has become due meanwhile. */
async function inRounds<Row>(
  next: () => Promise<Row[]>,
  ask: (rows: Row[]) => Promise<void>,
): Promise<number> {
  for (let all = 0; ; ) {
    const rows = await next();
    for (let at = 0; at < rows.length; at += jobsAtOnce) await ask(rows.slice(at, at + jobsAtOnce));
    all += rows.length;
    if (rows.length < rowsAtOnce) return all;
  }
}

type DueTerm = { id: string; tier: Tier; first: boolean };

/** Due by schedule, never begun although added a minute ago, or in the hands of a worker that died. */
async function dueTerms({ db, now }: Planning, again: number): Promise<DueTerm[]> {
  const { rows } = await db.execute<DueTerm>(sql`
    with due as (
      select t.id, u.subscription_tier as tier, t.last_processed_at is null as first
      from search_terms t join users u on u.id = t.user_id
      where t.is_active and t.deleted_at is null and u.is_active
        and (t.asked_at is null or t.asked_at < ${ago(now, again)})
        and (t.status <> 'processing' and t.next_scheduled_run <= ${ago(now, 0)}
          or t.status = 'pending' and t.requested_at < ${ago(now, 60)}
          or t.status = 'processing' and ${isStale(now, sql`t.claimed_at`)})
      order by t.next_scheduled_run nulls first
      limit ${rowsAtOnce}
      for update of t skip locked)
    update search_terms t set asked_at = ${ago(now, 0)}
    from due where t.id = due.id
    returning t.id, due.tier, due.first`);
  return rows;
}

const askForTerms = ({ sendAll }: Planning, rows: DueTerm[]) =>
  sendAll(
    'run-term',
    rows.map(({ id, tier, first }) => ({
      payload: { termId: id },
      key: id,
      priority: plans[tier].queuePriority + (first ? 0 : weeklyPriority),
    })),
  );

/** Composed and not sent, with no worker at it. */
async function openDigests({ db, now }: Planning, again: number): Promise<{ id: string }[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with open as (
      select id from email_digests d
      where (d.status = 'pending' or d.status = 'sending' and ${isStale(now, sql`d.claimed_at`)})
        and (d.next_attempt_at is null or d.next_attempt_at <= ${ago(now, 0)})
      order by d.created_at
      limit ${rowsAtOnce}
      for update skip locked)
    update email_digests d set next_attempt_at = ${ago(now, -again)}
    from open where d.id = open.id
    returning d.id`);
  return rows;
}

const askForDigests = ({ sendAll }: Planning, rows: { id: string }[]) =>
  sendAll(
    'deliver-digest',
    rows.map(({ id }) => ({ payload: { digestId: id }, key: id })),
  );

/** Terms of readers who want daily highlights, when their morning has come. */
async function dueHighlights({ db, now }: Planning, again: number): Promise<{ id: string }[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with due as (
      select t.id
      from user_preferences p join users u on u.id = p.user_id join search_terms t on t.user_id = p.user_id
      where p.daily_highlights and u.is_active and t.is_active and t.deleted_at is null and t.status = 'completed'
        and (t.asked_at is null or t.asked_at < ${ago(now, again)})
        and (t.next_highlights is null or t.next_highlights <= ${ago(now, 0)})
      limit ${rowsAtOnce}
      for update of t skip locked)
    update search_terms t set asked_at = ${ago(now, 0)}
    from due where t.id = due.id
    returning t.id`);
  return rows;
}

const askForHighlights = ({ sendAll }: Planning, rows: { id: string }[]) =>
  sendAll(
    'highlights',
    rows.map(({ id }) => ({ payload: { termId: id }, key: id, priority: weeklyPriority })),
  );

const isStale = (now: () => Date, claimedAt: ReturnType<typeof sql>) =>
  sql`coalesce(${claimedAt}, 'epoch') < ${ago(now, deadAfterMilliseconds / 1000)}`;

const ago = (now: () => Date, seconds: number) =>
  sql`${new Date(now().getTime() - seconds * 1000).toISOString()}::timestamptz`;

/**
 * Hands back what a process of this machine held when it was killed. Only for the embedded database, which
 * one process owns: nobody else can be at work on these rows.
 */
export async function releaseClaims({ db }: Pick<DigestsApp, 'db'>): Promise<void> {
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
