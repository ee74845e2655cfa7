import { type CompletedHarvest, contiguousRanges, nextWindow, retryFrom } from './windows.ts';

/** Read from `from` to `to`, started on `started` at six and ended an hour later. */
const read = (from: string, to: string, started = to): CompletedHarvest => ({
  from,
  to,
  startedAt: new Date(`${started}T06:00:00Z`),
  finishedAt: new Date(`${started}T07:00:00Z`),
});

const days = (harvested: CompletedHarvest[]) =>
  contiguousRanges(harvested).map(({ from, to, lastWhole }) => `${from} to ${to}, whole to ${lastWhole}`);

describe('contiguousRanges', () => {
  it('do not include a day that was not over when it was read', () => {
    expect(days([read('2026-08-01', '2026-08-10')])).toEqual([
      '2026-08-01 to 2026-08-10, whole to 2026-08-09',
    ]);
    expect(days([read('2026-08-01', '2026-08-10', '2026-08-11')])).toEqual([
      '2026-08-01 to 2026-08-10, whole to 2026-08-10',
    ]);
  });

  it('touch if the next starts on the first incomplete day', () => {
    expect(days([read('2026-08-01', '2026-08-10'), read('2026-08-10', '2026-08-11')])).toEqual([
      '2026-08-01 to 2026-08-11, whole to 2026-08-10',
    ]);
    expect(days([read('2026-08-11', '2026-08-12'), read('2026-08-01', '2026-08-10')])).toEqual([
      '2026-08-01 to 2026-08-10, whole to 2026-08-09',
      '2026-08-11 to 2026-08-12, whole to 2026-08-11',
    ]);
  });
});

describe('next window', () => {
  const next = (harvested: CompletedHarvest[], overlap = 3) =>
    nextWindow(harvested, { today: '2026-08-20', reach: 14, overlap });

  it.each([
    ['nothing yet', [], '2026-08-06'],
    ['read today', [read('2026-08-01', '2026-08-20')], '2026-08-17'],
    ['read yesterday', [read('2026-08-01', '2026-08-19')], '2026-08-16'],
    ['after a break longer than the reach', [read('2026-06-01', '2026-07-01')], '2026-06-28'],
    [
      'with a gap in the reach',
      [read('2026-08-01', '2026-08-10'), read('2026-08-15', '2026-08-20')],
      '2026-08-07',
    ],
    ['when only the last days were read', [read('2026-08-18', '2026-08-20')], '2026-08-06'],
  ])('finds the next window: %s', (_, harvested, from) =>
    expect(next(harvested)).toEqual({ from, to: '2026-08-20' }),
  );

  it('resumes on the last harvested day when overlap is 0', () =>
    expect(next([read('2026-08-01', '2026-08-19')], 0)).toEqual({ from: '2026-08-19', to: '2026-08-20' }));
});

describe('unreadable records', () => {
  const whole = (from: string, to: string) => ({ ...read(from, to), malformed: 0 });
  const broken = (from: string, to: string) => ({ ...read(from, to), malformed: 1 });

  it.each([
    ['none', [whole('2026-08-10', '2026-08-11')], null],
    [
      'in the last reading',
      [broken('2026-08-10', '2026-08-11'), whole('2026-08-09', '2026-08-10')],
      '2026-08-10',
    ],
    [
      'in one before, whose first day was not read since',
      [whole('2026-08-11', '2026-08-12'), broken('2026-08-10', '2026-08-11')],
      '2026-08-10',
    ],
    ['read again since', [whole('2026-08-10', '2026-08-12'), broken('2026-08-10', '2026-08-11')], null],
    ['broken twice', [broken('2026-08-10', '2026-08-12'), broken('2026-08-10', '2026-08-11')], null],
    [
      'broken twice, and met again at its edge',
      [broken('2026-08-11', '2026-08-11'), broken('2026-08-10', '2026-08-11')],
      null,
    ],
    [
      'new ones, long after others',
      [broken('2026-08-20', '2026-08-21'), broken('2026-08-01', '2026-08-02')],
      '2026-08-20',
    ],
  ])('finds the next window: %s', (_, harvested, from) => expect(retryFrom(harvested)).toBe(from));
});
