import { expect, it } from 'vitest';
import type { Schedule } from '#shared/topics/schedule.ts';
import { nextDigestInWords } from './nextDigest.ts';

const daily = (hour: number): Schedule => ({ cadence: 'daily', days: [], dayOfMonth: 1, hour });

it.each([
  ['the day of the preferences', null, 'UTC', '2026-11-18T12:00:00Z', 'Sunday 22 November 2026 at 07:00'],
  ['later today', daily(13), 'UTC', '2026-11-18T12:59:00Z', 'Wednesday 18 November 2026 at 13:00'],
  ['the hour has begun', daily(13), 'UTC', '2026-11-18T13:00:00Z', 'Thursday 19 November 2026 at 13:00'],
  [
    'tomorrow there already',
    daily(8),
    'Asia/Tokyo',
    '2026-11-18T20:00:00Z',
    'Thursday 19 November 2026 at 08:00',
  ],
  ['midnight', daily(0), 'Europe/Berlin', '2026-11-18T12:00:00Z', 'Thursday 19 November 2026 at 00:00'],
  [
    'the last day of a short month',
    { cadence: 'monthly' as const, days: [], dayOfMonth: 31, hour: 7 },
    'UTC',
    '2027-02-01T00:00:00Z',
    'Sunday 28 February 2027 at 07:00',
  ],
  ['an unknown zone', null, 'Mars/Olympus', '2026-11-18T12:00:00Z', null],
])('%s', (_, schedule, timeZone, now, expected) => {
  expect(nextDigestInWords({ deliveryDay: 'sunday', schedule, timeZone }, new Date(now))).toBe(expected);
});
