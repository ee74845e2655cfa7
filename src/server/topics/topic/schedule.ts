import { DateTime } from 'luxon';
import { can, type Subscriber } from '#shared/billing/plan.ts';
import { comesOn, type DeliveryDays, daysApartAtMost, usualHour } from '#shared/topics/deliveryDays.ts';
import type { Schedule } from '#shared/topics/schedule.ts';
import { dayMs, hourMs } from '#shared/values/time.ts';

/** When a reader's digests of one topic come. */
export interface DeliveryPlan extends DeliveryDays {
  /** IANA name; an unknown one counts as UTC. */
  timeZone: string;
}

/** The topic's own schedule while the reader's plan covers one, otherwise the preferences. */
export const deliveryPlan = (
  reader: Subscriber,
  { deliveryDay, timeZone }: Omit<DeliveryPlan, 'schedule'>,
  { schedule }: { schedule: Schedule | null },
): DeliveryPlan => ({ deliveryDay, timeZone, schedule: can.schedule(reader).yes ? schedule : null });

/**
 * The first delivery after `after`: the next delivery day at its hour, in the reader's time zone.
 * Where clocks skip that hour it is the time they jump to; where they repeat it, the first of the two.
 * Pure: the same arguments always give the same result.
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

/** A first digest within this time before a delivery replaces that delivery. */
const standsForMs = 36 * hourMs;

/**
 * The first delivery after `after` of a topic that was added or reworded at `requestedAt`. The first digest replaces a
 * delivery within the following 36 hours, except for daily digests. Pure.
 */
export function deliveryOf(
  plan: DeliveryPlan,
  { after, requestedAt }: { after: Date; requestedAt: Date },
): Date {
  const next = nextDelivery(plan, after);
  const isTooSoon =
    plan.schedule?.cadence !== 'daily' && next.getTime() - requestedAt.getTime() < standsForMs;
  return isTooSoon ? nextDelivery(plan, next) : next;
}

/** Whether a moment is one of the plan's deliveries, and not set by hand. Pure. */
export const isDelivery = (plan: DeliveryPlan, moment: Date): boolean =>
  nextDelivery(plan, new Date(moment.getTime() - 1)).getTime() === moment.getTime();

/** The next 7:00 in the reader's time zone after `after`. Pure. */
export const nextMorning = (timeZone: string, after: Date): Date =>
  nextDelivery(
    {
      timeZone,
      deliveryDay: 'sunday',
      schedule: { cadence: 'daily', days: [], dayOfMonth: 1, hour: usualHour },
    },
    after,
  );

/** When a calendar day such as `2026-03-12` begins in the reader's time zone. Pure. */
export const beginningOf = (day: string, timeZone: string): Date =>
  momentOf(Date.parse(day) / dayMs, 0, timeZone);

/** Whether a digest comes on that day in the reader's time zone. */
export const isDeliveryDay = (plan: DeliveryPlan, at: Date): boolean =>
  comesOn(plan, dayOf(localTime(plan.timeZone, at)));

function localTime(timeZone: string, at: Date): DateTime {
  const local = DateTime.fromJSDate(at, { zone: timeZone });
  return local.isValid ? local : DateTime.fromJSDate(at, { zone: 'utc' });
}

/** The calendar day in days since 1 January 1970. */
const dayOf = ({ year, month, day }: DateTime): number => Date.UTC(year, month - 1, day) / dayMs;

function momentOf(day: number, hour: number, timeZone: string): Date {
  const { year, month, day: date } = DateTime.fromMillis(day * dayMs, { zone: 'utc' });
  const clock = { year, month, day: date, hour };
  const local = DateTime.fromObject(clock, { zone: timeZone });
  if (!local.isValid) return DateTime.fromObject(clock, { zone: 'utc' }).toJSDate();
  // An hour that occurs twice: which of the two luxon gives depends on the season in which it is asked.
  return new Date(Math.min(...local.getPossibleOffsets().map((one) => one.toMillis())));
}
