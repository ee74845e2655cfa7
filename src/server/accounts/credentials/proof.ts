import { eq } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { sessions, users } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import { minuteMs, timeBefore } from '#shared/values/time.ts';
import { passwordMatches } from './password.ts';

/** Minutes for which a proof is valid. */
const recentMinutes = 15;

/**
 * Requires proof of identity for an action that somebody at an open browser must not take, unless a sign-in or a proof
 * was minutes ago. A proxy that signs readers in proves it with every request.
 * @throws AppError `forbidden` with the ways to prove it under `needsProof`
 */
export async function requireProof(app: App, reader: Reader): Promise<void> {
  if (reader.isProven) return;
  const [session] = await app.db.select().from(sessions).where(eq(sessions.id, reader.sessionId));
  const provenAt = session && (session.provenAt ?? session.createdAt);
  if (provenAt && provenAt >= timeBefore(app.now(), recentMinutes * minuteMs)) return;
  const ways = await waysToProve(app, reader);
  if (ways.length) throw new AppError('forbidden', 'Please confirm that it is you.', { needsProof: ways });
  const signIn = `Please sign out and in again, and then confirm within ${recentMinutes} minutes.`;
  throw new AppError('forbidden', signIn);
}

/** How the owner of an account can prove who they are: by password, passkey and the like. */
export async function waysToProve(
  app: App,
  { id, hasPassword }: Pick<Reader, 'id' | 'hasPassword'>,
): Promise<string[]> {
  const ways = hasPassword && app.config.passwords ? ['password'] : [];
  for (const { proofWay } of app.features) if (await proofWay?.has(app, id)) ways.push(proofWay!.name);
  return ways;
}

/** Records that the reader has just proved their identity. */
export async function recordProof({ db, now }: App, { sessionId }: Reader): Promise<void> {
  await db.update(sessions).set({ provenAt: now() }).where(eq(sessions.id, sessionId));
}

/** Accepts the password as proof. @throws AppError `forbidden` for a wrong one, `invalid` for none, `limited` */
export async function proveByPassword(app: App, reader: Reader, password: string): Promise<void> {
  if (!app.config.passwords) throw new AppError('forbidden', 'Passwords are switched off on this server.');
  await requirePassword(app, reader, password);
  await recordProof(app, reader);
}

/**
 * Requires the password before something that cannot be undone, or a recent proof for an account without one.
 * @throws AppError `forbidden` if it is not the reader's password, `invalid` for none, `limited`
 */
export async function requirePassword(app: App, reader: Reader, password: string): Promise<void> {
  const [user] = await app.db
    .select({ passwordHash: users.passwordHash, hasPassword: users.hasPassword })
    .from(users)
    .where(eq(users.id, reader.id));
  if (user && !user.hasPassword) return requireProof(app, reader);
  if (!password)
    throw new AppError('invalid', 'Password is required', { fields: { password: 'Password is required' } });
  await limit(app, 'password', { account: reader.id });
  if (!(await passwordMatches(user?.passwordHash, password)))
    throw new AppError('forbidden', 'This is not your password.');
}
