import { z } from 'zod';
import { activity } from '../accounts/activity.ts';
import { apiToken } from '../accounts/apiToken.ts';
import { me } from '../accounts/me.ts';
import { preferences } from '../accounts/preferences.ts';
import { secondStep } from '../accounts/secondStep.ts';
import { session } from '../accounts/session.ts';
import { channel, channelDelivery } from '../channels/channel.ts';
import { share } from '../channels/share.ts';
import { zoteroAccount } from '../channels/zotero.ts';
import { done, endpoint } from '../contract/endpoint.ts';
import { digest } from '../digests/digest.ts';
import { judgedPaper } from '../topics/feedback.ts';
import { phraseRule } from '../topics/learning.ts';
import { decisions } from '../topics/screening.ts';
import { searchTerm } from '../topics/searchTerm.ts';
import { givenPassword } from '../values/fields.ts';

/** All data about one reader, in the shapes of the other calls. */
export const dataExport = z.object({
  format: z.literal('litwatch-export-1'),
  exportedAt: z.iso.datetime(),
  account: me.extend({
    isEmailVerified: z.boolean(),
    /** Coarse network of the sign-up; removed after 30 days. */
    ipAddress: z.string().nullable(),
    stripeCustomerId: z.string().nullable(),
    stripeSubscriptionId: z.string().nullable(),
    lastDigestSentAt: z.iso.datetime().nullable(),
    /** Why mail is held back, when it is: `bounce` or `complaint`. */
    mailBlocked: z.string().nullable(),
  }),
  preferences,
  /** Each with the reader's feedback on its papers, and what they decided about phrases learned from it, and its screening. */
  searchTerms: z.array(
    searchTerm.extend({
      judgedPapers: z.array(judgedPaper),
      phraseRules: z.array(phraseRule),
      screening: z
        .object({
          from: z.iso.date(),
          startedAt: z.iso.datetime(),
          decisions: z.array(
            z.object({
              paperId: z.string(),
              title: z.string(),
              decision: z.enum(decisions),
              reason: z.string(),
              decidedAt: z.iso.datetime().nullable(),
            }),
          ),
        })
        .nullable(),
    }),
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
      changedAt: z.iso.datetime(),
    }),
  ),
  /** References that the reader brought in the last 30 days, and what became of each. */
  imports: z.array(
    z.object({
      createdAt: z.iso.datetime(),
      format: z.string(),
      tag: z.string().nullable(),
      references: z.array(z.object({ label: z.string(), outcome: z.string().nullable() })),
    }),
  ),
  /** Topics that were last proposed from papers of the reader's. */
  proposals: z.array(
    z.object({
      name: z.string(),
      paperIds: z.array(z.string()),
      isDropped: z.boolean(),
      termId: z.uuid().nullable(),
    }),
  ),
  digests: z.array(digest),
  sessions: z.array(session),
  /** Accounts elsewhere that may sign in to this one. */
  externalAccounts: z.array(z.object({ issuer: z.string(), subject: z.string() })),
  apiTokens: z.array(apiToken),
  /** Where topics go beside mail, with what went there; addresses, tokens and secrets are not in it. */
  channels: z.array(channel.extend({ searchTermId: z.uuid(), deliveries: z.array(channelDelivery) })),
  secondStep,
  /** What happened to the security of the account in the last year, newest first, at most 100 entries. */
  securityActivity: z.array(activity),
  /** Public pages, with their addresses. */
  shares: z.array(share),
  /** Without the key, and with every paper that went there. */
  zotero: zoteroAccount
    .extend({
      sentPapers: z.array(
        z.object({ paperId: z.string(), status: z.string(), sentAt: z.iso.datetime().nullable() }),
      ),
    })
    .nullable(),
  /** When the private addresses of the Atom feeds were made; null without any. */
  feedSince: z.iso.datetime().nullable(),
  payments: z.array(
    z.object({
      subscriptionId: z.string(),
      invoiceId: z.string().nullable(),
      status: z.string(),
      tier: z.string().nullable(),
      createdAt: z.iso.datetime(),
    }),
  ),
});

export const leaveApi = {
  exportData: endpoint({
    // A write, so that no link of another site can start it with the reader's cookie.
    method: 'POST',
    path: '/api/account/export',
    access: 'session',
    summary: 'Download all data about the reader as one JSON document.',
    response: dataExport,
  }),
  deleteAccount: endpoint({
    method: 'POST',
    path: '/api/account/delete',
    access: 'session',
    summary:
      'Delete the account: ends the subscription, stops all mail, and deletes all data about the reader.',
    body: z.object({ password: givenPassword.optional() }),
    response: done,
  }),
} as const;
