import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { timeZone, weekdays } from '../values/fields.ts';

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
