import { z } from 'zod';
import { endpoint } from '#shared/contract/endpoint.ts';

/** Why single sign-on failed, in the sign-in page's words. */
export const signInProblems = {
  failed: 'That sign-in did not work. Please try again.',
  unverified:
    'That account names no confirmed email address, so it cannot be matched with an account here. Sign in with your password first, and connect it in the settings.',
  unproven:
    'There is an account for that address already, and its owner has not proven the address. Sign in with its password, and connect the two in the settings.',
  known:
    'There is an account for that address already. Sign in with its password or passkey, and connect the two in the settings.',
  refused:
    'This server does not take new accounts this way. Please ask the people who run it for an invitation.',
  closed: 'This account has been closed. Please contact the people who run this server.',
  taken: 'That account is connected with another account here.',
} as const;
export type SignInProblem = keyof typeof signInProblems;

export const outsideApi = {
  begin: endpoint('GET /api/oidc/start', 'anyone', {
    summary:
      'Begin a sign-in with an organization’s account: redirects the browser to its provider, or to our sign-in page when another site led here.',
    produces: 'text/html',
    response: z.string(),
  }),
  connect: endpoint('POST /api/oidc/connect', 'session', {
    summary:
      'Start connecting the reader’s account to the organization’s: returns the provider’s address, to which the browser goes.',
    response: z.object({ address: z.url() }),
  }),
  finish: endpoint('GET /api/oidc/callback', 'anyone', {
    summary: 'Where the provider sends the browser back: signs in, and redirects to the pages.',
    produces: 'text/html',
    response: z.string(),
  }),
} as const;
