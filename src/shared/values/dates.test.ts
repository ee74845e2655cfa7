import { dateInWords, dayInWords, daysInWords, hourInWords, timeInWords } from './dates.ts';

const moment = new Date('2026-11-20T12:05:00Z');
const day = (iso: string) => new Date(`${iso}T00:00:00Z`);

test.each([
  [{ zone: 'UTC', weekday: true }, 'Fri 20 Nov 2026'],
  [{ zone: 'UTC' }, '20 Nov 2026'],
  [{ zone: 'UTC', year: false }, '20 Nov'],
  [{ zone: 'America/New_York', weekday: true, year: false, time: true }, 'Fri 20 Nov, 7:05\u00a0AM'],
  [{ zone: 'Pacific/Kiritimati' }, '21 Nov 2026'],
])('dateInWords writes %o', (style, words) => expect(dateInWords(moment, style)).toBe(words));

describe('timeInWords', () => {
  it.each([
    [0, '12:00\u00a0AM'],
    [7, '7:00\u00a0AM'],
    [12, '12:00\u00a0PM'],
    [23, '11:00\u00a0PM'],
  ])('writes hour %i', (hour, words) => expect(hourInWords(hour)).toBe(words));

  it('uses the given time zone', () => expect(timeInWords(moment, 'Asia/Kolkata')).toBe('5:35\u00a0PM'));
});

describe('daysInWords', () => {
  it.each([
    ['2026-11-22', '2026-11-28', '22 to 28 November'],
    ['2026-11-29', '2026-12-05', '29 November to 5 December'],
    ['2025-12-28', '2026-01-03', '28 December 2025 to 3 January 2026'],
    ['2025-03-22', '2025-03-28', '22 to 28 March 2025'],
    ['2026-03-22', '2026-03-22', '22 March'],
  ])('writes %s to %s', (from, to, words) => expect(daysInWords(day(from), day(to), moment)).toBe(words));

  it.each([
    ['2026-05-03', '3 May 2026'],
    ['2025-11', 'Nov 2025'],
    ['2025', '2025'],
    ['soon', null],
    ['', null],
  ])('writes no day that is not known: %j', (iso, words) => expect(dayInWords(iso)).toBe(words));

  it.each([
    ['2026-05-03', '3 May'],
    ['2025-05-03', '3 May 2025'],
    ['2026-05', 'May 2026'],
    ['2026', '2026'],
  ])('leaves out only the year of now, and only of a day: %j', (iso, words) =>
    expect(dayInWords(iso, moment)).toBe(words),
  );
});
