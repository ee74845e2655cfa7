import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { cookieNameOf, cookieRules } from '#platform/http/cookies.ts';
import { readToken, signToken } from '#platform/signedLink.ts';
import type { AccountsApp } from '../app.ts';

const days = 180;
const accountBytes = 16;
const nonceBytes = 16;

/**
 * Marks the browser as one that signed in to this account. Its later tries are counted by browser, so that strangers
 * who guess at the account lock only each other out
 * (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies).
 * The cookie opens nothing: it is a signed hash of the address and a random number, and holds no address.
 */
export function rememberDevice({ config, secret }: AccountsApp, http: Context, email: string): void {
  const subject = Buffer.concat([accountOf(email), randomBytes(nonceBytes)]);
  setCookie(http, cookieNameOf(config, 'device'), signToken({ secret }, 'device', subject), {
    ...cookieRules(config),
    maxAge: days * 24 * 3600,
  });
}

/** The browser's id, if it signed in to this account before; null for every other browser. */
export function knownDevice({ config, secret }: AccountsApp, http: Context, email: string): string | null {
  const subject = readToken({ secret }, 'device', getCookie(http, cookieNameOf(config, 'device')) ?? '');
  if (subject?.length !== accountBytes + nonceBytes) return null;
  return subject.subarray(0, accountBytes).equals(accountOf(email)) ? subject.toString('hex') : null;
}

const accountOf = (email: string): Buffer =>
  createHash('sha256').update(email).digest().subarray(0, accountBytes);
