import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, getTableColumns, isNull } from 'drizzle-orm';
import {
  type ChannelDelivery,
  type channelApi,
  channelsPerTopic,
  kindOfAddress,
} from '#features/messages/contract.ts';
import { channelDeliveries, channels } from '#features/messages/tables.ts';
import type { App } from '#kit/feature.ts';
import { requireRoom } from '#platform/db/room.ts';
import { isPrivateHost } from '#platform/http/outbound.ts';
import type { Reader, SignedInCall } from '#platform/http/route.ts';
import { hasId } from '#platform/http/uuid.ts';
import { transaction } from '#platform/platform.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { limit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import { dayMs, timeAfter } from '#shared/values/time.ts';
import { topicOf } from '#topics/topic/topic.ts';
import type { Place } from '../services/service.ts';
import { refusalOf } from '../services/services.ts';
import {
  channelOf,
  type Delivery,
  newSigningSecret,
  placeOf,
  presentChannel,
  sealPlace,
  shownPlace,
} from './channel.ts';

/** How long the previous secret also signs, so that a receiver has time to install the new one. */
const overlapMs = dayMs;
const deliveriesShown = 50;

/**
 * Adds a channel to one of the reader's topics. A webhook gets a secret, which only this call returns.
 * @throws AppError `invalid` for a private address or one of another service, `conflict` beyond the limit
 */
export async function addChannel(app: App, { params, body, reader }: SignedInCall<typeof channelApi.add>) {
  const topic = await topicOf(app, reader.id, params.id);
  await limit(app, 'channel', { account: reader.id });
  const kind = body.kind ?? kindOfAddress(body.address);
  await refuseAddress(app, body.address);
  const place: Place = {
    address: body.address,
    token: body.token,
    secrets: kind === 'webhook' ? [newSigningSecret()] : [],
  };
  const refusal = refusalOf(kind, place);
  if (refusal) throw invalid(refusal);
  const row = await transaction(app, async ({ db, now }) => {
    const sentence = `A topic can go to ${channelsPerTopic} places besides email. Please remove one first.`;
    const of = eq(channels.searchTermId, topic.id);
    await requireRoom(db, reader.id, { table: channels, of, most: channelsPerTopic, sentence });
    const [added] = await db
      .insert(channels)
      .values({
        userId: reader.id,
        searchTermId: topic.id,
        kind,
        place: shownPlace(body.address),
        sealed: sealPlace(app, place),
        createdAt: now(),
      })
      .returning();
    return added!;
  });
  return { channel: presentChannel(row, app.now()), secret: place.secrets[0] ?? null };
}

/** Refuses an invalid address before storing anything. */
async function refuseAddress({ config }: App, address: string): Promise<void> {
  if (!URL.canParse(address)) throw invalid('Please enter an address that begins with https://.');
  const { protocol, hostname, username, password } = new URL(address);
  if (username || password) throw invalid('An address with a password in it cannot be used.');
  if (config.channels.allowPrivate) return;
  if (protocol !== 'https:') throw invalid('Please enter an address that begins with https://.');
  const isPrivate = await isPrivateHost(hostname).catch(() => {
    throw invalid('There is no server at this address.');
  });
  if (isPrivate) throw invalid('This address leads into a private network and cannot be used.');
}

const invalid = (sentence: string): AppError =>
  new AppError('invalid', sentence, { fields: { address: sentence } });

/** The channels of one of the reader's topics, oldest first. */
export async function channelsOfTopic(app: App, reader: Reader, topicId: string) {
  const topic = await topicOf(app, reader.id, topicId);
  const rows = await app.db
    .select()
    .from(channels)
    .where(eq(channels.searchTermId, topic.id))
    .orderBy(asc(channels.createdAt), asc(channels.id));
  return { channels: rows.map((row) => presentChannel(row, app.now())) };
}

/** Removes a channel with its log. A digest that is being sent right now may still arrive. */
export async function removeChannel(app: App, reader: Reader, id: string): Promise<void> {
  const channel = await channelOf(app, reader.id, id);
  await app.db.delete(channels).where(eq(channels.id, channel.id));
}

/** Gives a webhook a new secret. The previous one also signs for a day. */
export async function rotateSecret(app: App, reader: Reader, id: string) {
  const channel = await channelOf(app, reader.id, id);
  if (channel.kind !== 'webhook')
    throw new AppError('conflict', 'Only webhooks are signed with a secret of ours.');
  await limit(app, 'channel', { account: reader.id });
  const place = placeOf(app, channel);
  const secrets = [newSigningSecret(), place.secrets[0]!];
  const formerSecretUntil = timeAfter(app.now(), overlapMs);
  await app.db
    .update(channels)
    .set({ sealed: sealPlace(app, { ...place, secrets }), formerSecretUntil })
    .where(eq(channels.id, channel.id));
  return { secret: secrets[0]!, formerSecretUntil };
}

