import { and, eq, isNull } from 'drizzle-orm';
import { signupAttempts, users } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import type { AccountsApp } from './app.ts';
import { removeAccount } from './removeAccount.ts';
import { attemptOf } from './verify.ts';

/**
 * "This was not me": the owner of the mailbox voids a sign-up that somebody else made for it. If the link had
 * been opened already, by accident or by a mail scanner, the account that it opened goes too.
 * Safe to call again within the life of the link's other uses: a void link is refused like an unknown one.
 */
export const cancelSignup = (app: AccountsApp, token: string): Promise<void> =>
  transaction(app, async (app) => {
    const { attempt, user } = await attemptOf(app, token);
    if (attempt.verifiedAt) return removeAccount(app, user);
    await app.db.update(signupAttempts).set({ voidedAt: app.now() }).where(eq(signupAttempts.id, attempt.id));
    const [open] = await app.db
      .select({ id: signupAttempts.id })
      .from(signupAttempts)
      .where(and(eq(signupAttempts.userId, user.id), isNull(signupAttempts.voidedAt)))
      .limit(1);
    if (!open && !user.isEmailVerified) await app.db.delete(users).where(eq(users.id, user.id));
  });
