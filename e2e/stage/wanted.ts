import { z } from 'zod';
import { tiers } from '#shared/billing/plan.ts';
import { verdicts } from '#shared/topics/feedback.ts';
import { termStatuses } from '#shared/topics/searchTerm.ts';

/** A reader as a test wants one: who has been here for a while. */
export const wantedReader = z.object({
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
  /** Names of digests in `digests.ts`, newest first. */
  digests: z.array(z.enum(['whole', 'partial', 'hostile', 'plain', 'general'])).default([]),
  /** Of the papers of the first term's digests, in their order. */
  judged: z.array(z.enum(verdicts)).default([]),
});
export type WantedReader = z.input<typeof wantedReader>;

/** The reader there is now: signed in wherever the cookie is. */
export interface Reader {
  id: string;
  email: string;
  password: string;
  cookie: { name: string; value: string };
  /** At the card sandbox; null on the free tier. */
  subscriptionId: string | null;
  /** Tokens of unsubscribe links: of the first topic, and of one that is gone. */
  unsubscribe: { topic: string; gone: string };
  /** Tokens of the links by which something is said of the papers of the first topic's digests, in their order. */
  feedback: string[];
}

/** Somebody who has not opened the mailed link yet. */
export interface SignUp {
  email: string;
  token: string;
}

/** What the card sandbox shall do from now on. */
export const wantedCards = z.object({
  /** Whose calls are meant. */
  reader: z.uuid().optional(),
  /** Every call about the reader fails; false is well again. */
  unreachable: z.boolean().optional(),
  /** The reader's payments come without their secret. */
  forgetful: z.boolean().optional(),
  /** No event is posted, to anybody: the webhook that does not come. */
  held: z.boolean().optional(),
});
export type WantedCards = z.input<typeof wantedCards>;
