import { randomBytes, randomUUID } from 'node:crypto';
import { and, asc, desc, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm';
import { originOf, recordActivity } from '#accounts/credentials/activity.ts';
import { requireProof } from '#accounts/credentials/proof.ts';
import { channelApi, channelsPerTopic, kindOfAddress } from '#features/messages/contract.ts';
import { channelDeliveries, channels } from '#features/messages/tables.ts';
import type { App } from '#kit/feature.ts';
import { requireRoom } from '#platform/db/room.ts';
import { isPrivateHost } from '#platform/http/outbound.ts';
import { type Reader, type Route, type SignedInCall, serveReader } from '#platform/http/route.ts';
import { hasId } from '#platform/http/uuid.ts';
import { transaction } from '#platform/platform.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { limit } from '#platform/rateLimits.ts';
import { seal, unseal } from '#platform/seal.ts';
import { AppError } from '#shared/contract/errors.ts';
import { dayMs, timeAfter } from '#shared/values/time.ts';
import { topicOf } from '#topics/topic/topic.ts';
import type { Place } from '../services/service.ts';
import { services } from '../services/services.ts';

/** How long the previous secret also signs, so that a receiver has time to install the new one. */
const overlapMs = dayMs;
const deliveriesShown = 50;

export const routes: Route<App>[] = [
  serveReader(channelApi.list, async (app, { params, reader }) => {
    const topic = await topicOf(app, reader.id, params.id);
    return { channels: await channelsWhere(app, eq(channels.searchTermId, topic.id)) };
  }),
  serveReader(channelApi.add, async (app, call) => {
    // Needs a proof, because every later digest goes there, long after this session has ended.
    await requireProof(app, call.reader);
    const added = await addChannel(app, call);
    const detail = added.channel.place;
    await recordActivity(app, call.reader.id, 'channel-added', { detail, from: originOf(call) });
    return added;
  }),
  // A digest that is being sent right now may still arrive.
  serveReader(channelApi.remove, async (app, { params, reader }) => {
    const channel = await channelOf(app, reader.id, params.id);
    await app.db.delete(channels).where(eq(channels.id, channel.id));
    return { message: 'Nothing more will be sent there.' };
  }),
  serveReader(channelApi.rotate, async (app, call) => {
    const { reader, params } = call;
    await requireProof(app, reader);
    const channel = await channelOf(app, reader.id, params.id);
    if (channel.kind !== 'webhook')
      throw new AppError('conflict', 'Only webhooks are signed with a secret of ours.');
    await limit(app, 'channel', { account: reader.id });
    const place = placeOf(app, channel);
    const secret = newSigningSecret();
    const sealed = sealPlace(app, { ...place, secrets: [secret, place.secrets[0]!] });
    const formerSecretUntil = timeAfter(app.now(), overlapMs);
    await app.db.update(channels).set({ sealed, formerSecretUntil }).where(eq(channels.id, channel.id));
    await recordActivity(app, reader.id, 'webhook-secret', { from: originOf(call) });
    return { secret, formerSecretUntil };
  }),
  // Through the same ledger and queue as digests.
  serveReader(channelApi.test, async (app, { params, reader }) => {
    const { id: channelId } = await openChannelOf(app, reader, params.id);
    await limit(app, 'channel-send', { account: reader.id });
    const id = randomUUID();
    await transaction(app, async (app) => {
      const row = { id, channelId, createdAt: app.now(), nextAttemptAt: afterJob(app) };
      await app.db.insert(channelDeliveries).values(row);
      await enqueue(app, 'deliver-channel', { deliveryId: id }, { key: id });
    });
    return { message: 'A test is on its way.' };
  }),
  serveReader(channelApi.deliveries, async (app, { params, reader }) => {
    const channel = await channelOf(app, reader.id, params.id);
    const rows = await app.db
      .select()
      .from(channelDeliveries)
      .where(eq(channelDeliveries.channelId, channel.id))
      .orderBy(desc(channelDeliveries.createdAt), asc(channelDeliveries.id))
      .limit(deliveriesShown);
    return { deliveries: rows.map(presentDelivery) };
  }),
  serveReader(channelApi.resend, async (app, { params: { id, deliveryId }, reader }) => {
    const channel = await openChannelOf(app, reader, id);
    const its = and(hasId(channelDeliveries.id, deliveryId), eq(channelDeliveries.channelId, channel.id));
    const [delivery] = await app.db.select().from(channelDeliveries).where(its);
    if (!delivery) throw new AppError('not_found', 'This delivery does not exist.');
    if (delivery.status !== 'sent' && delivery.status !== 'failed')
      throw new AppError('conflict', 'This delivery is still being tried.');
    await limit(app, 'channel-send', { account: reader.id });
    await transaction(app, async (app) => {
      await app.db
        .update(channelDeliveries)
        .set({ status: 'pending', attempts: 0, sentAt: null, nextAttemptAt: afterJob(app) })
        .where(eq(channelDeliveries.id, delivery.id));
      await enqueue(app, 'deliver-channel', { deliveryId }, { key: deliveryId });
    });
    return { message: 'It is sent again, under the same id.' };
  }),
];

/**
 * Adds a channel to one of the reader's topics. A webhook gets a secret, which only this call returns.
 * @throws AppError `invalid` for a private address or one of another service, `conflict` beyond the limit
 */
async function addChannel(app: App, { params, body, reader }: SignedInCall<typeof channelApi.add>) {
  const topic = await topicOf(app, reader.id, params.id);
  const kind = body.kind ?? kindOfAddress(body.address);
  refuseAddress(app, body.address);
  const { address, token } = body;
  const place = { address, token, secrets: kind === 'webhook' ? [newSigningSecret()] : [] };
  const refusal = services[kind].refuse?.(place);
  if (refusal) throw invalid(refusal);
  await limit(app, 'channel', { account: reader.id });
  await refusePrivate(app, body.address);
  const row = await transaction(app, async ({ db, now }) => {
    const sentence = `A topic can go to ${channelsPerTopic} places besides email. Please remove one first.`;
    const of = eq(channels.searchTermId, topic.id);
    await requireRoom(db, reader.id, { table: channels, of, most: channelsPerTopic, sentence });
    const [added] = await db
      .insert(channels)
      .values({
        ...{ userId: reader.id, searchTermId: topic.id, kind, createdAt: now() },
        ...{ place: shownPlace(address), sealed: sealPlace(app, place) },
      })
      .returning();
    return added!;
  });
  return { channel: presentChannel(row, app.now()), secret: place.secrets[0] ?? null };
}

function refuseAddress({ config }: App, address: string): void {
  const { protocol, username, password } = URL.canParse(address) ? new URL(address) : { protocol: '' };
  if (!protocol || (protocol !== 'https:' && !config.channels.allowPrivate))
    throw invalid('Please enter an address that begins with https://.');
  if (username || password) throw invalid('An address with a password in it cannot be used.');
}

async function refusePrivate({ config }: App, address: string): Promise<void> {
  if (config.channels.allowPrivate) return;
  const isPrivate = await isPrivateHost(new URL(address).hostname).catch(() => {
    throw invalid('There is no server at this address.');
  });
  if (isPrivate) throw invalid('This address leads into a private network and cannot be used.');
}

const invalid = (sentence: string): AppError =>
  new AppError('invalid', sentence, { fields: { address: sentence } });

/** Channels as the API returns them, oldest first. */
async function channelsWhere({ db, now }: App, wanted: SQL) {
  const rows = await db.select().from(channels).where(wanted).orderBy(channels.createdAt, channels.id);
  return rows.map((row) => presentChannel(row, now()));
}

/** When the sweep may enqueue a row again whose job was just added. */
const afterJob = ({ now }: App): Date => timeAfter(now(), 60_000);

async function openChannelOf(app: App, reader: Reader, id: string) {
  const channel = await channelOf(app, reader.id, id);
  if (channel.ended) throw new AppError('conflict', `${channel.ended} Remove this channel and add it again.`);
  return channel;
}

/** All of a reader's channels with all deliveries, for the data export. */
export async function exportChannels(app: App, userId: string) {
  const log = await app.db
    .select(getTableColumns(channelDeliveries))
    .from(channelDeliveries)
    .innerJoin(channels, eq(channels.id, channelDeliveries.channelId))
    .where(eq(channels.userId, userId))
    .orderBy(desc(channelDeliveries.createdAt), asc(channelDeliveries.id));
  const byChannel = Map.groupBy(log, ({ channelId }) => channelId);
  const deliveriesOf = (id: string) => (byChannel.get(id) ?? []).map(presentDelivery);
  const own = await channelsWhere(app, eq(channels.userId, userId));
  return own.map((channel) => ({ ...channel, deliveries: deliveriesOf(channel.id) }));
}

const presentDelivery = (row: typeof channelDeliveries.$inferSelect) => ({
  ...row,
  nextAttemptAt: row.status === 'pending' ? row.nextAttemptAt : null,
});

/** For the mail about a new password: where digests go, without secrets. */
export async function placesInWords({ db }: App, userId: string): Promise<string[]> {
  const sent = await db
    .selectDistinct({ place: channels.place })
    .from(channels)
    .where(and(eq(channels.userId, userId), isNull(channels.ended)))
    .orderBy(asc(channels.place));
  const places = new Intl.ListFormat('en').format(sent.map(({ place }) => place));
  return places ? [`what is sent to ${places}`] : [];
}

type ChannelRow = typeof channels.$inferSelect;

/** The encrypted part of a channel's row: its address, access token and signing secrets. */
const sealPlace = ({ secret }: App, place: Place): string => seal(secret, 'channel', place);

/**
 * The decrypted address and secrets of a channel, with the previous signing secret only until it expires.
 * @throws Error if the server's secret has changed since
 */
export function placeOf(
  { secret, now }: App,
  { sealed, formerSecretUntil }: Pick<ChannelRow, 'sealed' | 'formerSecretUntil'>,
): Place {
  const place = unseal(secret, 'channel', sealed) as Place;
  const overlaps = formerSecretUntil !== null && formerSecretUntil > now();
  return { ...place, secrets: place.secrets.slice(0, overlaps ? 2 : 1) };
}

/** A new signing secret in the format of Standard Webhooks. */
const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The visible part of an address: its host and last characters, enough to distinguish two, but not to use them. */
function shownPlace(address: string): string {
  const { host, pathname } = new URL(address);
  const path = pathname.replace(/\/$/, '');
  return path.length > 8 ? `${host}/…${path.slice(-4)}` : host;
}

/**
 * The reader's own channel.
 * @throws AppError `not_found` for somebody else's channel and for one that does not exist
 */
async function channelOf({ db }: App, userId: string, id: string): Promise<ChannelRow> {
  const isOwn = and(hasId(channels.id, id), eq(channels.userId, userId));
  const [row] = await db.select().from(channels).where(isOwn);
  if (!row) throw new AppError('not_found', 'This channel does not exist.');
  return row;
}

/** A channel as the API returns it, without its encrypted parts. */
const presentChannel = ({ sealed: _, formerSecretUntil, ...row }: ChannelRow, now: Date) => ({
  ...row,
  formerSecretUntil: formerSecretUntil && formerSecretUntil > now ? formerSecretUntil : null,
});
