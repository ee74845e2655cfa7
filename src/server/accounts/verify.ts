import { and, eq, isNull } from 'drizzle-orm';
import { enqueueMail } from '#mail/enqueueMail.ts';
import { signupAttempts, users } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { hashToken } from '#platform/randomToken.ts';
import { AppError } from '#shared/contract/errors.ts';
import { openAccount } from './admission/attempts.ts';
import type { AccountsApp } from './app.ts';
import { searchTokenWasUsed } from './credentials/searchGrant.ts';
import { removeAccount } from './removeAccount.ts';

/**
 * Confirms the address that the link was mailed to, with the password of that sign-up, and voids the other sign-ups for
 * it. Until the link expires every call gives the same result, so a mail scanner that opens the link first does no
 * harm. It grants no session.
 * @returns `mayAsk` is true while the search stored with the sign-up has not been run.
 * @throws AppError `invalid` or `conflict`, as `attemptOf`.
 */
export const verifyEmail = (app: AccountsApp, token: string) =>
  transaction(app, async (app) => {
    const { attempt, user } = await attemptOf(app, token);
    if (!attempt.verifiedAt) {
      await openAccount(app, attempt, { isAddressProven: true });
      await enqueueMail(app, 'welcome', user.email, {});
    }
    const mayAsk = !(await searchTokenWasUsed(app, user.id));
    return {
      userId: user.id,
      email: user.email,
      pendingSearch: mayAsk ? attempt.pendingSearch : null,
      mayAsk,
    };
  });

/**
 * The open sign-up that a mailed token belongs to, and its account, locked.
 * @throws AppError `invalid` for a token that is unknown, void or expired; `conflict` when another sign-up was confirmed.
 */
async function attemptOf({ db, now }: AccountsApp, token: string) {
  if (!token) throw new AppError('invalid', 'No verification token provided');
  const [found] = await db
    .select({ id: signupAttempts.id, userId: signupAttempts.userId })
    .from(signupAttempts)
    .where(eq(signupAttempts.tokenHash, hashToken(token)));
  const invalid = () => new AppError('invalid', 'The verification link is invalid or has expired.');
  if (!found) throw invalid();
  const [user] = await db.select().from(users).where(eq(users.id, found.userId)).for('update');
  const [attempt] = await db.select().from(signupAttempts).where(eq(signupAttempts.id, found.id));
  if (!user || !attempt || attempt.expiresAt <= now()) throw invalid();
  if (attempt.voidedAt && user.isEmailVerified)
    throw new AppError(
      'conflict',
      'This address has been confirmed already. Please sign in, or reset your password if you did not confirm it yourself.',
    );
  if (attempt.voidedAt) throw invalid();
  return { attempt, user };
}

/**
 * "This was not me": the owner of the mailbox voids a sign-up that somebody else made for it. If the verification link
 * was opened already, by accident or by a mail scanner, the account is deleted as well.
 * @throws AppError `invalid` or `conflict`, as `attemptOf`; a void link is refused like an unknown one.
 */
export async function cancelSignup(app: AccountsApp, token: string): Promise<void> {
  await transaction(app, (app) => voidSignup(app, token));
}

async function voidSignup(app: AccountsApp, token: string): Promise<void> {
  const { attempt, user } = await attemptOf(app, token);
  if (attempt.verifiedAt) return removeAccount(app, user);
  await app.db.update(signupAttempts).set({ voidedAt: app.now() }).where(eq(signupAttempts.id, attempt.id));
  const [open] = await app.db
    .select({ id: signupAttempts.id })
    .from(signupAttempts)
    .where(and(eq(signupAttempts.userId, user.id), isNull(signupAttempts.voidedAt)))
    .limit(1);
  if (!open && !user.isEmailVerified) await app.db.delete(users).where(eq(users.id, user.id));
}
