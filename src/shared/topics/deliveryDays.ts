import { type Weekday, weekdays } from '../values/fields.ts';
import { dayMs } from '../values/time.ts';
import type { Schedule } from './schedule.ts';

/** Hour of delivery without a schedule, in the reader's local time. */
export const usualHour = 7;

export interface DeliveryDays {
  /** Day of the preferences, used where the schedule names none. */
  deliveryDay: Weekday;
  schedule: Schedule | null;
}

/** Whether a digest is due on this calendar day, counted from 1 January 1970. Pure; without clocks and time zones. */
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

/** Longest time between two digests, in days: when a monthly schedule moves to a later day. */
export const daysApartAtMost = 62;

/** ISO weeks (from Monday) since 1 January 1970, not in the year: 53 weeks would give two odd ones in a row. */
const weekOf = (day: number): number => Math.floor((day + 3) / 7);
