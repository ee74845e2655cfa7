import { eq } from 'drizzle-orm';
import { recordAct } from '#platform/audit.ts';
import { userPreferences, users } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import { AppError } from '#shared/contract/errors.ts';
import { dayMs, timeAfter } from '#shared/values/time.ts';
import type { AccountsApp } from '../app.ts';
import { hashPassword } from '../credentials/password.ts';

/** How long a link from an administrator works: longer than a mailed one, because it is handed over by a person. */
const linkMs = dayMs;

type OperatorApp = Pick<AccountsApp, 'db' | 'now' | 'config'>;

/**
 * Makes an account an administrator's; creates it if there is none. For people who can run commands on the server.
 * @returns a link by which a new account chooses its password; null for an account that was there
 */
export async function makeAdministrator(app: OperatorApp, email: string): Promise<string | null> {
  const unusable = await hashPassword(newToken());
  return transaction(app, async (app) => {
    const [made] = await app.db
      .insert(users)
      .values({
        email,
        passwordHash: unusable,
        isEmailVerified: true,
        isAddressProven: false,
        isAdmin: true,
        createdAt: app.now(),
      })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id });
    const [user] = await app.db
      .update(users)
      .set({ isAdmin: true })
      .where(eq(users.email, email))
      .returning();
    await app.db.insert(userPreferences).values({ userId: user!.id }).onConflictDoNothing();
    await recordAct(app, {
      actor: null,
      action: made ? 'administrator created' : 'made administrator',
      subject: user!.id,
      network: null,
    });
    return made ? resetLinkFor(app, made.id) : null;
  });
}

/**
 * A new link by which the owner of an account chooses a password, valid for a day; an earlier one stops working.
 * @throws AppError `not_found` for an address without an account
 */
export async function resetLinkOf(app: OperatorApp, email: string): Promise<string> {
  const [user] = await app.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!user) throw new AppError('not_found', `There is no account for ${email}.`);
  return resetLinkFor(app, user.id);
}

/** The same by the account's id. The link opens the account to anyone who has it: hand it to its owner alone. */
export async function resetLinkFor({ db, now, config }: OperatorApp, userId: string): Promise<string> {
  const token = newToken();
  await db
    .update(users)
    .set({ passwordResetToken: hashToken(token), passwordResetTokenExpiry: timeAfter(now(), linkMs) })
    .where(eq(users.id, userId));
  return `${config.baseUrl}/reset-password?token=${token}`;
}
