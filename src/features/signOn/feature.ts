import { z } from 'zod';
import { feature } from '#kit/feature.ts';
import { outsideApi } from './contract.ts';
import { accountsElsewhere, callerByProxy, disconnect, providersInWords } from './server/account.ts';
import { routes, signOutUrl } from './server/signIn.ts';
import { signOnSettings } from './settings.ts';
import { externalAccounts } from './tables.ts';

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
