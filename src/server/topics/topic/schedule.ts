import { DateTime } from 'luxon';
import { can, type Subscriber } from '#shared/billing/plan.ts';
import { dayMs } from '#shared/time.ts';
import { comesOn, type DeliveryDays, daysApartAtMost, usualHour } from '#shared/topics/deliveryDays.ts';
import type { Schedule } from '#shared/topics/schedule.ts';

export interface DeliveryPlan extends DeliveryDays {
  /** IANA name; an unknown one counts as UTC. */
  timeZone: string;
}

/** When the digests of a term come: by its schedule while the reader's plan covers one, else as the preferences say. */
export const deliveryPlan = (
  reader: Subscriber,
  { deliveryDay, timeZone }: Omit<DeliveryPlan, 'schedule'>,
  { schedule }: { schedule: Schedule | null },
): DeliveryPlan => ({ deliveryDay, timeZone, schedule: can.schedule(reader).yes ? schedule : null });

/**
 * The first delivery moment after `after`: the next such day at its hour, in the reader's zone.
 * Where clocks skip that hour the moment is the one clocks jump to; where they repeat it, the first.
 * Pure: the same arguments always give the same moment.
 */
export function nextDelivery(plan: DeliveryPlan, after: Date): Date {
  const today = dayOf(localTime(plan.timeZone, after));
  const hour = plan.schedule?.hour ?? usualHour;
  for (let day = today; day <= today + daysApartAtMost; day++) {
    if (!comesOn(plan, day)) continue;
    const moment = momentOf(day, hour, plan.timeZone);
    if (moment > after) return moment;
  }
  throw new RangeError(`No day of ${JSON.stringify(plan)} after ${after.toISOString()}.`);
}

/** Seven in the reader's zone, the first one after `after`. Pure, as above. */
export const nextMorning = (timeZone: string, after: Date): Date =>
  nextDelivery(
    {
      timeZone,
      deliveryDay: 'sunday',
      schedule: { cadence: 'daily', days: [], dayOfMonth: 1, hour: usualHour },
    },
    after,
  );

/** Is it a day on which a digest comes, where the reader is? */
export const isDeliveryDay = (plan: DeliveryPlan, at: Date): boolean =>
  comesOn(plan, dayOf(localTime(plan.timeZone, at)));

function localTime(timeZone: string, at: Date): DateTime {
  const local = DateTime.fromJSDate(at, { zone: timeZone });
  return local.isValid ? local : DateTime.fromJSDate(at, { zone: 'utc' });
}

/** The day of the calendar that a clock shows, counted from 1 January 1970. */
const dayOf = ({ year, month, day }: DateTime): number => Date.UTC(year, month - 1, day) / dayMs;

function momentOf(day: number, hour: number, timeZone: string): Date {
  const { year, month, day: date } = DateTime.fromMillis(day * dayMs, { zone: 'utc' });
  const clock = { year, month, day: date, hour };
  const local = DateTime.fromObject(clock, { zone: timeZone });
  if (!local.isValid) return DateTime.fromObject(clock, { zone: 'utc' }).toJSDate();
  // An hour that comes twice: which of them the package gives depends on the season it is asked in.
  return new Date(Math.min(...local.getPossibleOffsets().map((one) => one.toMillis())));
}
