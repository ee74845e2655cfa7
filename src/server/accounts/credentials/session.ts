import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, lt, ne } from 'drizzle-orm';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import type { App, Asked } from '#kit/feature.ts';
import { sessions, users } from '#platform/db/schema.ts';
import { roughNetwork } from '#platform/http/clientNetwork.ts';
import { cookieNameOf, cookieRules } from '#platform/http/cookies.ts';
import type { Reader } from '#platform/http/route.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import type { Config } from '#platform/runtime/config.ts';
import { readToken, signToken } from '#platform/signedLink.ts';
import { subscriberIn, type Tier } from '#shared/billing/plan.ts';
import { AppError } from '#shared/contract/errors.ts';
import { pick } from '#shared/values/pick.ts';
import { dayMs, minuteMs, timeAfter, timeBefore } from '#shared/values/time.ts';
import { deviceName } from './activity.ts';

/** Milliseconds after which a session ends however much it is used. */
const absolute = 60 * dayMs;
/** The last call is recorded at most this often, so that most calls write nothing. */
const noteEvery = 10 * minuteMs;

/** Signs the reader in with a new token and sets its cookie; the browser's previous session ends. */
export async function openSession(
  app: App,
  http: Context,
  userId: string,
  { network, via = 'password' }: { network: string; via?: string },
): Promise<void> {
  await closeSession(app, http);
  const token = newToken();
  const now = app.now();
  await app.db.insert(sessions).values({
    ...{ userId, via, tokenHash: hashToken(token), network: roughNetwork(network) },
    userAgent: deviceName(http.req.header('user-agent')),
    ...{ createdAt: now, lastSeenAt: now, expiresAt: timeAfter(now, absolute) },
  });
  setCookie(http, cookieName(app.config), token, { ...cookieRules(app.config), maxAge: absolute / 1000 });
}

/**
 * Ends the session of the request, if any, and removes its cookie. Idempotent.
 * @returns how it started; null when there was none
 */
export async function closeSession({ db, config }: App, http: Context): Promise<string | null> {
  const token = getCookie(http, cookieName(config));
  deleteCookie(http, cookieName(config), cookieRules(config));
  if (!token) return null;
  const its = eq(sessions.tokenHash, hashToken(token));
  const [ended] = await db.delete(sessions).where(its).returning({ via: sessions.via });
  return ended?.via ?? null;
}

/**
 * The reader behind a request: whom it names in the way of a feature, or else who has the session; null without a live
 * session of an active, verified account.
 * @throws AppError `forbidden` as the features say
 */
export async function whoCalls(app: App, http: Context, asked: Asked): Promise<Reader | null> {
  for (const { whoCalls } of app.features) {
    const reader = await whoCalls?.(app, http, asked);
    if (reader !== undefined) return reader;
  }
  return readerOfSession(app, http);
}

async function readerOfSession(app: App, http: Context): Promise<Reader | null> {
  const { db, config, now } = app;
  const token = getCookie(http, cookieName(config));
  if (!token) return null;
  const row = await sessionOf(app, hashToken(token));
  if (!row) return null;
  const { session, user } = row;
  const at = now();
  if (at.getTime() - session.lastSeenAt.getTime() > noteEvery)
    await db.update(sessions).set({ lastSeenAt: at }).where(eq(sessions.id, session.id));
  return { ...readerFrom(user, config), sessionId: session.id };
}

/** The account as handlers know it. */
export function readerFrom(
  user: Omit<Reader, 'sessionId' | 'subscriptionTier' | 'topicsPerReader'> & {
    subscriptionTier: Tier;
    isAddressProven: boolean;
  },
  { adminEmails, edition }: Pick<Config, 'adminEmails' | 'edition'>,
) {
  return {
    ...pick(user, 'id email researchField isUnlimited hasPassword mailBlocked libraryLink createdAt'),
    ...pick(subscriberIn(edition, user), 'subscriptionTier topicsPerReader'),
    isAdmin: user.isAdmin || (user.isAddressProven && adminEmails.includes(user.email)),
  };
}

/** The reader's live sessions, most recently used first. */
export async function sessionsOf({ db, now }: App, reader: Reader) {
  const own = and(eq(sessions.userId, reader.id), isLive(now()));
  const rows = await db.select().from(sessions).where(own).orderBy(desc(sessions.lastSeenAt), sessions.id);
  return rows.map((row) => ({ ...row, device: row.userAgent, current: row.id === reader.sessionId }));
}

