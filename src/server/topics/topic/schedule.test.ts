import fc from 'fast-check';
import { DateTime } from 'luxon';
import { type Schedule, schedule } from '#shared/topics/schedule.ts';
import { weekdays } from '#shared/values/fields.ts';
import { deliveryPlan, isDeliveryDay, nextDelivery, nextMorning } from './schedule.ts';

describe('nextDelivery', () => {
  const table: [string, (typeof weekdays)[number], string, string, string][] = [
    ['later this week', 'sunday', 'UTC', '2026-11-18T12:00:00Z', '2026-11-22T07:00:00Z'],
    ['the same day before seven', 'sunday', 'UTC', '2026-11-22T06:59:59Z', '2026-11-22T07:00:00Z'],
    ['at seven sharp is the next week', 'sunday', 'UTC', '2026-11-22T07:00:00Z', '2026-11-29T07:00:00Z'],
    ['behind UTC', 'monday', 'America/New_York', '2026-11-22T12:00:00Z', '2026-11-23T12:00:00Z'],
    [
      'ahead of UTC, another weekday there',
      'monday',
      'Asia/Tokyo',
      '2026-11-22T20:00:00Z',
      '2026-11-22T22:00:00Z',
    ],
    ['half-hour zone', 'friday', 'Asia/Kolkata', '2026-11-18T00:00:00Z', '2026-11-20T01:30:00Z'],
    [
      'over the start of summer time (Berlin, 29 March 2026)',
      'sunday',
      'Europe/Berlin',
      '2026-03-23T00:00:00Z',
      '2026-03-29T05:00:00Z',
    ],
    ['the week before it', 'sunday', 'Europe/Berlin', '2026-03-16T00:00:00Z', '2026-03-22T06:00:00Z'],
    [
      'over the end of summer time (Berlin, 25 October 2026)',
      'sunday',
      'Europe/Berlin',
      '2026-10-19T00:00:00Z',
      '2026-10-25T06:00:00Z',
    ],
    [
      'over the start of summer time (New York, 8 March 2026)',
      'sunday',
      'America/New_York',
      '2026-03-02T00:00:00Z',
      '2026-03-08T11:00:00Z',
    ],
    [
      'over the end of summer time (New York, 1 November 2026)',
      'sunday',
      'America/New_York',
      '2026-10-26T00:00:00Z',
      '2026-11-01T12:00:00Z',
    ],
    ['over a month end', 'wednesday', 'UTC', '2026-09-30T08:00:00Z', '2026-10-07T07:00:00Z'],
    ['over a year end', 'friday', 'UTC', '2026-12-31T08:00:00Z', '2027-01-01T07:00:00Z'],
    [
      'an unknown zone counts as UTC',
      'sunday',
      'Mars/Olympus',
      '2026-11-18T12:00:00Z',
      '2026-11-22T07:00:00Z',
    ],
  ];

  it.each(table)('delivers as scheduled: %s', (_, deliveryDay, timeZone, after, expected) =>
    expect(nextDelivery({ deliveryDay, timeZone, schedule: null }, new Date(after)).toISOString()).toBe(
      new Date(expected).toISOString(),
    ),
  );

  it('is always in the future, within a week and a clock change, at seven on that day', () => {
    const zones = [
      'UTC',
      'America/New_York',
      'Europe/London',
      'Asia/Kathmandu',
      'Pacific/Auckland',
      'America/St_Johns',
    ];
    fc.assert(
      fc.property(
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
      ),
    );
  });
});

