/**
 * Durations in milliseconds, the unit of `Date.getTime` and of timers. A day here is 24 hours of UTC. A reader's calendar
 * day, which can have 23 or 25 hours, is computed in `topics/topic/schedule.ts`.
 */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The moment `milliseconds` before `at`. */
export const timeBefore = (at: Date, milliseconds: number): Date => new Date(at.getTime() - milliseconds);

/** The moment `milliseconds` after `at`. */
export const timeAfter = (at: Date, milliseconds: number): Date => new Date(at.getTime() + milliseconds);
