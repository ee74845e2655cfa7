import { z } from 'zod';
import { weekdays } from '../values/fields.ts';

export const cadences = ['daily', 'weekly', 'fortnightly', 'monthly'] as const;
export type Cadence = (typeof cadences)[number];

/** When the digests of one topic are sent (Team), in the reader's zone; null: weekly, on the preferences' day at 7:00 AM. */
export const schedule = z.object({
  cadence: z.enum(cadences),
  /** Weekly: every one of them. Fortnightly: the first of them, every other week. Daily and monthly: not used. */
  days: z.array(z.enum(weekdays)).max(7).default([]),
  /** Monthly: this day, or the last day of a shorter month. */
  dayOfMonth: z.int().min(1).max(31).default(1),
  /** Full hour, 0 to 23. */
  hour: z.int().min(0).max(23),
});
export type Schedule = z.infer<typeof schedule>;
