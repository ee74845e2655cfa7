import { and, eq, gt } from 'drizzle-orm';
import { enqueueMail } from '#mail/enqueueMail.ts';
import { userPreferences, users } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import { clearLimit, limit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import { minuteMs, timeAfter } from '#shared/values/time.ts';
import { voidAttempts } from './admission/invitations.ts';
import type { AccountsApp } from './app.ts';
import { type Origin, recordActivity } from './credentials/activity.ts';
import { removeFeed, revokeTokens } from './credentials/apiTokens.ts';
import { livingAccess } from './credentials/endAccess.ts';
import { equalizeTiming, hashPassword, refuseGuessable, requireKinds } from './credentials/password.ts';
import { requirePassword } from './credentials/proof.ts';
import { endSessions } from './credentials/session.ts';

const resetMinutes = 60;

/**
 * Mails a reset link if the address has an account. Response and timing do not reveal whether the account exists.
 * @throws AppError `limited`, `unavailable` on a server without mail.
 */
export async function requestReset(app: AccountsApp, email: string, network: string): Promise<void> {
  if (app.config.mail.isOff)
    throw new AppError(
      'unavailable',
      'This server sends no mail. Please ask the people who run it for a link to choose a new password.',
    );
  await limit(app, 'reset', { account: email, network });
  await equalizeTiming();
  const token = newToken();
  await transaction(app, async (app) => {
    const at = app.now();
    const [user] = await app.db
      .update(users)
      .set({
        passwordResetToken: hashToken(token),
        passwordResetTokenExpiry: timeAfter(at, resetMinutes * minuteMs),
      })
      .where(and(eq(users.email, email), eq(users.isActive, true)))
      .returning({ id: users.id });
    if (!user) return;
    await enqueueMail(app, 'reset', email, {
      link: `${app.config.baseUrl}/reset-password?token=${token}`,
      validFor: `${resetMinutes} minutes`,
    });
  });
}

/**
 * Sets the password that the owner of the mailbox chose. The link proves the mailbox, so this also confirms the
 * address, voids other people's sign-ups for it, and ends every session, API token and feed address. Passkeys stay;
 * the mail about it lists them.
 * @throws AppError `invalid` for an expired or unknown link or a guessable password, `limited`.
 */
export async function resetPassword(
  app: AccountsApp,
  { token, password }: { token: string; password: string },
  from: Origin,
): Promise<void> {
  const { network } = from;
  requireKinds(app.config, password);
  await limit(app, 'reset', { network });
  const passwordResetToken = hashToken(token);
  const holds = and(
    eq(users.passwordResetToken, passwordResetToken),
    gt(users.passwordResetTokenExpiry, app.now()),
  );
  const [owner] = await app.db.select({ email: users.email }).from(users).where(holds);
  const invalid = () => new AppError('invalid', 'This password reset link is invalid or expired.');
  if (!owner) throw invalid();
  await refuseGuessable(password, owner.email);
  const passwordHash = await hashPassword(password);
  await transaction(app, async (app) => {
    const [user] = await app.db
      .update(users)
      .set({
        passwordHash,
        hasPassword: true,
        isEmailVerified: true,
        // A mailed link proves the mailbox; without mail an administrator handed the link over.
        ...(app.config.mail.isOff ? {} : { isAddressProven: true }),
        passwordResetToken: null,
        passwordResetTokenExpiry: null,
      })
      .where(holds)
      .returning({ id: users.id, email: users.email });
    if (!user) throw invalid();
    await app.db.insert(userPreferences).values({ userId: user.id }).onConflictDoNothing();
    await voidAttempts(app, user.id);
    await endSessions(app, user.id);
    await revokeTokens(app, user.id);
    await removeFeed(app, user.id);
    await recordActivity(app, user.id, 'password-reset', { from });
    await notifyOwner(app, user);
  });
  // Earlier guesses were at the former password; the owner must not wait because of them.
  await clearLimit(app, 'login', { account: owner.email, network });
}

/**
 * Changes the password from inside a session, which stays; all other sessions end.
 * @throws AppError `forbidden` when the current password is wrong, `invalid` for a guessable one, `limited`.
 */
export async function changePassword(
  app: AccountsApp,
  reader: Reader,
  { currentPassword, password }: { currentPassword: string; password: string },
  from: Origin,
): Promise<void> {
  requireKinds(app.config, password);
  await requirePassword(app, reader, currentPassword);
  await refuseGuessable(password, reader.email);
  const passwordHash = await hashPassword(password);
  await transaction(app, async (app) => {
    await app.db.update(users).set({ passwordHash }).where(eq(users.id, reader.id));
    await endSessions(app, reader.id, reader.sessionId);
    await recordActivity(app, reader.id, 'password-changed', { from });
    await notifyOwner(app, reader);
  });
}

/** Tells the owner, with what else still reads for the account and the page that ends it. */
const notifyOwner = async (app: AccountsApp, { id, email }: { id: string; email: string }): Promise<void> =>
  enqueueMail(app, 'password-changed', email, {
    resetLink: `${app.config.baseUrl}/auth?tab=forgot-password`,
    at: app.now().toISOString(),
    ...(await livingAccess(app, id)),
  });
