import { and, eq, gt } from 'drizzle-orm';
import { enqueueMail } from '#mail/enqueueMail.ts';
import { sessions, userPreferences, users } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import { clearLimit, limit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import { minuteMs, timeAfter, timeBefore } from '#shared/values/time.ts';
import { voidAttempts } from './admission/attempts.ts';
import type { AccountsApp } from './app.ts';
import { revokeTokens } from './credentials/apiTokens.ts';
import { removeFeed } from './credentials/feedSecret.ts';
import { equalizeTiming, hashPassword, passwordMatches, refuseGuessable } from './credentials/password.ts';
import { endSessions } from './credentials/session.ts';

const resetMinutes = 60;
/** How recent a sign-in has to be that stands for a password. */
const recentMinutes = 15;

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
 * address, voids other people's sign-ups for it, and ends every session, API token and feed address.
 * @throws AppError `invalid` for an expired or unknown link or a guessable password, `limited`.
 */
export async function resetPassword(
  app: AccountsApp,
  { token, password }: { token: string; password: string },
  network: string,
): Promise<void> {
  await limit(app, 'reset', { network });
  const passwordResetToken = hashToken(token);
  const holds = and(
    eq(users.passwordResetToken, passwordResetToken),
    gt(users.passwordResetTokenExpiry, app.now()),
  );
  const [owner] = await app.db.select({ email: users.email }).from(users).where(holds);
  const invalid = () => new AppError('invalid', 'This password reset link is invalid or expired.');
  if (!owner) throw invalid();
  refuseGuessable(password, owner.email);
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
    await notifyOwner(app, user.email);
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
): Promise<void> {
  await requirePassword(app, reader, currentPassword);
  refuseGuessable(password, reader.email);
  const passwordHash = await hashPassword(password);
  await transaction(app, async (app) => {
    await app.db.update(users).set({ passwordHash }).where(eq(users.id, reader.id));
    await endSessions(app, reader.id, reader.sessionId);
    await notifyOwner(app, reader.email);
  });
}

/**
 * Asks for the password again before something that cannot be undone; where there is none, for a recent sign-in.
 * @throws AppError `forbidden` when it is not the reader's password or the sign-in is too long ago, `limited`.
 */
export async function requirePassword(app: AccountsApp, reader: Reader, password: string): Promise<void> {
  await limit(app, 'password', { account: reader.id });
  const [user] = await app.db
    .select({ passwordHash: users.passwordHash, hasPassword: users.hasPassword })
    .from(users)
    .where(eq(users.id, reader.id));
  if (user && !user.hasPassword) return requireRecentSignIn(app, reader);
  if (!password)
    throw new AppError('invalid', 'Password is required', { fields: { password: 'Password is required' } });
  if (!(await passwordMatches(user?.passwordHash, password)))
    throw new AppError('forbidden', 'This is not your password.');
}

/** Who signs in by the house's account has just proven it there; a proxy proves it with every request. */
async function requireRecentSignIn({ db, now, config }: AccountsApp, { sessionId }: Reader): Promise<void> {
  const [session] = await db.select().from(sessions).where(eq(sessions.id, sessionId));
  if (!session && config.authHeader) return;
  if (!session || session.createdAt < timeBefore(now(), recentMinutes * minuteMs))
    throw new AppError(
      'forbidden',
      `Please sign out and in again, and then confirm within ${recentMinutes} minutes.`,
    );
}

const notifyOwner = (app: AccountsApp, email: string): Promise<void> =>
  enqueueMail(app, 'password-changed', email, {
    resetLink: `${app.config.baseUrl}/auth?tab=forgot-password`,
    at: app.now().toISOString(),
  });
