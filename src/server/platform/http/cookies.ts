import type { Config } from '../runtime/config.ts';

type Settings = Pick<Config, 'secureCookies'>;

/** A cookie's name. Browsers take this prefix only over https, for this host alone (RFC 6265bis 4.1.3.2). */
export const cookieNameOf = ({ secureCookies }: Settings, kind = ''): string =>
  `${secureCookies ? '__Host-' : ''}litwatch${kind && `-${kind}`}`;

/** Attributes of every cookie we set; secure over https. */
export const cookieRules = ({ secureCookies }: Settings) =>
  ({ path: '/', httpOnly: true, sameSite: 'Lax', secure: secureCookies }) as const;
