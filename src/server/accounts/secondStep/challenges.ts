import { and, eq, gt, lt } from 'drizzle-orm';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { sessions, signInSteps } from '#platform/db/schema.ts';
import { cookieNameOf, cookieRules } from '#platform/http/cookies.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import { AppError } from '#shared/contract/errors.ts';
import { minuteMs, timeAfter } from '#shared/values/time.ts';
import type { AccountsApp } from '../app.ts';

/** How long the second step may take. */
const stepMs = 10 * minuteMs;
/** How long a browser may take to sign with a passkey. */
const challengeMs = 5 * minuteMs;

const cookieName = ({ config }: Pick<AccountsApp, 'config'>): string => cookieNameOf(config, 'step');

/** What a challenge in a session is for; one for another purpose is refused. */
export type ChallengePurpose = 'register' | 'prove';

/**
 * Begins a sign-in that is not complete: after the right password with its account, for a passkey alone without one. The
 * browser gets a cookie that opens nothing by itself.
 */
export async function beginStep(
  app: AccountsApp,
  http: Context,
  { userId, challenge = null }: { userId: string | null; challenge?: string | null },
): Promise<void> {
  const token = newToken();
  await app.db.insert(signInSteps).values({
    tokenHash: hashToken(token),
    userId,
    challengeHash: challenge && hashToken(challenge),
    expiresAt: timeAfter(app.now(), stepMs),
  });
  setCookie(http, cookieName(app), token, { ...cookieRules(app.config), maxAge: stepMs / 1000 });
}

/** A step that waits in this browser. */
export interface Step {
  tokenHash: string;
  /** The reader whose password was right; null if the passkey will identify the reader. */
  userId: string | null;
}

/** The step that waits in this browser; null without one. */
export async function stepOf({ db, now, config }: AccountsApp, http: Context): Promise<Step | null> {
  const token = getCookie(http, cookieName({ config }));
  if (!token) return null;
  const [step] = await db
    .select({ tokenHash: signInSteps.tokenHash, userId: signInSteps.userId })
    .from(signInSteps)
    .where(and(eq(signInSteps.tokenHash, hashToken(token)), gt(signInSteps.expiresAt, now())));
  return step ?? null;
}

/** The step whose password was right. @throws AppError `unauthenticated` without one */
export async function requireStep(
  app: AccountsApp,
  http: Context,
): Promise<{ tokenHash: string; userId: string }> {
  const step = await stepOf(app, http);
  if (step?.userId) return { tokenHash: step.tokenHash, userId: step.userId };
  throw new AppError('unauthenticated', 'This took too long. Please sign in again with your password.');
}

/** Gives a waiting step a challenge, in place of an earlier one. */
export async function challengeStep({ db }: AccountsApp, step: Step, challenge: string): Promise<void> {
  await db
    .update(signInSteps)
    .set({ challengeHash: hashToken(challenge) })
    .where(eq(signInSteps.tokenHash, step.tokenHash));
}

/** Takes the challenge of a step, once. @throws AppError `invalid` for another challenge than its own */
export async function takeStepChallenge({ db }: AccountsApp, step: Step, challenge: string): Promise<void> {
  const taken = await db
    .update(signInSteps)
    .set({ challengeHash: null })
    .where(
      and(eq(signInSteps.tokenHash, step.tokenHash), eq(signInSteps.challengeHash, hashToken(challenge))),
    )
    .returning({ tokenHash: signInSteps.tokenHash });
  if (!taken.length) throw tooLate();
}

/** Ends a step, once: of two calls that complete it together one gets false. Removes the cookie. */
export async function endStep({ db, config }: AccountsApp, http: Context, step: Step): Promise<boolean> {
  deleteCookie(http, cookieName({ config }), cookieRules(config));
  const ended = await db
    .delete(signInSteps)
    .where(eq(signInSteps.tokenHash, step.tokenHash))
    .returning({ tokenHash: signInSteps.tokenHash });
  return ended.length > 0;
}

/** Ends every waiting step of an account, whose password was right until now. Idempotent. */
export async function endStepsOf({ db }: Pick<AccountsApp, 'db'>, userId: string): Promise<void> {
  await db.delete(signInSteps).where(eq(signInSteps.userId, userId));
}

/** Deletes expired steps. Idempotent. */
export async function removeOldSteps({ db, now }: Pick<AccountsApp, 'db' | 'now'>): Promise<void> {
  await db.delete(signInSteps).where(lt(signInSteps.expiresAt, now()));
}

/** Gives a session a challenge for one purpose, in place of an earlier one. */
export async function challengeSession(
  { db, now }: AccountsApp,
  sessionId: string,
  { purpose, challenge }: { purpose: ChallengePurpose; challenge: string },
): Promise<void> {
  const given = await db
    .update(sessions)
    .set({ challengeHash: hashFor(purpose, challenge), challengeUntil: timeAfter(now(), challengeMs) })
    .where(eq(sessions.id, sessionId))
    .returning({ id: sessions.id });
  if (!given.length)
    throw new AppError('forbidden', 'Passkeys are for people who sign in with this server’s own sign-in.');
}

/** Takes the challenge of a session, once. @throws AppError `invalid` for another challenge than its own */
export async function takeSessionChallenge(
  { db, now }: AccountsApp,
  sessionId: string,
  { purpose, challenge }: { purpose: ChallengePurpose; challenge: string },
): Promise<void> {
  const taken = await db
    .update(sessions)
    .set({ challengeHash: null, challengeUntil: null })
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.challengeHash, hashFor(purpose, challenge)),
        gt(sessions.challengeUntil, now()),
      ),
    )
    .returning({ id: sessions.id });
  if (!taken.length) throw tooLate();
}

const hashFor = (purpose: ChallengePurpose, challenge: string): string =>
  hashToken(`${purpose}:${challenge}`);

const tooLate = () => new AppError('invalid', 'This passkey was asked for too long ago. Please try again.');
