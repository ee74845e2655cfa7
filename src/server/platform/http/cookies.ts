import type { Config } from '../runtime/config.ts';

type Settings = Pick<Config, 'secureCookies'>;

/** Our cookies, by the end of their names. */
const suffixes = {
  session: '',
  passkey: '-passkey',
  search: '-search',
  device: '-device',
  oidc: '-oidc',
} as const;
export type CookieKind = keyof typeof suffixes;

/** The prefix makes browsers refuse the cookie unless it came over https, for this host alone (RFC 6265bis 4.1.3.2). */
export const cookieNameOf = ({ secureCookies }: Settings, kind: CookieKind): string =>
  `${secureCookies ? '__Host-' : ''}litwatch${suffixes[kind]}`;

/** Attributes of every cookie we set; secure over https. */
export const cookieRules = ({ secureCookies }: Settings) =>
  ({ path: '/', httpOnly: true, sameSite: 'Lax', secure: secureCookies }) as const;
