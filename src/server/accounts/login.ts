import { eq } from 'drizzle-orm';
import type { Context } from 'hono';
import type { App } from '#kit/feature.ts';
import { users } from '#platform/db/schema.ts';
import { hashed, limit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import { originOf, recordActivity } from './credentials/activity.ts';
import { passwordMatches } from './credentials/password.ts';
import { knownDevice, openSession, rememberDevice } from './credentials/session.ts';

type Credentials = { email: string; password: string };

/**
 * Signs in by password, and records it in the reader's activity.
 * @throws AppError `unauthenticated` for a wrong pair, `forbidden` for a closed or unconfirmed account, `limited`.
 */
export async function signInByPassword(
  app: App,
  caller: { http: Context; network: string },
  credentials: Credentials,
): Promise<typeof users.$inferSelect> {
  const { http, network } = caller;
  http.set('account', hashed(app.secret, credentials.email));
  const device = knownDevice(app, http, credentials.email);
  const user = await verifyCredentials(app, credentials, { network, device });
  await enter(app, caller, user);
  return user;
}

/** Signs an account in at this browser, and records it in the reader's activity. */
export async function enter(
  app: App,
  caller: Parameters<typeof originOf>[0],
  { id, email }: { id: string; email: string },
): Promise<void> {
  rememberDevice(app, caller.http, email);
  await openSession(app, caller.http, id, caller);
  await recordActivity(app, id, 'signed-in', { from: originOf(caller) });
  app.log.info({ user: id }, 'signed in');
}

/**
 * Checks an address and a password and returns the account. An unknown address and a wrong password get the same response
 * in the same time. Only a caller with the right password learns that the address is not confirmed yet.
 * @param device the browser's id if it signed in to this account before (`knownDevice`): it has its own attempts
 */
async function verifyCredentials(
  app: App,
  { email, password }: Credentials,
  { network, device }: { network: string; device: string | null },
): Promise<typeof users.$inferSelect> {
  if (device) await limit(app, 'login-device', { account: device });
  else await limit(app, 'login', { account: email, network });
  const [user] = await app.db.select().from(users).where(eq(users.email, email));
  const matches = await passwordMatches(user?.passwordHash, password);
  if (!user || !matches) throw new AppError('unauthenticated', 'Invalid email or password');
  const closed = `This account has been closed. Please contact ${app.config.mail.supportEmail}.`;
  if (!user.isActive) throw new AppError('forbidden', closed);
  if (!user.isEmailVerified)
    throw new AppError(
      'forbidden',
      'Please confirm your email address first: open the link that we sent you. Signing up again sends a new one.',
      { unverified: true },
    );
  return user;
}
