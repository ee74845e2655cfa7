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

export const preferencesChange = preferences.extend({ timeZone }).partial().strict();

const owner = z.object({ id: z.string().max(64) });

export const preferencesApi = {
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
