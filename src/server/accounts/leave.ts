import { eq } from 'drizzle-orm';
import { type App, transaction } from '../app.ts';
import { users } from '../db/schema.ts';
import { enqueue } from '../queues.ts';
import type { Reader } from '../serve.ts';
import { askForMail } from './mail.ts';
import { confirmPassword } from './reset.ts';

/** Deletes the reader's account, once the password is confirmed. */
export async function deleteAccount(app: App, reader: Reader, password: string): Promise<void> {
  await confirmPassword(app, reader, password);
  await transaction(app, async (app) => {
    const [user] = await app.db.select().from(users).where(eq(users.id, reader.id)).for('update');
    if (!user) return;
    await removeAccount(app, user);
    await askForMail(app, 'account-deleted', user.email, {
      at: app.now().toISOString(),
      subscriptionEnded: user.stripeSubscriptionId !== null,
    });
  });
}

/** Tells the owner that everything was taken along: it may not have been the owner who did. */
export const tellOfExport = (app: App, { email }: Reader, device: string | null): Promise<void> =>
  askForMail(app, 'data-exported', email, {
    at: app.now().toISOString(),
    device,
    resetLink: `${app.config.baseUrl}/auth?tab=forgot-password`,
  });

/**
 * Removes an account with everything that hangs on it: sessions, search terms, digests, ledger, preferences.
 * What the law wants kept about payments stays without a name. The subscription is ended at the provider by a
 * job that leaves with the same transaction, so that a provider that is down delays nothing and loses nothing.
 * Call it inside a transaction.
 */
export async function removeAccount(
  app: App,
  user: Pick<typeof users.$inferSelect, 'id' | 'stripeCustomerId' | 'stripeSubscriptionId'>,
): Promise<void> {
  const { id, stripeCustomerId, stripeSubscriptionId } = user;
  await app.db.delete(users).where(eq(users.id, id));
  if (stripeCustomerId || stripeSubscriptionId)
    await enqueue(app, 'end-subscription', { stripeCustomerId, stripeSubscriptionId }, { key: id });
}
