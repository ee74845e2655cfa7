import { z } from 'zod';
import { mailBlocks } from '#shared/accounts/me.ts';
import { tiers } from '#shared/billing/plan.ts';
import { verdicts } from '#shared/topics/feedback.ts';
import { termStatuses } from '#shared/topics/searchTerm.ts';

/** arXiv's stand-in does not answer topics with this word. */
export const unanswered = 'glacier';

/** What a new reader gets: plan, topics, digests and feedback. */
export const readerSetup = z.object({
  tier: z.enum(tiers).default('free'),
  terms: z
    .array(
      z.object({
        term: z.string(),
        status: z.enum(termStatuses).default('completed'),
        isActive: z.boolean().default(true),
        statusDetail: z.string().nullable().default(null),
      }),
    )
    .default([]),
  /** Kinds of digest in `digests.ts`, newest first. */
  digests: z
    .array(z.enum(['whole', 'ten', 'partial', 'hostile', 'plain', 'crowded', 'empty', 'general']))
    .default([]),
  /** Feedback on the papers of the first topic's digests, in their order. */
  judged: z.array(z.enum(verdicts)).default([]),
  /** How many papers of the first topic's digests PubMed lists as retracted since then, in their order. */
  retracted: z.number().default(0),
  /** What the mail provider reported about the reader's address. */
  mailBlocked: z.enum(mailBlocks).optional(),
});
export type ReaderSetup = z.input<typeof readerSetup>;

/** A reader in the database; the cookie signs in. */
export interface Reader {
  id: string;
  email: string;
  password: string;
  cookie: { name: string; value: string };
  /** The customer's id in the payment sandbox; null on the free tier. */
  subscriptionId: string | null;
  /** Tokens of unsubscribe links: for the first topic, and for one that was deleted. */
  unsubscribe: { topic: string; deletedTopic: string };
  /** Tokens of the feedback links for the papers of the first topic's digests, in their order. */
  feedback: string[];
}

/** An account whose verification link has not been opened yet. */
export interface SignUp {
  email: string;
  token: string;
}

/** How the payment sandbox misbehaves from now on. */
export const paymentSetup = z.object({
  /** The reader whose calls are affected. */
  reader: z.uuid().optional(),
  /** Every call about the reader fails; false ends that. */
  unreachable: z.boolean().optional(),
  /** The reader's payments have no client secret. */
  withoutSecret: z.boolean().optional(),
  /** No webhook is sent, for any reader. */
  holdWebhooks: z.boolean().optional(),
});
export type PaymentSetup = z.input<typeof paymentSetup>;
