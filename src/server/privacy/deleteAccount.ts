import { eq } from 'drizzle-orm';
import { confirmPassword } from '#accounts/passwordReset.ts';
import { removeAccount } from '#accounts/removeAccount.ts';
import { askForMail } from '#mail/enqueueMail.ts';
import { users } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import type { PrivacyApp } from './app.ts';

/** Deletes the reader's account, once the password is confirmed. */
export async function deleteAccount(app: PrivacyApp, reader: Reader, password: string): Promise<void> {
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
export const tellOfExport = (app: PrivacyApp, { email }: Reader, device: string | null): Promise<void> =>
  askForMail(app, 'data-exported', email, {
    at: app.now().toISOString(),
    device,
    resetLink: `${app.config.baseUrl}/auth?tab=forgot-password`,
  });
