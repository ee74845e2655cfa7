import { eq } from 'drizzle-orm';
import { removeAccount } from '#accounts/cleanup.ts';
import { requirePassword } from '#accounts/credentials/proof.ts';
import type { App } from '#kit/feature.ts';
import { enqueueMail } from '#mail/enqueueMail.ts';
import { users } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';

/**
 * Deletes the reader's account after checking the password, and confirms it by a last mail.
 * @throws AppError `forbidden` for a wrong password, `limited`.
 */
export async function deleteAccount(app: App, reader: Reader, password: string): Promise<void> {
  await requirePassword(app, reader, password);
  await transaction(app, async (app) => {
    const [user] = await app.db.select().from(users).where(eq(users.id, reader.id)).for('update');
    if (!user) return;
    await removeAccount(app, user);
    await enqueueMail(app, 'account-deleted', user.email, {
      at: app.now().toISOString(),
      subscriptionEnded: user.stripeSubscriptionId !== null,
    });
  });
}

/** Tells the owner by mail that their data was exported, because somebody else may have done it. */
export const notifyOfExport = (app: App, { email }: Reader, device: string | null): Promise<void> =>
  enqueueMail(app, 'data-exported', email, {
    at: app.now().toISOString(),
    device,
    resetLink: `${app.config.baseUrl}/auth?tab=forgot-password`,
  });
