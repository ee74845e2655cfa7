import fc from 'fast-check';
import { DateTime } from 'luxon';
import { type Schedule, schedule } from '#shared/topics/schedule.ts';
import { weekdays } from '#shared/values/fields.ts';
import { forAll } from '#test/forAll.ts';
import cases from './schedule.test.json' with { type: 'json' };
import { deliveryPlan, isDeliveryDay, nextDelivery, nextMorning } from './schedule.ts';

describe('nextDelivery', () => {
  const table = cases.weekly as [string, (typeof weekdays)[number], string, string, string][];

  it.each(table)('delivers as scheduled: %s', (_, deliveryDay, timeZone, after, expected) =>
    expect(nextDelivery({ deliveryDay, timeZone, schedule: null }, new Date(after)).toISOString()).toBe(
      new Date(expected).toISOString(),
    ),
  );

  it('is always in the future, within a week and a clock change, at seven on that day', () => {
    const zones = 'UTC America/New_York Europe/London Asia/Kathmandu Pacific/Auckland America/St_Johns'.split(
      ' ',
    );
    forAll(
      fc.constantFrom(...weekdays),
      fc.constantFrom(...zones),
      fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
      (deliveryDay, timeZone, after) => {
        const next = nextDelivery({ deliveryDay, timeZone, schedule: null }, after);
        const local = DateTime.fromJSDate(next, { zone: timeZone });
        expect(next.getTime()).toBeGreaterThan(after.getTime());
        expect(next.getTime() - after.getTime()).toBeLessThanOrEqual((7 * 24 + 1) * 3_600_000);
        expect(weekdays[local.weekday % 7]).toBe(deliveryDay);
        expect([local.hour, local.minute]).toEqual([7, 0]);
      },
    );
  });
});

describe('with a schedule', () => {
  const of = (given: Partial<Schedule>): Schedule => schedule.parse({ cadence: 'weekly', hour: 7, ...given });
  const table: [string, Partial<Schedule>, string, string, string][] = cases.scheduled as never;
  it.each(table)('delivers as scheduled: %s', (_, given, timeZone, after, expected) => {
    const plan = { deliveryDay: 'sunday' as const, timeZone, schedule: of(given) };
    expect(nextDelivery(plan, new Date(after)).toISOString()).toBe(new Date(expected).toISOString());
  });

  it('a change of time zone moves the next delivery to its hour in the new zone', () => {
    const after = new Date('2026-11-18T12:00:00Z');
    const daily = of({ cadence: 'daily', hour: 9 });
    const next = (timeZone: string) =>
      nextDelivery({ deliveryDay: 'sunday', timeZone, schedule: daily }, after);
    expect(next('America/Los_Angeles').toISOString()).toBe('2026-11-18T17:00:00.000Z');
    expect(next('Asia/Kolkata').toISOString()).toBe('2026-11-19T03:30:00.000Z');
  });

  it('is always in the future, on a scheduled day, at its hour or the one after a clock change', () => {
    const any = fc.record({
      cadence: fc.constantFrom(...(['daily', 'weekly', 'fortnightly', 'monthly'] as const)),
      days: fc.uniqueArray(fc.constantFrom(...weekdays), { maxLength: 7 }),
      dayOfMonth: fc.integer({ min: 1, max: 31 }),
      hour: fc.integer({ min: 0, max: 23 }),
    });
    forAll(
      any,
      fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Beirut'),
      fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
      (schedule, timeZone, after) => {
        const plan = { deliveryDay: 'friday' as const, timeZone, schedule };
        const next = nextDelivery(plan, after);
        expect(next.getTime()).toBeGreaterThan(after.getTime());
        expect(isDeliveryDay(plan, next)).toBe(true);
        const { hour, minute } = DateTime.fromJSDate(next, { zone: timeZone });
        expect([0, 30, 60]).toContain(hour * 60 + minute - schedule.hour * 60);
      },
    );
  });

  it('applies only while the plan covers it', () => {
    const preferences = { deliveryDay: 'sunday' as const, timeZone: 'UTC' };
    const daily = of({ cadence: 'daily' });
    const plan = (subscriptionTier: 'free' | 'pro' | 'team') =>
      deliveryPlan({ subscriptionTier, isUnlimited: true }, preferences, { schedule: daily }).schedule;
    expect([plan('free'), plan('pro'), plan('team')]).toEqual([null, null, daily]);
  });
});

it('mornings are at seven, the first after now', () =>
  expect(nextMorning('Europe/Berlin', new Date('2026-03-28T06:00:00Z')).toISOString()).toBe(
    '2026-03-29T05:00:00.000Z',
  ));
