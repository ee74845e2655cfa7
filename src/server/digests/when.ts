import { DateTime } from 'luxon';
import { type Weekday, weekdays } from '../../shared/preferences.ts';

/** Digests arrive at 07:00 where the reader is. */
export const deliveryHour = 7;

export interface DeliveryPlan {
  deliveryDay: Weekday;
  /** IANA name; an unknown one counts as UTC. */
  timeZone: string;
}

/**
 * The first delivery moment after `after`: the next such weekday at seven in the reader's zone.
 * Where clocks skip that hour the moment is the one clocks jump to; where they repeat it, the first.
 * Pure: the same arguments always give the same moment.
 */
export function nextDelivery({ deliveryDay, timeZone }: DeliveryPlan, after: Date): Date {
  const here = localTime(timeZone, after);
  // Luxon counts Monday as 1 and Sunday as 7.
  const wanted = weekdays.indexOf(deliveryDay) || 7;
  const today = here.set({ hour: deliveryHour, minute: 0, second: 0, millisecond: 0 });
  const day = today.plus({ days: (wanted - today.weekday + 7) % 7 }).set({ hour: deliveryHour });
  const delivery = day <= here ? day.plus({ days: 7 }).set({ hour: deliveryHour }) : day;
  return delivery.toUTC().toJSDate();
}

/** Seven in the reader's zone, the first one after `after`. Pure, as above. */
export function nextMorning(timeZone: string, after: Date): Date {
  const here = localTime(timeZone, after);
  const at = { hour: deliveryHour, minute: 0, second: 0, millisecond: 0 };
  const today = here.set(at);
  return (today <= here ? here.plus({ days: 1 }).set(at) : today).toUTC().toJSDate();
}

/** Is it the reader's delivery day where the reader is? */
export const isDeliveryDay = ({ deliveryDay, timeZone }: DeliveryPlan, at: Date): boolean =>
  weekdays[localTime(timeZone, at).weekday % 7] === deliveryDay;

function localTime(timeZone: string, at: Date): DateTime {
  const local = DateTime.fromJSDate(at, { zone: timeZone });
  return local.isValid ? local : DateTime.fromJSDate(at, { zone: 'utc' });
}
