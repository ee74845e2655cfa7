import { z } from 'zod';
import { feature } from '#kit/feature.ts';
import { isPrivate, isPublic, missingBeside, settings } from '#platform/runtime/config.ts';
import { onOff, text } from '#platform/runtime/variables.ts';
import { outsideApi } from './contract.ts';
import { accountsElsewhere, callerByProxy, disconnect, providersInWords } from './server/account.ts';
import { routes, signOutUrl } from './server/signIn.ts';
import { externalAccounts } from './tables.ts';

declare module '#platform/runtime/config.ts' {
  interface Config {
    /** Sign-in with an organization's account by OpenID Connect; null if it is not set up. */
    oidc: {
      issuer: string;
      clientId: string;
      clientSecret: string;
      /** The name on its button. */
      name: string;
      scope: string;
      groupsClaim: string;
      /** Of those who sign in this way, only its members are administrators; null if groups do not matter. */
      adminGroup: string | null;
    } | null;
    /** The header in which a trusted proxy names the caller; null for none. */
    authHeader: string | null;
  }
}

const signOnSettings = settings({
  variables: {
    PASSWORDS: onOff.default('on'),
    /** Exactly as the provider writes it, including a slash at the end. */
    OIDC_ISSUER: z
      .url({ protocol: /^https?$/, error: 'must be an address such as https://id.example.org' })
      .optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    OIDC_NAME: text(60).default('your institution’s account'),
    OIDC_SCOPE: z
      .string()
      .regex(/(^| )openid( |$)/, 'must contain openid')
      .default('openid email profile'),
    OIDC_GROUPS_CLAIM: z.string().default('groups'),
    OIDC_ADMIN_GROUP: z.string().optional(),
    AUTH_HEADER: z
      .string()
      .regex(/^[A-Za-z\d-]+$/, 'must be the name of a header, such as X-Forwarded-Email')
      .optional(),
  },
  read: (v) => ({
    passwords: v.PASSWORDS === 'on',
    oidc: v.OIDC_ISSUER
      ? {
          issuer: v.OIDC_ISSUER,
          clientId: v.OIDC_CLIENT_ID!,
          clientSecret: v.OIDC_CLIENT_SECRET!,
          name: v.OIDC_NAME,
          scope: v.OIDC_SCOPE,
          groupsClaim: v.OIDC_GROUPS_CLAIM,
          adminGroup: v.OIDC_ADMIN_GROUP ?? null,
        }
      : null,
    authHeader: v.AUTH_HEADER ?? null,
  }),
  rules: (v, { TRUSTED_PROXIES }) => [
    [
      v.PASSWORDS === 'off' && !v.OIDC_ISSUER && !v.AUTH_HEADER,
      'OIDC_ISSUER or AUTH_HEADER must be set when PASSWORDS is off: nobody could sign in.',
    ],
    [
      Boolean(v.AUTH_HEADER) && !TRUSTED_PROXIES.length,
      'TRUSTED_PROXIES must be set when AUTH_HEADER is: otherwise anybody could send the header.',
    ],
    [
      Boolean(v.OIDC_ISSUER?.startsWith('http:') && !isPrivate(v.OIDC_ISSUER) && isPublic(v.OIDC_ISSUER)),
      'OIDC_ISSUER must begin with https://, except at a private address.',
    ],
    ...missingBeside(v, 'OIDC_ISSUER', ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']),
  ],
});

export const signOn = feature({
  name: 'signOn',
  contract: { outside: outsideApi },
  tables: [externalAccounts],
  settings: signOnSettings,
  routes,
  whoCalls: callerByProxy,
  onSignOut: signOutUrl,
  access: { list: providersInWords, end: disconnect },
  exported: {
    externalAccounts: {
      shape: z.object({ issuer: z.string(), subject: z.string() }).array(),
      read: accountsElsewhere,
    },
  },
  events: {
    'signed-in-outside': 'Signed in by another account',
    'account-connected': 'Another account connected',
  },
  site: ({ oidc, authHeader }) => ({ outside: oidc?.name ?? null, proxy: authHeader !== null }),
  abilities: ({ passwords, oidc, authHeader }) => [
    { isOn: passwords, what: 'Passwords (PASSWORDS).' },
    {
      isOn: oidc !== null,
      what: `Sign-in by ${oidc?.issuer ?? 'your organization’s account'} (OIDC_ISSUER).`,
    },
    { isOn: authHeader !== null, what: 'Sign-in by a proxy (AUTH_HEADER).' },
  ],
});
