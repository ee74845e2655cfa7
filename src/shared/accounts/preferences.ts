import { z } from 'zod';
import { done, endpoint } from '../contract/endpoint.ts';
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

export const preferencesChange = preferences.extend({ timeZone }).partial().strict();

const owner = z.object({ id: z.string().max(64) });

export const preferencesApi = {
  clearMailBlock: endpoint({
    method: 'POST',
    path: '/api/mail-block/clear',
    access: 'session',
    summary: 'Allow mail to the reader’s address again. Sends nothing.',
    response: done,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/users/:id/preferences',
    access: 'session',
    summary: 'Delivery day, time zone, and sources.',
    params: owner,
    response: preferences,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/users/:id/preferences',
    access: 'session',
    summary: 'Change some of them; the last source cannot be turned off.',
    params: owner,
    body: preferencesChange,
    response: preferences,
  }),
} as const;
