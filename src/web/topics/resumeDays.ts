import { dayMs } from '#shared/values/time.ts';

/** The `min` and `max` of a date field for resuming a paused topic: tomorrow to a year ahead. */
export const resumeDays = (): { min: string; max: string } => ({ min: dayIn(1), max: dayIn(365) });

/** In this browser's time zone: `2026-04-05`. */
const dayIn = (days: number): string => {
  const then = new Date(Date.now() + days * dayMs);
  return [then.getFullYear(), then.getMonth() + 1, then.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
};
