import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { App } from '#kit/feature.ts';
import { searchGrants, users } from '#platform/db/schema.ts';
import { cookieNameOf, cookieRules } from '#platform/http/cookies.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import type { Config } from '#platform/runtime/config.ts';
import { pick } from '#shared/values/pick.ts';
import { minuteMs, timeAfter } from '#shared/values/time.ts';

const minutes = 10;

/**
 * Sets a cookie by which the browser that opened the verification link can run one search within ten minutes, without a
 * session. A mail scanner that opened the link first gets a cookie as well, and so does the reader after it; together
 * they are good for one search.
 */
export async function issueSearchToken({ db, config, now }: App, http: Context, userId: string) {
  const token = newToken();
  await db
    .insert(searchGrants)
    .values({ tokenHash: hashToken(token), userId, expiresAt: timeAfter(now(), minutes * minuteMs) });
  setCookie(http, cookieName(config), token, { ...cookieRules(config), maxAge: minutes * 60 });
}

/** The account of the request's search token, if that is neither expired nor used; otherwise null. */
export async function searchTokenHolder(app: App, http: Context): Promise<Holder | null> {
  const held = liveToken(app, http);
  return held && holder(app, held);
}

/**
 * Spends the request's search token and every other one of that account. Null if the token is expired or used.
 * Call it in the transaction of the search, so that a refused search leaves the token usable.
 */
export async function redeemSearchToken(app: App, http: Context): Promise<Holder | null> {
  const held = liveToken(app, http);
  if (!held) return null;
  // One statement: of two simultaneous calls the second waits for the first and then finds nothing to spend.
  const [used] = await app.db
    .update(searchGrants)
    .set({ usedAt: app.now() })
    .where(and(eq(searchGrants.userId, held), isNull(searchGrants.usedAt)))
    .returning({ userId: searchGrants.userId });
  return used ? holder(app, used.userId) : null;
}

/** Removes the cookie of a spent search token. */
export const dropSearchToken = ({ config }: App, http: Context): void =>
  void deleteCookie(http, cookieName(config), cookieRules(config));

type Holder = { id: string; email: string };

/** The owner of the request's live token, as a subquery; null without a cookie. */
function liveToken({ db, config, now }: App, http: Context) {
  const token = getCookie(http, cookieName(config));
  if (!token) return null;
  const isLive = and(isNull(searchGrants.usedAt), gt(searchGrants.expiresAt, now()));
  const its = and(eq(searchGrants.tokenHash, hashToken(token)), isLive);
  return db.select({ userId: searchGrants.userId }).from(searchGrants).where(its);
}

async function holder({ db }: App, userId: string | NonNullable<ReturnType<typeof liveToken>>) {
  const isOpen = and(eq(users.id, userId), eq(users.isActive, true), eq(users.isEmailVerified, true));
  const [user] = await db.select(pick(users, 'id email')).from(users).where(isOpen);
  return user ?? null;
}

/** Whether the account's search without a session was run already. */
export const searchTokenWasUsed = async ({ db }: App, userId: string): Promise<boolean> =>
  (await db.$count(searchGrants, and(eq(searchGrants.userId, userId), isNotNull(searchGrants.usedAt)))) > 0;

const cookieName = (config: Pick<Config, 'secureCookies'>): string => cookieNameOf(config, 'search');
