import { eq, inArray, sql } from 'drizzle-orm';
import { acceptedMails, emailDigests, invitations, users } from '#platform/db/schema.ts';
import { enqueue } from '#platform/queue/queues.ts';
import type { AccountsApp } from './app.ts';

/**
 * Deletes an account and everything that refers to it: sessions, topics, digests, delivery ledger, preferences, and the
 * notes on accepted mails. Payment records that the law requires are kept without a name, and invitations without a note
 * that names the address. A job in the same transaction ends the subscription at the provider, so an outage there neither
 * delays the deletion nor leaves the subscription running. Call it inside a transaction.
 */
export async function removeAccount(
  app: AccountsApp,
  user: Pick<typeof users.$inferSelect, 'id' | 'email' | 'stripeCustomerId'>,
): Promise<void> {
  const { id, email, stripeCustomerId } = user;
  const digests = app.db
    .select({ id: sql`${emailDigests.id}::text` })
    .from(emailDigests)
    .where(eq(emailDigests.userId, id));
  await app.db.delete(acceptedMails).where(inArray(acceptedMails.id, digests));
  await app.db.delete(users).where(eq(users.id, id));
  await app.db
    .update(invitations)
    .set({ note: '' })
    .where(sql`position(${email.toLowerCase()} in lower(${invitations.note})) > 0`);
  if (stripeCustomerId) await enqueue(app, 'end-subscription', { stripeCustomerId }, { key: id });
}

/** Whether the account still exists, even if it is closed. */
export async function accountExists({ db }: AccountsApp, userId: string): Promise<boolean> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
  return user !== undefined;
}
