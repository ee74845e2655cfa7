import { comesOn, type DeliveryDays, daysApartAtMost, usualHour } from '#shared/topics/deliveryDays.ts';
import { dateInWords, hourInWords } from '#shared/values/dates.ts';
import { dayMs } from '#shared/values/time.ts';
import { ifKnown } from '../desk/zones.ts';

/** `Mon 23 Nov 2026, 8:00 AM` in that zone, by the server's rule. Null for a zone this browser does not know. */
export function nextDigestInWords(plan: DeliveryDays & { timeZone: string }, now: Date): string | null {
  const here = ifKnown(() => clockIn(plan.timeZone, now));
  if (!here) return null;
  const hour = plan.schedule?.hour ?? usualHour;
  for (let day = hour > here.hour ? here.day : here.day + 1; day <= here.day + daysApartAtMost; day++)
    if (comesOn(plan, day))
      return `${dateInWords(new Date(day * dayMs), { zone: 'UTC', weekday: true })}, ${hourInWords(hour)}`;
  return null;
}

/** Calendar day, counted from 1 January 1970, and hour. */
function clockIn(timeZone: string, now: Date): { day: number; hour: number } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
  }).formatToParts(now);
  const of = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
  return { day: Date.UTC(of('year'), of('month') - 1, of('day')) / dayMs, hour: of('hour') };
}
