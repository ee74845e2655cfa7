import { and, eq, isNull, ne, not, or, sql } from 'drizzle-orm';
import pRetry from 'p-retry';
import { readDigest } from '#digests/archive/present.ts';
import { channelDeliveries, channels } from '#features/messages/tables.ts';
import type { App } from '#kit/feature.ts';
import { searchTerms, users } from '#platform/db/schema.ts';
import { PrivateAddress, sendOut } from '#platform/http/outbound.ts';
import { uuidFrom } from '#platform/http/uuid.ts';
import { claimed, leasesOn, released } from '#platform/lease.ts';
import { transaction } from '#platform/platform.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { mostAttempts, pauseBefore } from '#platform/retries.ts';
import { minuteMs, timeAfter } from '#shared/values/time.ts';
import { announce, announceTest, type Outcome } from '../services/service.ts';
import { services } from '../services/services.ts';
import { eventOf, testEvent } from '../services/webhook.ts';
import { placeOf } from './manage.ts';

/**
 * Sends one digest, or a test, through one channel. Safe to run at any time and concurrently, because one process holds the
 * lease. If a process dies between the service's response and our record of it, the delivery is sent again under the same
 * id, as often as it would be tried.
 */
export async function deliverToChannel(app: App, deliveryId: string): Promise<void> {
  const lease = await leaseDelivery(app, deliveryId);
  if (!lease) return;
  if (lease === 'busy')
    return enqueue(app, 'deliver-channel', { deliveryId }, { key: deliveryId, after: busySeconds });
  const { delivery, token } = lease;
  const [outcome, httpStatus]: [Outcome, number | null] =
    delivery.attempts > mostAttempts
      ? [{ outcome: 'failed', sentence: 'Stopped trying: sending was interrupted each time.' }, null]
      : await deliveryLeases.withHeartbeat(app, { id: deliveryId, token }, () => attempt(app, delivery));
  if (outcome.outcome === 'later') return postpone(app, { delivery, token, httpStatus }, outcome);
  // The delivery has ended. Only this record prevents sending it again.
  const patience = { retries: 8, minTimeout: 50, maxTimeout: 5000 };
  await pRetry(() => record(app, { delivery, httpStatus }, outcome), patience);
}

type Delivery = typeof channelDeliveries.$inferSelect;

/** After a minute without a heartbeat the process that was sending counts as dead. */
const deliveryLeases = leasesOn(channelDeliveries, minuteMs);

/** Deliveries of one account in flight at once, so that its services cannot occupy the places of others. */
const atOnce = 2;

/** Leases a delivery to one sender, and counts the attempt. Null if it is sent or being sent; `busy` without room. */
export const leaseDelivery = (
  app: App,
  id: string,
): Promise<{ delivery: Delivery; token: string } | 'busy' | null> =>
  transaction(app, async ({ db, now }) => {
    const at = now();
    const isLeft = and(eq(channelDeliveries.status, 'sending'), deliveryLeases.isExpired(at));
    const isOpen = and(eq(channelDeliveries.id, id), or(eq(channelDeliveries.status, 'pending'), isLeft));
    // Locks the account, so that two processes do not count the same place.
    const [owner] = await db
      .select({ id: users.id })
      .from(channelDeliveries)
      .innerJoin(channels, eq(channels.id, channelDeliveries.channelId))
      .innerJoin(users, eq(users.id, channels.userId))
      .where(isOpen)
      .for('update', { of: users });
    if (!owner) return null;
    const isHeld = not(deliveryLeases.isExpired(at)!);
    const inFlight = db
      .select({ id: channelDeliveries.id })
      .from(channelDeliveries)
      .innerJoin(channels, eq(channels.id, channelDeliveries.channelId))
      .where(and(eq(channels.userId, owner.id), eq(channelDeliveries.status, 'sending'), isHeld));
    if ((await inFlight).length >= atOnce) return 'busy';
    const token = crypto.randomUUID();
    const [delivery] = await db
      .update(channelDeliveries)
      .set({
        status: 'sending',
        ...claimed(at, token),
        nextAttemptAt: null,
        attempts: sql`${channelDeliveries.attempts} + 1`,
      })
      .where(isOpen)
      .returning();
    return delivery ? { delivery, token } : null;
  });

/** Until a delivery looks again whether its account has room. */
const busySeconds = 5;

