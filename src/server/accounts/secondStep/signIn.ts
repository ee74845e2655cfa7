import { and, eq } from 'drizzle-orm';
import type { Context } from 'hono';
import { users } from '#platform/db/schema.ts';
import { limit } from '#platform/rateLimits.ts';
import type { SecondStepNeeded } from '#shared/accounts/account.ts';
import type { AuthenticationResponse } from '#shared/accounts/webAuthn.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { AccountsApp } from '../app.ts';
import { originOf, recordActivity } from '../credentials/activity.ts';
import { rememberDevice } from '../credentials/knownDevice.ts';
import { openSession } from '../credentials/session.ts';
import {
  beginStep,
  challengeStep,
  endStep,
  requireStep,
  type Step,
  stepOf,
  takeStepChallenge,
} from './challenges.ts';
import { notifyOfChange } from './changes.ts';
import { acceptPasskey, passkeyRows } from './passkeys.ts';
import { requireCode } from './proof.ts';
import { neededAfterPassword } from './state.ts';
import { authenticationOptionsFor, challengeIn } from './webAuthn.ts';

type User = typeof users.$inferSelect;

/** A call that signs in: its browser, and its origin. */
interface Caller {
  http: Context;
  network: string;
}

/**
 * Continues after the right password: opens a session, or returns what else is needed and lets the browser wait for it.
 * @returns null if the reader is signed in
 */
export async function continueSignIn(
  app: AccountsApp,
  caller: Caller,
  user: User,
): Promise<SecondStepNeeded | null> {
  const needed = await neededAfterPassword(app, user.id);
  if (needed) await beginStep(app, caller.http, { userId: user.id });
  else await completeSignIn(app, caller, user, { via: 'password', bySecondStep: false });
  return needed;
}

/** Opens the session, and records it in the reader's activity. */
async function completeSignIn(
  app: AccountsApp,
  caller: Caller,
  user: User,
  { via, bySecondStep }: { via: 'password' | 'passkey'; bySecondStep: boolean },
): Promise<void> {
  const { http, network } = caller;
  rememberDevice(app, http, user.email);
  await openSession(app, http, user.id, { network, via, bySecondStep });
  await recordActivity(app, user.id, via === 'passkey' ? 'signed-in-passkey' : 'signed-in', {
    from: originOf(caller),
  });
  app.log.info({ user: user.id }, 'signed in');
}

/**
 * Completes a sign-in with a code of the app, or with a recovery code.
 * @throws AppError `unauthenticated` if no sign-in waits, `forbidden` for a wrong or used code, `limited`
 */
export async function finishWithCode(app: AccountsApp, caller: Caller, code: string): Promise<User> {
  const step = await requireStep(app, caller.http);
  const user = await openUser(app, step.userId);
  const used = await requireCode(app, user.id, { code, network: caller.network }).catch((error: unknown) =>
    refused(app, caller, { userId: user.id, error }),
  );
  if (used === 'recovery code') {
    await recordActivity(app, user.id, 'recovery-code-used', { from: originOf(caller) });
    await notifyOfChange(app, user.email, 'recovery-code-used');
  }
  return complete(app, caller, { step, user, via: 'password' });
}

/**
 * Options for a passkey: one of the account whose password was right, or without such a sign-in any one that the reader
 * chooses. They reveal nothing about accounts to anybody else.
 */
export async function beginPasskeySignIn(app: AccountsApp, { http, network }: Caller) {
  await limit(app, 'passkey', { network });
  const step = await stepOf(app, http);
  const known = step?.userId ? await passkeyRows(app, step.userId) : [];
  const options = await authenticationOptionsFor(app.config, known);
  if (step) await challengeStep(app, step, options.challenge);
  else await beginStep(app, http, { userId: null, challenge: options.challenge });
  return options;
}

/**
 * Signs in by passkey, which proves the device and its owner, so that no password is needed.
 * @throws AppError `invalid` for an unknown passkey or a wrong signature, `limited`
 */
export async function finishWithPasskey(
  app: AccountsApp,
  caller: Caller,
  response: AuthenticationResponse,
): Promise<User> {
  await limit(app, 'passkey', { network: caller.network });
  const step = await stepOf(app, caller.http);
  if (!step) throw new AppError('invalid', 'This took too long. Please try again.');
  const challenge = challengeIn(response);
  await takeStepChallenge(app, step, challenge);
  const userId = await acceptPasskey(app, response, { challenge, userId: step.userId }).catch(
    (error: unknown) =>
      step.userId ? refused(app, caller, { userId: step.userId, error }) : Promise.reject(error),
  );
  const user = await openUser(app, userId);
  return complete(app, caller, { step, user, via: 'passkey' });
}

async function complete(
  app: AccountsApp,
  caller: Caller,
  { step, user, via }: { step: Step; user: User; via: 'password' | 'passkey' },
): Promise<User> {
  if (!(await endStep(app, caller.http, step)))
    throw new AppError('unauthenticated', 'This sign-in is complete already, or took too long.');
  await completeSignIn(app, caller, user, { via, bySecondStep: true });
  return user;
}

/** Tells the owner later that somebody knows the password. The error stays the same. */
async function refused(
  app: AccountsApp,
  caller: Caller,
  { userId, error }: { userId: string; error: unknown },
): Promise<never> {
  if (error instanceof AppError && error.code !== 'limited')
    await recordActivity(app, userId, 'second-step-refused', { from: originOf(caller) });
  throw error;
}

/** @throws AppError `unauthenticated` for an account that was closed meanwhile */
async function openUser({ db }: AccountsApp, userId: string): Promise<User> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isActive, true), eq(users.isEmailVerified, true)));
  if (!user) throw new AppError('unauthenticated', 'This account is not open. Please contact support.');
  return user;
}
