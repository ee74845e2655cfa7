import fc from 'fast-check';
import { forAll } from '#test/forAll.ts';
import { sortKey, spread, startOfDay } from './spread.ts';

const now = new Date('2026-03-05T10:30:00Z');
const day = 86_400_000;

test.each([
  ['2026-07-15', 20260715],
  ['2026-Jun-12', 20260612],
  ['2019 Sep-Oct', 20190900],
  ['2019 Sep/Oct', 20190900],
  ['2026 Mar 4', 20260304],
  ['2026/11/02', 20261102],
  ['1998', 19980000],
  ['2010 Winter', 20100100],
  ['Winter 2010', 20100000],
  ['soon', null],
  [null, null],
])('sortKey sorts %s by its day', (published, key) => expect(sortKey(published)).toBe(key));

describe('spread', () => {
  const record = fc.record({
    id: fc.uuid(),
    published: fc.option(
      fc
        .date({ min: new Date('1990-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
    ),
  });
  const records = fc.uniqueArray(record, { selector: ({ id }) => id, minLength: 1, maxLength: 60 });

  test('keeps the order of dates, within the days and never in the future, for any order of lines', () =>
    forAll(records, fc.integer({ min: 1, max: 30 }), (lines, days) => {
      const moments = spread(lines, { days, now });
      for (const at of moments) {
        expect(at).toBeLessThanOrEqual(now.getTime());
        expect(at).toBeGreaterThanOrEqual(startOfDay(now.getTime()) - (days - 1) * day);
      }
      for (const [a, first] of lines.entries())
        for (const [b, second] of lines.entries())
          if (first.published && second.published && first.published < second.published)
            expect(moments[a]).toBeLessThanOrEqual(moments[b]!);
      const turned = spread([...lines].reverse(), { days, now });
      expect([...turned].reverse()).toEqual(moments);
    }));

  test('gives every day the same number of records', () => {
    const lines = Array.from({ length: 140 }, (_, at) => ({
      id: String(at),
      published: `2020-01-${10 + (at % 15)}`,
    }));
    const perDay = Object.groupBy(spread(lines, { days: 14, now }), (at) => String(startOfDay(at)));
    expect(Object.values(perDay).map((moments) => moments!.length)).toEqual(Array(14).fill(10));
  });
});