/** The outcome of one attempt, with the response's status if there was one. Never throws. */
async function attempt(app: App, delivery: Delivery): Promise<[Outcome, number | null]> {
  const { log, config } = app;
  try {
    const found = await findChannel(app, delivery);
    if (!found) return [{ outcome: 'failed', sentence: 'The topic or the channel was closed.' }, null];
    const service = services[found.channel.kind];
    const request = service.request(await outgoingOf(app, delivery, found));
    const answer = await sendOut(request, config.channels);
    return [service.read(answer), answer.status];
  } catch (error) {
    if (error instanceof PrivateAddress)
      return [{ outcome: 'failed', sentence: 'The address leads into a private network.' }, null];
    log.warn({ delivery: delivery.id, err: error }, 'a channel could not be reached');
    return [{ outcome: 'later', sentence: 'The address could not be reached.', wait: 0 }, null];
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof findChannel>>>;

/** The channel, if it is on and its reader and topic exist. */
async function findChannel({ db }: App, { channelId }: Delivery) {
  const [found] = await db
    .select({ channel: channels, topic: { id: searchTerms.id, term: searchTerms.term } })
    .from(channels)
    .innerJoin(searchTerms, and(eq(searchTerms.id, channels.searchTermId), isNull(searchTerms.deletedAt)))
    .innerJoin(users, and(eq(users.id, channels.userId), eq(users.isActive, true)))
    .where(and(eq(channels.id, channelId), isNull(channels.ended)));
  return found;
}

async function outgoingOf(app: App, { id, digestId }: Delivery, { channel, topic }: Found) {
  const { baseUrl } = app.config;
  const about = { id, at: app.now(), place: placeOf(app, channel) };
  if (!digestId)
    return { ...about, announcement: announceTest(topic, baseUrl), event: testEvent(topic, about.at) };
  const digest = await readDigest(app, { id: channel.userId }, digestId);
  return { ...about, announcement: announce(digest, baseUrl), event: eventOf(digest, baseUrl) };
}

type Tried = { delivery: Delivery; httpStatus: number | null };

/**
 * Stores the outcome regardless of who holds the lease, because the service has accepted or refused the delivery. Uses one
 * statement after sending, because a crash before it leaves the delivery in doubt.
 */
async function record(
  app: App,
  { delivery, httpStatus }: Tried,
  outcome: Exclude<Outcome, { outcome: 'later' }>,
): Promise<void> {
  const write = (db: App['db'], state: Partial<Delivery>) =>
    db
      .update(channelDeliveries)
      .set({ ...released, nextAttemptAt: null, httpStatus, ...state })
      .where(and(eq(channelDeliveries.id, delivery.id), ne(channelDeliveries.status, 'sent')));
  if (outcome.outcome === 'sent') {
    await write(app.db, { status: 'sent', sentAt: app.now(), problem: null });
    return;
  }
  const problem = outcome.sentence;
  await transaction(app, async ({ db }) => {
    await write(db, { status: 'failed', problem });
    if (outcome.outcome === 'ended')
      await db.update(channels).set({ ended: problem }).where(eq(channels.id, delivery.channelId));
  });
}

/** Schedules the next attempt, or gives up after the last. Does nothing if another sender has taken over. */
async function postpone(
  { db, now, log }: App,
  { delivery, token, httpStatus }: Tried & { token: string },
  { sentence, wait }: Extract<Outcome, { outcome: 'later' }>,
): Promise<void> {
  const seconds = pauseBefore(delivery.attempts, wait);
  const { id, attempts } = delivery;
  log.warn({ delivery: id, attempts, seconds, sentence }, 'a channel has to wait');
  const isLast = seconds === null;
  await db
    .update(channelDeliveries)
    .set({
      ...{ ...released, httpStatus, status: isLast ? 'failed' : 'pending' },
      nextAttemptAt: isLast ? null : timeAfter(now(), seconds * 1000),
      problem: isLast ? `Stopped trying after three days: ${sentence}` : sentence,
    })
    .where(deliveryLeases.isHeldBy({ id, token }));
}

/** Rows per statement. */
const rowsPerRound = 1000;
/** Older digests are not delivered, even after an outage. */
const oldestDays = 14;

/**
 * Adds a row for every digest and channel, and enqueues every delivery that is due or was abandoned. Sends nothing itself.
 * Safe to run at any time and concurrently, because a digest has one row per channel, and jobs are keyed by row.
 */
export async function planDeliveries(app: App): Promise<void> {
  await writeDown(app);
  const jobs = (await dueDeliveries(app)).map(({ id }) => ({ payload: { deliveryId: id }, key: id }));
  if (jobs.length) await app.sendAll('deliver-channel', jobs);
}

/** Digests composed since a channel was added, except nothing-new notices. */
async function writeDown({ db, now }: App): Promise<void> {
  const { rows } = await db.execute<{ channelId: string; digestId: string }>(sql`
    select c.id as "channelId", d.id as "digestId"
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
      rows.map((row) => ({ ...row, id: uuidFrom('channel', row.channelId, row.digestId), createdAt: now() })),
    )
    .onConflictDoNothing();
}

/** Unsent deliveries that no worker is sending. Skips a row for a minute after it was enqueued. */
async function dueDeliveries({ db, now }: App): Promise<{ id: string }[]> {
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

/** Releases deliveries that a killed process was sending. Only for the embedded database, which one process owns. */
export async function releaseDeliveries({ db }: App): Promise<void> {
  await db.execute(
    sql`update channel_deliveries set claimed_at = null, claimed_by = null, next_attempt_at = null where status = 'sending'`,
  );
}
