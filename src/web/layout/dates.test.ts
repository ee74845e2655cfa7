import { relative } from './dates.tsx';

const now = new Date('2026-11-26T17:52:00Z');

test.each([
  // Two calendar days ahead in most of the world, so never “tomorrow”.
  ['2026-11-28T17:00:00Z', 'in 1 day'],
  ['2026-11-28T18:00:00Z', 'in 2 days'],
  ['2026-11-24T18:00:00Z', '1 day ago'],
  ['2026-11-26T15:52:00Z', '2 hours ago'],
  ['2026-11-26T17:51:30Z', 'just now'],
])('%s is %s', (date, words) => expect(relative(new Date(date), now)).toBe(words));
