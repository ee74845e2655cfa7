import { z } from 'zod';
import { digest } from '../digests/digest.ts';
import { paper } from '../papers/paper.ts';

/** A paper without its abstract, which keeps events below the 20 kB that we promise receivers. */
const announced = paper.omit({ abstract: true, parts: true, takeawayQuote: true, changed: true });

/** A digest as webhooks receive it: the same fields as in the API, and nothing about the reader. */
export const digestSent = z.object({
  type: z.literal('digest.sent'),
  /** When the digest was composed. */
  timestamp: z.iso.datetime(),
  data: digest
    .pick({
      id: true,
      digestType: true,
      searchTerm: true,
      searchTermId: true,
      createdAt: true,
      aiSummary: true,
      writtenBy: true,
      summary: true,
      windowDays: true,
      filtered: true,
    })
    .extend({
      /** Address of its page, which only its reader can open. */
      url: z.url(),
      papersData: z.array(announced),
    }),
});

/** The event of the button “Send a test”. */
export const webhookTest = z.object({
  type: z.literal('webhook.test'),
  timestamp: z.iso.datetime(),
  data: z.object({ searchTerm: z.string(), searchTermId: z.uuid() }),
});

export type ChannelEvent = z.input<typeof digestSent> | z.input<typeof webhookTest>;

/** Every event by its type, for the API's description. */
export const channelEvents = { 'digest.sent': digestSent, 'webhook.test': webhookTest } as const;
