import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';

/** Why a sign-in by the house's account ended here, as the sign-in page says it. */
export const signInProblems = {
  failed: 'That sign-in did not work. Please try again.',
  unverified:
    'That account names no confirmed email address, so it cannot be matched with an account here. Sign in with your password first, and connect it under More Settings.',
  unproven:
    'There is an account for that address already, and its owner has not proven the address. Sign in with its password, and connect the two under More Settings.',
  refused:
    'This server does not take new accounts this way. Please ask the people who run it for an invitation.',
  closed: 'This account has been closed. Please contact the people who run this server.',
  taken: 'That account is connected with another account here.',
} as const;
export type SignInProblem = keyof typeof signInProblems;

export const outsideApi = {
  begin: endpoint({
    method: 'GET',
    path: '/api/oidc/start',
    access: 'anyone',
    summary:
      'Begin a sign-in with the house’s account: redirects the browser to its provider. With `connect`, the signed-in reader’s account is connected with it.',
    query: z.object({ connect: z.literal('1').optional() }),
    produces: 'text/html',
    response: z.string(),
  }),
  finish: endpoint({
    method: 'GET',
    path: '/api/oidc/callback',
    access: 'anyone',
    summary: 'Where the provider sends the browser back: signs in, and redirects to the pages.',
    produces: 'text/html',
    response: z.string(),
  }),
} as const;
