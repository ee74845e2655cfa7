import { eq } from 'drizzle-orm';
import { sessions, users } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { clearLimit, limit } from '#platform/rateLimits.ts';
import type { ProofWay } from '#shared/accounts/secondStep.ts';
import { AppError } from '#shared/contract/errors.ts';
import { minuteMs, timeBefore } from '#shared/values/time.ts';
import type { AccountsApp } from '../app.ts';
import { passwordMatches } from '../credentials/password.ts';
import { spendCode } from './oneTimeCodes.ts';
import { spendRecoveryCode } from './recoveryCodes.ts';
import { neededAfterPassword } from './state.ts';
import { passkeysWork } from './webAuthn.ts';

/** Minutes for which a proof is valid. */
const recentMinutes = 15;

/**
 * Requires proof of identity for an action that somebody at an open browser must not take, unless a sign-in or a proof
 * was minutes ago. A proxy that signs readers in proves it with every request.
 * @param bySecondStep if a second step is set up, only a code or a passkey is accepted, so that the step protects itself
 * @throws AppError `forbidden` with the ways to prove it under `needsProof`
 */
export async function requireProof(
  app: AccountsApp,
  reader: Reader,
  { bySecondStep = false }: { bySecondStep?: boolean } = {},
): Promise<void> {
  const [session] = await app.db.select().from(sessions).where(eq(sessions.id, reader.sessionId));
  if (!session && app.config.authHeader) return;
  const needed = await neededAfterPassword(app, reader.id);
  const strict = bySecondStep && needed !== null;
  const provenAt = session && (strict ? session.secondProvenAt : (session.provenAt ?? session.createdAt));
  if (provenAt && provenAt >= timeBefore(app.now(), recentMinutes * minuteMs)) return;
  const ways: ProofWay[] = [];
  if (!strict && reader.hasPassword && app.config.passwords) ways.push('password');
  if (needed) ways.push('code');
  if (needed?.passkeys && passkeysWork(app.config)) ways.push('passkey');
  if (ways.length) throw new AppError('forbidden', 'Please confirm that it is you.', { needsProof: ways });
  throw new AppError(
    'forbidden',
    `Please sign out and in again, and then confirm within ${recentMinutes} minutes.`,
  );
}

/** Records that the reader has just proved their identity. */
export async function recordProof(
  { db, now }: AccountsApp,
  { sessionId }: Reader,
  { bySecondStep }: { bySecondStep: boolean },
): Promise<void> {
  const at = now();
  await db
    .update(sessions)
    .set({ provenAt: at, ...(bySecondStep ? { secondProvenAt: at } : {}) })
    .where(eq(sessions.id, sessionId));
}

/**
 * Accepts the password or a code as proof.
 * @throws AppError `forbidden` for a wrong one, `invalid` for none, `limited`
 */
export async function prove(
  app: AccountsApp,
  reader: Reader,
  { password, code, network }: { password?: string | undefined; code?: string | undefined; network: string },
): Promise<void> {
  if (code !== undefined) await requireCode(app, reader.id, { code, network });
  else if (app.config.passwords) await requirePassword(app, reader, password ?? '');
  else throw new AppError('forbidden', 'Passwords are switched off on this server.');
  await recordProof(app, reader, { bySecondStep: code !== undefined });
}

/**
 * Accepts a code of the app, or a recovery code, which it uses up.
 * @returns which of the two it was
 * @throws AppError `forbidden` for a wrong or used one, `limited`
 */
export async function requireCode(
  app: AccountsApp,
  userId: string,
  { code, network }: { code: string; network: string },
): Promise<'code' | 'recovery code'> {
  await limit(app, 'second-step', { account: userId, network });
  const isOfApp = /^[\d\s-]{6,12}$/.test(code);
  const isRight = isOfApp ? await spendCode(app, userId, code) : await spendRecoveryCode(app, userId, code);
  if (!isRight)
    throw new AppError('forbidden', 'This code is not right, or has been used.', {
      fields: { code: 'This code is not right, or has been used.' },
    });
  await clearLimit(app, 'second-step', { account: userId, network });
  return isOfApp ? 'code' : 'recovery code';
}

/**
 * Requires the password before something that cannot be undone, or a recent proof for an account without one.
 * @throws AppError `forbidden` if it is not the reader's password, `invalid` for none, `limited`
 */
export async function requirePassword(app: AccountsApp, reader: Reader, password: string): Promise<void> {
  await limit(app, 'password', { account: reader.id });
  const [user] = await app.db
    .select({ passwordHash: users.passwordHash, hasPassword: users.hasPassword })
    .from(users)
    .where(eq(users.id, reader.id));
  if (user && !user.hasPassword) return requireProof(app, reader);
  if (!password)
    throw new AppError('invalid', 'Password is required', { fields: { password: 'Password is required' } });
  if (!(await passwordMatches(user?.passwordHash, password)))
    throw new AppError('forbidden', 'This is not your password.');
}
