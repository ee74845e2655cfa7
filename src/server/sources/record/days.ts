import { DateTime } from 'luxon';
import type { Day, DayWindow } from './source.ts';

/** The day of a moment, in UTC. */
export const dayOf = (moment: Date): Day => moment.toISOString().slice(0, 10);

/** `days` may be negative. */
export const addDays = (day: Day, days: number): Day => utc(day).plus({ days }).toISODate()!;

/** Days in the window, both ends counted. */
export const length = ({ from, to }: DayWindow): number => utc(to).diff(utc(from), 'days').days + 1;

/** The first half of a window of at least two days. */
export const firstHalf = (window: DayWindow): DayWindow => ({
  from: window.from,
  to: addDays(window.from, Math.floor(length(window) / 2) - 1),
});

/** A day from its digits in XML; null if there is no such day. */
export function dayFrom(year: string, month: string, day: string): Day | null {
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return null;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(`${iso}T00:00:00Z`);
  // JavaScript would turn 31 February into 3 March.
  return !Number.isNaN(moment.getTime()) && dayOf(moment) === iso ? iso : null;
}

/** The UTC day of an ISO 8601 moment or day; null for any other text, and for a year or month alone. */
export function dayOfIso(text: string): Day | null {
  if (/^\s*\d{4}(?:-\d\d)?\s*$/.test(text)) return null;
  const moment = DateTime.fromISO(text.trim(), { zone: 'utc' });
  return moment.isValid ? moment.toISODate() : null;
}

/** The UTC day of an RFC 2822 moment such as `Wed, 23 Sep 2026 08:26:30 GMT`; null for any other text. */
export function dayOfRfc2822(text: string): Day | null {
  const moment = DateTime.fromRFC2822(text.trim(), { zone: 'utc' });
  return moment.isValid ? moment.toISODate() : null;
}

const utc = (day: Day) => DateTime.fromISO(day, { zone: 'utc' });
