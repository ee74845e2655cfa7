import { eq } from 'drizzle-orm';
import { users } from '#platform/db/schema.ts';
import { enqueue } from '#platform/queue/queues.ts';
import type { AccountsApp } from './app.ts';

/**
 * Removes an account with everything that hangs on it: sessions, search terms, digests, ledger, preferences.
 * What the law wants kept about payments stays without a name. The subscription is ended at the provider by a
 * job that leaves with the same transaction, so that a provider that is down delays nothing and loses nothing.
 * Call it inside a transaction.
 */
export async function removeAccount(
  app: AccountsApp,
  user: Pick<typeof users.$inferSelect, 'id' | 'stripeCustomerId' | 'stripeSubscriptionId'>,
): Promise<void> {
  const { id, stripeCustomerId, stripeSubscriptionId } = user;
  await app.db.delete(users).where(eq(users.id, id));
  if (stripeCustomerId || stripeSubscriptionId)
    await enqueue(app, 'end-subscription', { stripeCustomerId, stripeSubscriptionId }, { key: id });
}
