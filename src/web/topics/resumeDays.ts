import { dayMs } from '#shared/values/time.ts';

/** The `min` and `max` of a date field for resuming a paused topic: tomorrow to a year ahead. */
export const resumeDays = (): { min: string; max: string } => ({ min: dayIn(1), max: dayIn(365) });

/** In this browser's time zone: `2026-04-05`, as days are written in Sweden. */
const dayIn = (days: number): string => new Date(Date.now() + days * dayMs).toLocaleDateString('sv-SE');
