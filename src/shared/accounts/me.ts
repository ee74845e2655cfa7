import { z } from 'zod';
import { tiers } from '../billing/plan.ts';
import { done, endpoint } from '../contract/endpoint.ts';
import { moment } from '../values/fields.ts';

/** Why no mail is sent to a reader: mail bounced, or the reader reported it as spam. */
export const mailBlocks = ['bounce', 'complaint'] as const;
export type MailBlock = (typeof mailBlocks)[number];

/** What the pages may know about the signed-in reader. */
export const me = z.object({
  id: z.uuid(),
  email: z.string(),
  researchField: z.string().nullable(),
  /** Null on a server without billing. */
  subscriptionTier: z.enum(tiers).nullable(),
  isUnlimited: z.boolean(),
  /** The operator's topic limit on a server without billing; null for none. */
  topicsPerReader: z.number().int().nullable(),
  isAdmin: z.boolean(),
  /** False for a reader who only uses single sign-on. */
  hasPassword: z.boolean(),
  /** Why no mail is sent to the address; null if mail is sent. */
  mailBlocked: z.enum(mailBlocks).nullable(),
  /** The link resolver of the reader's library; null without one. */
  libraryLink: z.string().nullable(),
  createdAt: moment,
});
export type Me = z.infer<typeof me>;

/** The calls that every page of a signed-in reader makes. The account's forms have their own. */
export const visitApi = {
  me: endpoint('GET /api/auth/me', 'session', {
    allowApiToken: true,
    summary: 'The signed-in reader.',
    response: z.object({ user: me }),
  }),
  logout: endpoint('POST /api/auth/logout', 'anyone', {
    summary: 'End this session.',
    response: done.extend({
      /** Where the browser goes next to sign out of single sign-on too; null if nowhere. */
      leaveAt: z.string().nullable(),
    }),
  }),
} as const;
