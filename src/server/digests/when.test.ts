import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { weekdays } from '../../shared/preferences.ts';
import { nextDelivery } from './when.ts';

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

  it.each(table)('%s', (_, deliveryDay, timeZone, after, expected) => {
    expect(nextDelivery({ deliveryDay, timeZone }, new Date(after)).toISOString()).toBe(
      new Date(expected).toISOString(),
    );
  });

  it('is always ahead, at most a week and a clock change away, at seven on that day', () => {
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
          const next = nextDelivery({ deliveryDay, timeZone }, after);
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
