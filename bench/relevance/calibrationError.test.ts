import { errorOf, expectedByChance, tenths } from './calibrationError.ts';

const said = (predicted: number, relevant: boolean) => ({ predicted, relevant });

describe('calibration error', () => {
  it('is the mean difference between predicted and observed relevance, by tenths', () => {
    const some = [said(0.95, true), said(0.95, true), said(0.15, true), said(0.15, false)];
    expect(errorOf(some)).toBeCloseTo((0.05 * 2 + 0.35 * 2) / 4);
    expect(tenths(some).map(({ from, count }) => [from, count])).toEqual([
      [0.1, 2],
      [0.9, 2],
    ]);
  });

  it('is partly chance, less so with more papers', () => {
    const of = (count: number) =>
      expectedByChance(Array.from({ length: count }, (_, i) => said(((i % 10) + 0.5) / 10, false)));
    expect(of(100)).toBeGreaterThan(of(1000) * 2);
    expect(of(1000)).toBeLessThan(0.05);
  });
});
