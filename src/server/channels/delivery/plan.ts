import { sql } from 'drizzle-orm';
import { channelDeliveries } from '#platform/db/schema.ts';
import { uuidFrom } from '#platform/http/uuid.ts';
import { minuteMs, timeAfter } from '#shared/values/time.ts';
import type { ChannelsApp } from '../app.ts';
import { deliveryLeases } from './lease.ts';

/** Rows per statement. */
const rowsPerRound = 1000;
/** Older digests are not delivered, even after an outage. */
const oldestDays = 14;

type Planning = Pick<ChannelsApp, 'db' | 'now' | 'sendAll'>;

/**
 * Adds a row for every digest and channel, and enqueues every delivery that is due or was abandoned. Sends nothing itself.
 * Safe to run at any time and concurrently, because a digest has one row per channel, and jobs are keyed by row.
 * @returns how many deliveries were enqueued
 */
export async function planDeliveries(app: Planning): Promise<number> {
  await writeDown(app);
  const due = await dueDeliveries(app);
  if (due.length)
    await app.sendAll(
      'deliver-channel',
      due.map(({ id }) => ({ payload: { deliveryId: id }, key: id })),
    );
  return due.length;
}

/** Digests composed since a channel was added, except nothing-new notices. */
async function writeDown({ db, now }: Planning): Promise<void> {
  const { rows } = await db.execute<{ channel: string; digest: string }>(sql`
    select c.id as channel, d.id as digest
    from channels c join users u on u.id = c.user_id join email_digests d on d.search_term_id = c.search_term_id
    where c.ended is null and u.is_active and d.digest_type <> 'note' and d.created_at >= c.created_at
      and d.created_at > ${now().toISOString()}::timestamptz - ${oldestDays} * interval '1 day'
      and not exists (select 1 from channel_deliveries l where l.channel_id = c.id and l.digest_id = d.id)
    order by d.created_at
    limit ${rowsPerRound}`);
  if (!rows.length) return;
  await db
    .insert(channelDeliveries)
    .values(
      rows.map(({ channel, digest }) => ({
        id: uuidFrom('channel', channel, digest),
        channelId: channel,
        digestId: digest,
        createdAt: now(),
      })),
    )
    .onConflictDoNothing();
}

/** Unsent deliveries that no worker is sending. Skips a row for a minute after it was enqueued. */
async function dueDeliveries({ db, now }: Planning): Promise<{ id: string }[]> {
  const at = now();
  const moment = (time: Date) => sql`${time.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ id: string }>(sql`
    with open as (
      select id from channel_deliveries
      where (status = 'pending' or status = 'sending' and ${deliveryLeases.isExpired(at)})
        and (next_attempt_at is null or next_attempt_at <= ${moment(at)})
      order by created_at
      limit ${rowsPerRound}
      for update skip locked)
    update channel_deliveries l set next_attempt_at = ${moment(timeAfter(at, minuteMs))}
    from open where l.id = open.id
    returning l.id`);
  return rows;
}

/**
 * Releases deliveries that a killed process was sending. Only for the embedded database, which one process owns.
 */
export async function releaseDeliveries({ db }: Pick<ChannelsApp, 'db'>): Promise<void> {
  await db.execute(
    sql`update channel_deliveries set claimed_at = null, claimed_by = null, next_attempt_at = null where status = 'sending'`,
  );
}
