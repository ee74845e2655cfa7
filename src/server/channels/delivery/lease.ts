import { and, eq, or, sql } from 'drizzle-orm';
import { channelDeliveries } from '#platform/db/schema.ts';
import { claimed, leasesOn } from '#platform/lease.ts';
import { minuteMs } from '#shared/values/time.ts';
import type { ChannelsApp } from '../app.ts';

export type Delivery = typeof channelDeliveries.$inferSelect;

/** After a minute without a heartbeat the process that was sending counts as dead. */
export const deliveryLeases = leasesOn({
  table: channelDeliveries,
  id: channelDeliveries.id,
  token: channelDeliveries.claimedBy,
  heartbeatAt: channelDeliveries.claimedAt,
  expiresAfterMs: minuteMs,
});

/** Leases a delivery to one sender; null if it was sent, or if another process is sending it. */
export async function leaseDelivery(
  { db, now }: Pick<ChannelsApp, 'db' | 'now'>,
  id: string,
): Promise<{ delivery: Delivery; token: string } | null> {
  const at = now();
  const token = crypto.randomUUID();
  const [delivery] = await db
    .update(channelDeliveries)
    .set({
      status: 'sending',
      ...claimed(at, token),
      nextAttemptAt: null,
      attempts: sql`${channelDeliveries.attempts} + 1`,
    })
    .where(
      and(
        eq(channelDeliveries.id, id),
        or(
          eq(channelDeliveries.status, 'pending'),
          and(eq(channelDeliveries.status, 'sending'), deliveryLeases.isExpired(at)),
        ),
      ),
    )
    .returning();
  return delivery ? { delivery, token } : null;
}
