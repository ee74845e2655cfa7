import { type CompletedHarvest, contiguousRanges, nextWindow, retryFrom } from './windows.ts';

const august = (day: number) => `2026-08-${String(day).padStart(2, '0')}`;

/** Read from one day of August to another, started on `started` at six and ended an hour later. */
const read = (from: number, to: number, started = to): CompletedHarvest => ({
  ...{ from: august(from), to: august(to) },
  startedAt: new Date(`${august(started)}T06:00:00Z`),
  finishedAt: new Date(`${august(started)}T07:00:00Z`),
});

const days = (...harvested: CompletedHarvest[]) =>
  contiguousRanges(harvested).map(({ from, to, lastWhole }) =>
    [from, to, lastWhole].map((day) => Number(day.slice(-2))),
  );

describe('contiguousRanges', () => {
  it('do not include a day that was not over when it was read', () => {
    expect(days(read(1, 10))).toEqual([[1, 10, 9]]);
    expect(days(read(1, 10, 11))).toEqual([[1, 10, 10]]);
  });

  it('touch if the next starts on the first incomplete day', () => {
    expect(days(read(1, 10), read(10, 11))).toEqual([[1, 11, 10]]);
    expect(days(read(11, 12), read(1, 10))).toEqual([
      [1, 10, 9],
      [11, 12, 11],
    ]);
  });
});

describe('next window', () => {
  const next = (harvested: CompletedHarvest[], overlap = 3) =>
    nextWindow(harvested, { today: august(20), reach: 14, overlap });
  const longAgo = { ...read(1, 2), from: '2026-06-01', to: '2026-07-01', startedAt: new Date('2026-07-01') };

  it.each([
    ['nothing yet', [], august(6)],
    ['read today', [read(1, 20)], august(17)],
    ['read yesterday', [read(1, 19)], august(16)],
    ['after a break longer than the reach', [longAgo], '2026-06-28'],
    ['with a gap in the reach', [read(1, 10), read(15, 20)], august(7)],
    ['when only the last days were read', [read(18, 20)], august(6)],
  ])('finds the next window: %s', (_, harvested, from) =>
    expect(next(harvested)).toEqual({ from, to: august(20) }),
  );

  it('resumes on the last harvested day when overlap is 0', () =>
    expect(next([read(1, 19)], 0)).toEqual({ from: august(19), to: august(20) }));
});

describe('unreadable records', () => {
  const whole = (from: number, to: number) => ({ ...read(from, to), malformed: 0 });
  const broken = (from: number, to: number) => ({ ...read(from, to), malformed: 1 });

  it.each([
    ['none', [whole(10, 11)], null],
    ['in the last reading', [broken(10, 11), whole(9, 10)], 10],
    ['in one before, whose first day was not read since', [whole(11, 12), broken(10, 11)], 10],
    ['read again since', [whole(10, 12), broken(10, 11)], null],
    ['broken twice', [broken(10, 12), broken(10, 11)], null],
    ['broken twice, and met again at its edge', [broken(11, 11), broken(10, 11)], null],
    ['new ones, long after others', [broken(20, 21), broken(1, 2)], 20],
  ])('finds the next window: %s', (_, harvested, from) =>
    expect(retryFrom(harvested)).toBe(from && august(from)),
  );
});