describe('with a schedule', () => {
  const of = (given: Partial<Schedule>): Schedule => schedule.parse({ cadence: 'weekly', hour: 7, ...given });
  const table: [string, Partial<Schedule>, string, string, string][] = [
    [
      'daily, later today',
      { cadence: 'daily', hour: 18 },
      'UTC',
      '2026-11-18T12:00:00Z',
      '2026-11-18T18:00:00Z',
    ],
    [
      'daily, the hour is over',
      { cadence: 'daily', hour: 12 },
      'UTC',
      '2026-11-18T12:00:00Z',
      '2026-11-19T12:00:00Z',
    ],
    [
      'daily at midnight',
      { cadence: 'daily', hour: 0 },
      'Asia/Tokyo',
      '2026-11-18T12:00:00Z',
      '2026-11-18T15:00:00Z',
    ],
    [
      'daily at an hour that clocks skip (Berlin, 29 March 2026): the one they jump to',
      { cadence: 'daily', hour: 2 },
      'Europe/Berlin',
      '2026-03-28T12:00:00Z',
      '2026-03-29T01:00:00Z',
    ],
    [
      'daily at an hour that comes twice (Berlin, 25 October 2026): the first of them',
      { cadence: 'daily', hour: 2 },
      'Europe/Berlin',
      '2026-10-24T12:00:00Z',
      '2026-10-25T00:00:00Z',
    ],
    [
      'and not the second after it',
      { cadence: 'daily', hour: 2 },
      'Europe/Berlin',
      '2026-10-25T00:30:00Z',
      '2026-10-26T01:00:00Z',
    ],
    [
      'daily at an hour that comes twice (New York, 1 November 2026)',
      { cadence: 'daily', hour: 1 },
      'America/New_York',
      '2026-10-31T12:00:00Z',
      '2026-11-01T05:00:00Z',
    ],
    [
      'daily at a midnight that clocks skip (Cairo, 24 April 2026)',
      { cadence: 'daily', hour: 0 },
      'Africa/Cairo',
      '2026-04-23T12:00:00Z',
      '2026-04-23T22:00:00Z',
    ],
    [
      'weekly, the next of its days',
      { days: ['monday', 'thursday'] },
      'UTC',
      '2026-11-17T00:00:00Z',
      '2026-11-19T07:00:00Z',
    ],
    [
      'weekly, over the weekend',
      { days: ['monday', 'thursday'] },
      'UTC',
      '2026-11-19T07:00:00Z',
      '2026-11-23T07:00:00Z',
    ],
    [
      'weekly without a day: that of the preferences',
      { hour: 9 },
      'UTC',
      '2026-11-18T00:00:00Z',
      '2026-11-22T09:00:00Z',
    ],
    [
      'fortnightly, an even week is the next one',
      { cadence: 'fortnightly', days: ['monday'] },
      'UTC',
      '2026-12-15T00:00:00Z',
      '2026-12-28T07:00:00Z',
    ],
    [
      'fortnightly, over the end of summer time',
      { cadence: 'fortnightly', days: ['sunday'] },
      'Europe/Berlin',
      '2026-10-20T00:00:00Z',
      '2026-10-25T06:00:00Z',
    ],
    [
      'monthly, later this month',
      { cadence: 'monthly', dayOfMonth: 20 },
      'UTC',
      '2026-11-18T00:00:00Z',
      '2026-11-20T07:00:00Z',
    ],
    [
      'monthly, over the month end',
      { cadence: 'monthly', dayOfMonth: 1 },
      'UTC',
      '2026-11-18T00:00:00Z',
      '2026-12-01T07:00:00Z',
    ],
    [
      'monthly, a shorter month',
      { cadence: 'monthly', dayOfMonth: 31 },
      'UTC',
      '2027-01-31T08:00:00Z',
      '2027-02-28T07:00:00Z',
    ],
    [
      'monthly, a leap day',
      { cadence: 'monthly', dayOfMonth: 30 },
      'UTC',
      '2028-01-31T08:00:00Z',
      '2028-02-29T07:00:00Z',
    ],
    [
      'monthly, another day there already',
      { cadence: 'monthly', dayOfMonth: 1, hour: 0 },
      'Pacific/Auckland',
      '2026-11-30T00:00:00Z',
      '2026-11-30T11:00:00Z',
    ],
  ];
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
      cadence: fc.constantFrom(
        'daily' as const,
        'weekly' as const,
        'fortnightly' as const,
        'monthly' as const,
      ),
      days: fc.uniqueArray(fc.constantFrom(...weekdays), { maxLength: 7 }),
      dayOfMonth: fc.integer({ min: 1, max: 31 }),
      hour: fc.integer({ min: 0, max: 23 }),
    });
    fc.assert(
      fc.property(
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
      ),
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