/**
 * Ends one session of the reader.
 * @throws AppError `not_found` for a session that is not the reader's.
 */
export async function endSession({ db }: App, reader: Reader, id: string): Promise<void> {
  const ended = z.uuid().safeParse(id).success
    ? await db
        .delete(sessions)
        .where(and(eq(sessions.id, id), eq(sessions.userId, reader.id)))
        .returning({ id: sessions.id })
    : [];
  if (ended.length === 0) throw new AppError('not_found', 'This session does not exist.');
}

/** Ends the account's sessions, except the one named. Idempotent. */
export async function endSessions({ db }: App, userId: string, except?: string): Promise<void> {
  const others = except ? ne(sessions.id, except) : undefined;
  await db.delete(sessions).where(and(eq(sessions.userId, userId), others));
}

/** Deletes expired and idle sessions. Idempotent. */
export async function removeDeadSessions({ db, now }: App): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, now()));
  await db.delete(sessions).where(lt(sessions.lastSeenAt, timeBefore(now(), idleMs)));
}

const cookieName = (config: Pick<Config, 'secureCookies'>): string => cookieNameOf(config);

/** Milliseconds without a call after which a session ends. */
const idleMs = 14 * dayMs;

const isLive = (at: Date) => and(gt(sessions.expiresAt, at), gt(sessions.lastSeenAt, timeBefore(at, idleMs)));

/**
 * The live session with this hash of a token, and its user; null for an ended one, as soon as the call that ended it was
 * answered. The first query of every signed-in call.
 */
async function sessionOf({ db, now }: App, hash: string) {
  const isOpen = and(eq(users.isActive, true), eq(users.isEmailVerified, true));
  const [found] = await db
    .select({
      session: { id: sessions.id, lastSeenAt: sessions.lastSeenAt },
      user: {
        ...pick(users, 'id email researchField subscriptionTier isUnlimited isAdmin hasPassword'),
        ...pick(users, 'isAddressProven mailBlocked libraryLink createdAt'),
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, hash), isLive(now()), isOpen));
  return found ?? null;
}

const days = 180;
const accountBytes = 16;
const nonceBytes = 16;

/**
 * Marks the browser as one that signed in to this account. Its later tries are counted by browser, so that strangers
 * who guess at the account lock only each other out
 * (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies).
 * The cookie opens nothing: it is a signed hash of the address and a random number, and holds no address.
 */
export function rememberDevice({ config, secret }: App, http: Context, email: string): void {
  const subject = Buffer.concat([accountOf(email), randomBytes(nonceBytes)]);
  const rules = { ...cookieRules(config), maxAge: days * 24 * 3600 };
  setCookie(http, cookieNameOf(config, 'device'), signToken({ secret }, 'device', subject), rules);
}

/** The browser's id, if it signed in to this account before; null for every other browser. */
export function knownDevice({ config, secret }: App, http: Context, email: string): string | null {
  const subject = readToken({ secret }, 'device', getCookie(http, cookieNameOf(config, 'device')) ?? '');
  if (subject?.length !== accountBytes + nonceBytes) return null;
  return subject.subarray(0, accountBytes).equals(accountOf(email)) ? subject.toString('hex') : null;
}

/** Marks the browser that signed up, which the mailed link then signs in. The same for an address with an account. */
export function rememberAttempt({ config, secret }: App, http: Context, attemptId: string): void {
  const token = signToken({ secret }, 'attempt', Buffer.from(attemptId));
  setCookie(http, cookieNameOf(config, 'attempt'), token, { ...cookieRules(config), maxAge: 24 * 3600 });
}

/** Whether this browser made the sign-up. True once: a later opening of the link signs nobody in. */
export function takeAttempt({ config, secret }: App, http: Context, attemptId: string): boolean {
  const name = cookieNameOf(config, 'attempt');
  const made = readToken({ secret }, 'attempt', getCookie(http, name) ?? '')?.toString() === attemptId;
  if (made) deleteCookie(http, name, cookieRules(config));
  return made;
}

const accountOf = (email: string): Buffer =>
  createHash('sha256').update(email).digest().subarray(0, accountBytes);
