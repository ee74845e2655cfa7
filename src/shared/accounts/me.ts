import { z } from 'zod';
import { tiers } from '../billing/plan.ts';
import { done, endpoint } from '../contract/endpoint.ts';
import { moment, timeZone, weekdays } from '../values/fields.ts';

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

export const preferences = z.object({
  includePubmed: z.boolean(),
  includeArxiv: z.boolean(),
  /** Covers bioRxiv and medRxiv. */
  includeBiorxiv: z.boolean(),
  weeklyDigest: z.boolean(),
  dailyHighlights: z.boolean(),
  deliveryDay: z.enum(weekdays),
  /** IANA time zone of the delivery day and hour. */
  timeZone: z.string(),
});
export type Preferences = z.infer<typeof preferences>;

export const preferencesApi = {
  clearMailBlock: endpoint('POST /api/mail-block/clear', 'session', {
    summary: 'Allow mail to the reader’s address again. Sends nothing.',
  }),
  read: endpoint('GET /api/users/:id/preferences', 'session', {
    summary: 'Delivery day, time zone, and sources.',
    response: preferences,
  }),
  change: endpoint('PATCH /api/users/:id/preferences', 'session', {
    summary: 'Change some of them; the last source cannot be turned off.',
    body: preferences.extend({ timeZone }).partial(),
    response: preferences,
  }),
} as const;
