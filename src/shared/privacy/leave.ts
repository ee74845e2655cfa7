import { z } from 'zod';
import { me, preferences } from '../accounts/me.ts';
import { activity, session } from '../accounts/session.ts';
import { endpoint } from '../contract/endpoint.ts';
import { digest } from '../digests/digest.ts';
import { judgedPaper } from '../topics/feedback.ts';
import { phraseRule } from '../topics/learning.ts';
import { searchTerm } from '../topics/searchTerm.ts';
import { givenPassword, moment } from '../values/fields.ts';

/** All data about one reader, in the same shapes as in other calls. Features add fields, each by its own shape. */
export const dataExport = z.looseObject({
  format: z.literal('litwatch-export-1'),
  exportedAt: moment,
  account: me.extend({
    isEmailVerified: z.boolean(),
    /** Coarse network address at sign-up; deleted after 30 days. */
    ipAddress: z.string().nullable(),
    stripeCustomerId: z.string().nullable(),
    stripeSubscriptionId: z.string().nullable(),
    lastDigestSentAt: moment.nullable(),
    /** Why mail is suppressed, if it is: `bounce` or `complaint`. */
    mailBlocked: z.string().nullable(),
  }),
  preferences,
  /** Each topic with the feedback on its papers and the reader's rules for learned phrases. */
  searchTerms: z.array(
    searchTerm.extend({ judgedPapers: z.array(judgedPaper), phraseRules: z.array(phraseRule) }),
  ),
  /** Papers that were kept, finished or refused, newest first. */
  papers: z.array(
    z.object({
      paperId: z.string(),
      state: z.string(),
      title: z.string(),
      url: z.string().nullable(),
      note: z.string(),
      tags: z.array(z.string()),
      changedAt: moment,
    }),
  ),
  digests: z.array(digest),
  sessions: z.array(session),
  /** Security events of the last year, newest first, at most 100. */
  securityActivity: z.array(activity),
  payments: z.array(
    z.object({
      subscriptionId: z.string(),
      invoiceId: z.string().nullable(),
      status: z.string(),
      tier: z.string().nullable(),
      createdAt: moment,
    }),
  ),
});

export const leaveApi = {
  exportData: endpoint('POST /api/account/export', 'session', {
    // A write, so that no link of another site can start it with the reader's cookie.
    summary: 'Download all data about the reader as one JSON document.',
    response: dataExport,
  }),
  deleteAccount: endpoint('POST /api/account/delete', 'session', {
    summary:
      'Delete the account: ends the subscription, stops all mail, and deletes all data about the reader.',
    body: z.object({ password: givenPassword.optional() }),
  }),
} as const;
