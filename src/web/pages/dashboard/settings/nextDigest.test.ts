import type { Schedule } from '#shared/topics/schedule.ts';
import { nextDigestInWords } from './nextDigest.ts';

const daily = (hour: number): Schedule => ({ cadence: 'daily', days: [], dayOfMonth: 1, hour });

it.each([
  ['the day of the preferences', null, 'UTC', '2026-11-18T12:00:00Z', 'Sun 22 Nov 2026, 7:00\u00a0AM'],
  ['later today', daily(13), 'UTC', '2026-11-18T12:59:00Z', 'Wed 18 Nov 2026, 1:00\u00a0PM'],
  ['the hour has begun', daily(13), 'UTC', '2026-11-18T13:00:00Z', 'Thu 19 Nov 2026, 1:00\u00a0PM'],
  ['tomorrow there already', daily(8), 'Asia/Tokyo', '2026-11-18T20:00:00Z', 'Thu 19 Nov 2026, 8:00\u00a0AM'],
  ['midnight', daily(0), 'Europe/Berlin', '2026-11-18T12:00:00Z', 'Thu 19 Nov 2026, 12:00\u00a0AM'],
  [
    'the last day of a short month',
    { cadence: 'monthly' as const, days: [], dayOfMonth: 31, hour: 7 },
    'UTC',
    '2027-02-01T00:00:00Z',
    'Sun 28 Feb 2027, 7:00\u00a0AM',
  ],
  ['an unknown zone', null, 'Mars/Olympus', '2026-11-18T12:00:00Z', null],
])('shows the next digest for %s', (_, schedule, timeZone, now, expected) =>
  expect(nextDigestInWords({ deliveryDay: 'sunday', schedule, timeZone }, new Date(now))).toBe(expected),
);
