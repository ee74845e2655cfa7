import { z } from 'zod';
import { tiers } from '../billing/plan.ts';
import { done, endpoint } from '../contract/endpoint.ts';

/** Why mail to a reader is held back: it bounced, or the reader reported it as spam. */
export const mailBlocks = ['bounce', 'complaint'] as const;
export type MailBlock = (typeof mailBlocks)[number];

/** The signed-in reader, as far as the pages may know. */
export const me = z.object({
  id: z.uuid(),
  email: z.string(),
  researchField: z.string().nullable(),
  /** Null on a server without billing. */
  subscriptionTier: z.enum(tiers).nullable(),
  isUnlimited: z.boolean(),
  /** On a server without billing: how many topics its operator allows; null for no limit. */
  topicsPerReader: z.number().int().nullable(),
  isAdmin: z.boolean(),
  /** False for a reader who only ever signed in by the house's account. */
  hasPassword: z.boolean(),
  /** Why mail to the address is held back; null if it is not. */
  mailBlocked: z.enum(mailBlocks).nullable(),
  /** The address by which the reader's library opens papers; null without one. */
  libraryLink: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type Me = z.infer<typeof me>;

/** What every page of a signed-in reader calls; the forms of an account have calls of their own. */
export const visitApi = {
  me: endpoint({
    method: 'GET',
    path: '/api/auth/me',
    access: 'session',
    allowApiToken: true,
    summary: 'The signed-in reader.',
    response: z.object({ user: me }),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'anyone',
    summary: 'End this session.',
    response: done.extend({
      /** Where the browser goes on to sign out of the house’s account as well; null for nowhere. */
      leaveAt: z.string().nullable(),
    }),
  }),
} as const;
