import { randomBytes } from 'node:crypto';
import { and, eq, not, or, sql } from 'drizzle-orm';
import { channelDeliveries, channels } from '#features/messages/tables.ts';
import type { App } from '#kit/feature.ts';
import { users } from '#platform/db/schema.ts';
import { hasId } from '#platform/http/uuid.ts';
import { claimed, leasesOn } from '#platform/lease.ts';
import { transaction } from '#platform/platform.ts';
import { seal, unseal } from '#platform/seal.ts';
import { AppError } from '#shared/contract/errors.ts';
import { minuteMs } from '#shared/values/time.ts';
import type { Place } from '../services/service.ts';

export type ChannelRow = typeof channels.$inferSelect;

/** The encrypted part of a channel's row: its address, access token and signing secrets. */
export const sealPlace = ({ secret }: Pick<App, 'secret'>, place: Place): string =>
  seal(secret, 'channel', place);

/**
 * The decrypted address and secrets of a channel, with the previous signing secret only until it expires.
 * @throws Error if the server's secret has changed since
 */
export function placeOf(
  { secret, now }: Pick<App, 'secret' | 'now'>,
  { sealed, formerSecretUntil }: Pick<ChannelRow, 'sealed' | 'formerSecretUntil'>,
): Place {
  const place = unseal(secret, 'channel', sealed) as Place;
  const overlaps = formerSecretUntil !== null && formerSecretUntil > now();
  return { ...place, secrets: place.secrets.slice(0, overlaps ? 2 : 1) };
}

/** A new signing secret in the format of Standard Webhooks. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The visible part of an address: its host and last characters, enough to distinguish two, but not to use them. */
export function shownPlace(address: string): string {
  const { host, pathname } = new URL(address);
  const path = pathname.replace(/\/$/, '');
  return path.length > 8 ? `${host}/…${path.slice(-4)}` : host;
}

/**
 * The reader's own channel.
 * @throws AppError `not_found` for somebody else's channel and for one that does not exist
 */
export async function channelOf({ db }: Pick<App, 'db'>, userId: string, id: string): Promise<ChannelRow> {
  const [row] = await db
    .select()
    .from(channels)
    .where(and(hasId(channels.id, id), eq(channels.userId, userId)));
  if (!row) throw new AppError('not_found', 'This channel does not exist.');
  return row;
}

/** A channel as the API returns it, without its encrypted parts. */
export const presentChannel = ({ sealed: _, formerSecretUntil, ...row }: ChannelRow, now: Date) => ({
  ...row,
  formerSecretUntil: formerSecretUntil && formerSecretUntil > now ? formerSecretUntil : null,
});

export type Delivery = typeof channelDeliveries.$inferSelect;

/** After a minute without a heartbeat the process that was sending counts as dead. */
export const deliveryLeases = leasesOn(channelDeliveries, minuteMs);

/** Deliveries of one account in flight at once, so that its services cannot occupy the places of others. */
const atOnce = 2;

/** Leases a delivery to one sender, and counts the attempt. Null if it is sent or being sent; `busy` without room. */
export const leaseDelivery = (
  app: App,
  id: string,
): Promise<{ delivery: Delivery; token: string } | 'busy' | null> =>
  transaction(app, async ({ db, now }) => {
    const at = now();
    const isOpen = and(
      eq(channelDeliveries.id, id),
      or(
        eq(channelDeliveries.status, 'pending'),
        and(eq(channelDeliveries.status, 'sending'), deliveryLeases.isExpired(at)),
      ),
    );
    // Locks the account, so that two processes do not count the same place.
    const [owner] = await db
      .select({ id: users.id })
      .from(channelDeliveries)
      .innerJoin(channels, eq(channels.id, channelDeliveries.channelId))
      .innerJoin(users, eq(users.id, channels.userId))
      .where(isOpen)
      .for('update', { of: users });
    if (!owner) return null;
    const inFlight = db
      .select({ id: channelDeliveries.id })
      .from(channelDeliveries)
      .innerJoin(channels, eq(channels.id, channelDeliveries.channelId))
      .where(
        and(
          eq(channels.userId, owner.id),
          eq(channelDeliveries.status, 'sending'),
          not(deliveryLeases.isExpired(at)!),
        ),
      );
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
