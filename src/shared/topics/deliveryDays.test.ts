import fc from 'fast-check';
import { forAll } from '#test/forAll.ts';
import { weekdays } from '../values/fields.ts';
import { comesOn, daysApartAtMost } from './deliveryDays.ts';
import { type Schedule, schedule } from './schedule.ts';

const day = (date: string) => Date.parse(date) / 86_400_000;
const of = (given: Partial<Schedule>): Schedule => schedule.parse({ cadence: 'weekly', hour: 7, ...given });

/** Days of a span, both ends included, on which a digest comes. */
const days = (schedule: Schedule | null, from: string, to: string): string[] => {
  const found: string[] = [];
  for (let at = day(from); at <= day(to); at++)
    if (comesOn({ deliveryDay: 'sunday', schedule }, at))
      found.push(new Date(at * 86_400_000).toISOString().slice(0, 10));
  return found;
};

describe('comesOn', () => {
  const table: [string, Schedule | null, string, string, string[]][] = [
    [
      'no schedule: the day of the preferences',
      null,
      '2026-11-16',
      '2026-11-29',
      ['2026-11-22', '2026-11-29'],
    ],
    [
      'daily',
      of({ cadence: 'daily' }),
      '2026-02-27',
      '2026-03-01',
      ['2026-02-27', '2026-02-28', '2026-03-01'],
    ],
    [
      'weekly, on two days',
      of({ days: ['friday', 'tuesday'] }),
      '2026-11-16',
      '2026-11-29',
      ['2026-11-17', '2026-11-20', '2026-11-24', '2026-11-27'],
    ],
    ['weekly without a day', of({}), '2026-11-16', '2026-11-29', ['2026-11-22', '2026-11-29']],
    [
      'every other Monday, over a year of 53 weeks',
      of({ cadence: 'fortnightly', days: ['monday'] }),
      '2026-12-07',
      '2027-02-07',
      ['2026-12-14', '2026-12-28', '2027-01-11', '2027-01-25'],
    ],
    [
      'monthly on the 31st: the last of shorter months, the leap day among them',
      of({ cadence: 'monthly', dayOfMonth: 31 }),
      '2028-01-01',
      '2028-04-30',
      ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30'],
    ],
    [
      'monthly on the 29th, in a year without that day in February',
      of({ cadence: 'monthly', dayOfMonth: 29 }),
      '2027-01-01',
      '2027-03-31',
      ['2027-01-29', '2027-02-28', '2027-03-29'],
    ],
  ];
  it.each(table)('is true on exactly the days of %s', (_, schedule, from, to, expected) =>
    expect(days(schedule, from, to)).toEqual(expected),
  );

  it('recurs within the longest gap; fortnights always have fourteen days', () => {
    const any = fc.record({
      cadence: fc.constantFrom('daily', 'weekly', 'fortnightly', 'monthly'),
      days: fc.uniqueArray(fc.constantFrom(...weekdays), { maxLength: 7 }),
      dayOfMonth: fc.integer({ min: 1, max: 31 }),
      hour: fc.integer({ min: 0, max: 23 }),
    });
    forAll(any, fc.integer({ min: 0, max: 40_000 }), (schedule, from) => {
      const comes = Array.from({ length: 200 }, (_, at) => from + at).filter((at) =>
        comesOn({ deliveryDay: 'friday', schedule }, at),
      );
      const gaps = comes.slice(1).map((at, before) => at - comes[before]!);
      expect(comes[0]! - from).toBeLessThanOrEqual(daysApartAtMost);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(31);
      if (schedule.cadence === 'fortnightly') expect(new Set(gaps)).toEqual(new Set([14]));
    });
  });
});
