import { type Weekday, weekdays } from '../values/fields.ts';
import { dayMs } from '../values/time.ts';
import type { Schedule } from './schedule.ts';

/** Digests without a schedule of their own arrive at 07:00 where the reader is. */
export const usualHour = 7;

export interface DeliveryDays {
  /** Day of the preferences; holds where the schedule names none. */
  deliveryDay: Weekday;
  schedule: Schedule | null;
}

/**
 * Does a digest come on this day of the calendar, counted from 1 January 1970? Of the calendar alone: clocks and
 * zones have no say in it. Pure.
 */
export function comesOn({ deliveryDay, schedule }: DeliveryDays, day: number): boolean {
  const weekday = weekdays[(((day + 4) % 7) + 7) % 7]!;
  if (!schedule) return weekday === deliveryDay;
  const { cadence, days, dayOfMonth } = schedule;
  if (cadence === 'daily') return true;
  if (cadence === 'weekly') return days.length ? days.includes(weekday) : weekday === deliveryDay;
  if (cadence === 'fortnightly') return weekday === (days[0] ?? deliveryDay) && weekOf(day) % 2 === 0;
  const date = new Date(day * dayMs);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.getUTCDate() === Math.min(dayOfMonth, last);
}

/** At the longest from one digest to the next, in days: the fifteenth of a month after a change from the first. */
export const daysApartAtMost = 62;

/**
 * Weeks, Monday to Sunday as ISO 8601 has them, since the one of 1 January 1970. Not the week's number in its year:
 * years of 53 weeks would bring two odd weeks in a row.
 */
const weekOf = (day: number): number => Math.floor((day + 3) / 7);
