import fc from 'fast-check';
import { forAll } from '#test/forAll.ts';
import { addDays, dayFrom, dayOf, dayOfIso, dayOfRfc2822, firstHalf, length } from './days.ts';

const day = fc
  .date({ min: new Date('1800-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map(dayOf);

describe('days', () => {
  it('count both ends, over leap days and ends of years', () => {
    expect(length({ from: '2028-02-28', to: '2028-03-01' })).toBe(3);
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  });

  it('add up to the number that is counted', () =>
    forAll(day, fc.nat(1000), (from, n) => {
      expect(length({ from, to: addDays(from, n) })).toBe(n + 1);
    }));

  it('split into halves without gap or overlap', () =>
    forAll(day, fc.integer({ min: 1, max: 400 }), (from, n) => {
      const window = { from, to: addDays(from, n) };
      const half = firstHalf(window);
      expect(half.from).toBe(from);
      expect(half.to >= from && half.to < window.to).toBe(true);
      expect(length(half) + length({ from: addDays(half.to, 1), to: window.to })).toBe(n + 1);
    }));

  it('come from digits only if the calendar has that day', () => {
    expect(dayFrom('2026', '2', '9')).toBe('2026-02-09');
    expect(dayFrom('2026', '2', '30')).toBeNull();
    expect(dayFrom('2026', 'Feb', '3')).toBeNull();
    expect(dayFrom('', '', '')).toBeNull();
    forAll(fc.string(), fc.string(), fc.string(), (y, m, d) => {
      const read = dayFrom(y, m, d);
      if (read !== null) expect(dayOfIso(read)).toBe(read);
    });
    forAll(day, (iso) => {
      const [y = '', m = '', d = ''] = iso.split('-');
      expect(dayFrom(y, String(Number(m)), String(Number(d)))).toBe(iso);
    });
  });

  it('are in UTC for input in any time zone', () => {
    expect(dayOfIso('2026-11-01T23:59:59Z')).toBe('2026-11-01');
    for (const unknown of ['2026', '2026-11', ' 2026 ']) expect(dayOfIso(unknown)).toBeNull();
    expect(dayOfIso('2026-11-01T23:59:59-05:00')).toBe('2026-11-02');
    expect(dayOfRfc2822('Wed, 23 Sep 2026 08:26:30 GMT')).toBe('2026-09-23');
    expect(dayOfRfc2822('Wed, 23 Sep 2026 23:26:30 -0400')).toBe('2026-09-24');
    expect(dayOfIso('yesterday')).toBeNull();
    expect(dayOfRfc2822('2026-09-23')).toBeNull();
  });
});
