import type { Config } from '../runtime/config.ts';

type Settings = Pick<Config, 'secureCookies'>;

/**
 * The session's cookie, or one of another kind. The prefix makes browsers refuse the cookie unless it came over https, for this host alone (RFC 6265bis 4.1.3.2).
 */
export const cookieNameOf = ({ secureCookies }: Settings, kind = ''): string =>
  `${secureCookies ? '__Host-' : ''}litwatch${kind && `-${kind}`}`;

/** Attributes of every cookie we set; secure over https. */
export const cookieRules = ({ secureCookies }: Settings) =>
  ({ path: '/', httpOnly: true, sameSite: 'Lax', secure: secureCookies }) as const;