/** Enqueues a test through the same ledger and queue as digests. */
export async function sendTest(app: App, reader: Reader, id: string): Promise<void> {
  const channel = await openChannelOf(app, reader, id);
  await limit(app, 'channel-send', { account: reader.id });
  const deliveryId = randomUUID();
  await transaction(app, async (app) => {
    const row = { id: deliveryId, channelId: channel.id, createdAt: app.now(), nextAttemptAt: afterJob(app) };
    await app.db.insert(channelDeliveries).values(row);
    await enqueue(app, 'deliver-channel', { deliveryId }, { key: deliveryId });
  });
}

/**
 * Sends a finished delivery again, under its own id.
 * @throws AppError `not_found`, `conflict` for a delivery that is not finished
 */
export async function resendDelivery(
  app: App,
  reader: Reader,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<void> {
  const channel = await openChannelOf(app, reader, id);
  const [delivery] = await app.db
    .select()
    .from(channelDeliveries)
    .where(and(hasId(channelDeliveries.id, deliveryId), eq(channelDeliveries.channelId, channel.id)));
  if (!delivery) throw new AppError('not_found', 'This delivery does not exist.');
  if (!hasEnded(delivery)) throw new AppError('conflict', 'This delivery is still being tried.');
  await limit(app, 'channel-send', { account: reader.id });
  await transaction(app, async (app) => {
    await app.db
      .update(channelDeliveries)
      .set({ status: 'pending', attempts: 0, sentAt: null, nextAttemptAt: afterJob(app) })
      .where(eq(channelDeliveries.id, delivery.id));
    await enqueue(app, 'deliver-channel', { deliveryId }, { key: deliveryId });
  });
}

const hasEnded = ({ status }: Pick<ChannelDelivery, 'status'>): boolean =>
  status === 'sent' || status === 'failed';

/** When the sweep may enqueue a row again whose job was just added. */
const afterJob = ({ now }: Pick<App, 'now'>): Date => timeAfter(now(), 60_000);

async function openChannelOf(app: App, reader: Reader, id: string) {
  const channel = await channelOf(app, reader.id, id);
  if (channel.ended) throw new AppError('conflict', `${channel.ended} Remove this channel and add it again.`);
  return channel;
}

/** All of a reader's channels with all deliveries, for the data export. */
export async function exportChannels({ db, now }: Pick<App, 'db' | 'now'>, userId: string) {
  const rows = await db
    .select()
    .from(channels)
    .where(eq(channels.userId, userId))
    .orderBy(asc(channels.createdAt), asc(channels.id));
  const log = await db
    .select(getTableColumns(channelDeliveries))
    .from(channelDeliveries)
    .innerJoin(channels, eq(channels.id, channelDeliveries.channelId))
    .where(eq(channels.userId, userId))
    .orderBy(desc(channelDeliveries.createdAt), asc(channelDeliveries.id));
  const byChannel = Map.groupBy(log, ({ channelId }) => channelId);
  return rows.map((row) => ({
    ...presentChannel(row, now()),
    deliveries: (byChannel.get(row.id) ?? []).map(presentDelivery),
  }));
}

/** The latest deliveries through one of the reader's channels, newest first. */
export async function deliveriesOf(app: App, reader: Reader, id: string) {
  const channel = await channelOf(app, reader.id, id);
  const rows = await app.db
    .select()
    .from(channelDeliveries)
    .where(eq(channelDeliveries.channelId, channel.id))
    .orderBy(desc(channelDeliveries.createdAt), asc(channelDeliveries.id))
    .limit(deliveriesShown);
  return { deliveries: rows.map(presentDelivery) };
}

const presentDelivery = (row: Delivery) => ({
  ...row,
  nextAttemptAt: row.status === 'pending' ? row.nextAttemptAt : null,
});

/** For the mail about a new password: where digests go, without secrets. */
export async function placesInWords({ db }: Pick<App, 'db'>, userId: string): Promise<string[]> {
  const sent = await db
    .selectDistinct({ place: channels.place })
    .from(channels)
    .where(and(eq(channels.userId, userId), isNull(channels.ended)))
    .orderBy(asc(channels.place));
  const places = new Intl.ListFormat('en').format(sent.map(({ place }) => place));
  return places ? [`what is sent to ${places}`] : [];
}
