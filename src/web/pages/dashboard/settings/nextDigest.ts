import { comesOn, type DeliveryDays, daysApartAtMost, usualHour } from '#shared/topics/deliveryDays.ts';
import { dayMs } from '#shared/values/time.ts';

/**
 * `Monday 23 November 2026 at 08:00`, as clocks and calendars show it in the zone; the same rule as the server's, which
 * keeps the moment. Null for a zone this browser does not know.
 */
export function nextDigestInWords(plan: DeliveryDays & { timeZone: string }, now: Date): string | null {
  const here = clockIn(plan.timeZone, now);
  if (!here) return null;
  const hour = plan.schedule?.hour ?? usualHour;
  for (let day = hour > here.hour ? here.day : here.day + 1; day <= here.day + daysApartAtMost; day++)
    if (comesOn(plan, day))
      return `${inWords.format(day * dayMs).replace(',', '')} at ${String(hour).padStart(2, '0')}:00`;
  return null;
}

/** Day of the calendar, counted from 1 January 1970, and hour. */
function clockIn(timeZone: string, now: Date): { day: number; hour: number } | null {
  try {
    const parts = new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' },
    }).formatToParts(now);
    const of = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
    return { day: Date.UTC(of('year'), of('month') - 1, of('day')) / dayMs, hour: of('hour') };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const inWords = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
