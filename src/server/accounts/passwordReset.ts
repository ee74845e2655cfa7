import { and, eq, gt } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { enqueueMail } from '#mail/enqueueMail.ts';
import { users } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import { hashToken } from '#platform/randomToken.ts';
import { clearLimit, limit, waitFor } from '#platform/rateLimits.ts';
import { signToken } from '#platform/signedLink.ts';
import { AppError } from '#shared/contract/errors.ts';
import { minuteMs, timeAfter } from '#shared/values/time.ts';
import { type Origin, recordActivity } from './credentials/activity.ts';
import { livingAccess } from './credentials/endAccess.ts';
import { equalizeTiming, hashPassword, requireGoodPassword } from './credentials/password.ts';
import { requirePassword } from './credentials/proof.ts';
import { endSessions } from './credentials/session.ts';
import { beginPreferences } from './preferences.ts';
import { voidAttempts } from './signup.ts';

const resetMinutes = 60;

/**
 * Mails a reset link if the address has an account. Response and timing do not reveal whether the account exists.
 * Requests by strangers neither end a link that waits in the mailbox nor use up the owner's: a link with half of its life
 * left is mailed again, and if the address was mailed too often, that link is there already.
 * @throws AppError `limited`, `unavailable` on a server without mail.
 */
export async function requestReset(app: App, email: string, network: string): Promise<void> {
  const noMail =
    'This server sends no mail. Please ask the people who run it for a link to choose a new password.';
  if (app.config.mail.isOff) throw new AppError('unavailable', noMail);
  await limit(app, 'reset', { account: email, network });
  await equalizeTiming();
  if ((await waitFor(app, 'reset-mail', { account: email })) === 0)
    await transaction(app, (app) => mailReset(app, email));
}

async function mailReset(app: App, email: string): Promise<void> {
  const [user] = await app.db
    .select({ id: users.id, expiry: users.passwordResetTokenExpiry })
    .from(users)
    .where(and(eq(users.email, email), eq(users.isActive, true)))
    .for('update');
  const fresh = timeAfter(app.now(), resetMinutes * minuteMs);
  const half = timeAfter(app.now(), (resetMinutes / 2) * minuteMs);
  const open = user?.expiry && user.expiry > half && user.expiry <= fresh ? user.expiry : null;
  const expiry = open ?? fresh;
  const token = resetToken(app, user?.id ?? nobody, expiry);
  await app.db
    .update(users)
    .set({ passwordResetToken: hashToken(token), passwordResetTokenExpiry: expiry })
    .where(eq(users.id, user?.id ?? nobody));
  if (!user) return;
  await enqueueMail(app, 'reset', email, {
    link: `${app.config.baseUrl}/reset-password?token=${token}`,
    validFor: `${Math.floor((expiry.getTime() - app.now().getTime()) / minuteMs)} minutes`,
  });
}

/** The same for the same account and time, so that a link can be mailed again although only its hash is stored. */
const resetToken = (app: App, userId: string, expiry: Date): string =>
  signToken(app, 'reset', Buffer.from(`${userId} ${expiry.toISOString()}`));

const noReset = { passwordResetToken: null, passwordResetTokenExpiry: null };

const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Sets the password that the owner of the mailbox chose. The link proves the mailbox, so this also confirms the
 * address, voids other people's sign-ups for it, and ends every session, API token and feed address. Whatever else has access stays;
 * the mail about it lists it.
 * @throws AppError `invalid` for an expired or unknown link or a guessable password, `limited`.
 */
export async function resetPassword(
  app: App,
  { token, password }: { token: string; password: string },
  from: Origin,
): Promise<void> {
  const { network } = from;
  const isOpen = gt(users.passwordResetTokenExpiry, app.now());
  const holds = and(eq(users.passwordResetToken, hashToken(token)), isOpen);
  const [owner] = await app.db.select({ email: users.email }).from(users).where(holds);
  const invalid = () => new AppError('invalid', 'This password reset link is invalid or expired.');
  if (owner) await requireGoodPassword(app, { password, email: owner.email }, network);
  await limit(app, 'reset', { network });
  if (!owner) throw invalid();
  const passwordHash = await hashPassword(password);
  await transaction(app, async (app) => {
    const [user] = await app.db
      .update(users)
      .set({
        ...{ passwordHash, hasPassword: true, isEmailVerified: true, ...noReset },
        // A mailed link proves the mailbox; without mail an administrator handed the link over.
        ...(!app.config.mail.isOff && { isAddressProven: true }),
      })
      .where(holds)
      .returning({ id: users.id, email: users.email });
    if (!user) throw invalid();
    await beginPreferences(app, user.id);
    await voidAttempts(app, user.id);
    await endSessions(app, user.id);
    for (const { access } of app.features) if (access?.endsAtReset) await access.end(app, user.id, app.now());
    await recordActivity(app, user.id, 'password-reset', { from });
    await notifyOwner(app, user);
  });
  // Earlier guesses were at the former password; the owner must not wait because of them.
  await clearLimit(app, 'login', { account: owner.email, network });
}

/**
 * Changes the password from inside a session, which stays; all other sessions end. An account without one gets its first
 * only by a mailed link, because a session that somebody took over must not become a way to sign in.
 * @throws AppError `forbidden` when the current password is wrong or there is none, `invalid` for a guessable one, `limited`.
 */
export async function changePassword(
  app: App,
  reader: Reader,
  { currentPassword, password }: { currentPassword: string; password: string },
  from: Origin,
): Promise<void> {
  const noPassword = 'This account has no password. “Forgot password?” mails you a link to choose one.';
  if (!reader.hasPassword) throw new AppError('forbidden', noPassword);
  await requireGoodPassword(app, { password, email: reader.email }, from.network);
  await requirePassword(app, reader, currentPassword);
  const passwordHash = await hashPassword(password);
  await transaction(app, async (app) => {
    await app.db
      .update(users)
      .set({ passwordHash, ...noReset })
      .where(eq(users.id, reader.id));
    await endSessions(app, reader.id, reader.sessionId);
    await recordActivity(app, reader.id, 'password-changed', { from });
    await notifyOwner(app, reader);
  });
}

/** Tells the owner, with what else still reads for the account and the page that ends it. */
const notifyOwner = async (app: App, { id, email }: { id: string; email: string }): Promise<void> =>
  enqueueMail(app, 'password-changed', email, {
    resetLink: `${app.config.baseUrl}/auth?tab=forgot-password`,
    at: app.now().toISOString(),
    ...(await livingAccess(app, id)),
  });
