import { eq } from 'drizzle-orm';
import { users } from '#platform/db/schema.ts';
import { enqueue } from '#platform/queue/queues.ts';
import type { AccountsApp } from './app.ts';

/**
 * Deletes an account and everything that refers to it: sessions, topics, digests, delivery ledger, preferences.
 * Payment records that the law requires are kept without a name. A job that commits with the same transaction ends the
 * subscription at the provider, so an outage there neither delays the deletion nor leaves the subscription running.
 * Call it inside a transaction.
 */
export async function removeAccount(
  app: AccountsApp,
  user: Pick<typeof users.$inferSelect, 'id' | 'stripeCustomerId'>,
): Promise<void> {
  const { id, stripeCustomerId } = user;
  await app.db.delete(users).where(eq(users.id, id));
  if (stripeCustomerId) await enqueue(app, 'end-subscription', { stripeCustomerId }, { key: id });
}
