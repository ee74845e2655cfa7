import type { Figure } from './figures.ts';
import { compare, median } from './verdicts.ts';

const rounds = (figure: Omit<Figure, 'value'>, values: number[]): Figure[][] =>
  values.map((value) => [{ ...figure, value }]);

const rate = { name: 'topics', unit: '/s', goal: { least: 1000 } };
const wait = { name: 'start', unit: 's' };

describe('a comparison of two commits', () => {
  it.each([
    ['a rate that fell', rate, [1000, 1010, 990], [900, 890, 910], 'slower'],
    ['a rate that rose', rate, [1000, 1010, 990], [1100, 1120, 1090], 'faster'],
    ['a wait that grew', wait, [2, 2.1, 1.9], [2.6, 2.5, 2.7], 'slower'],
    ['a wait that shrank', wait, [2, 2.1, 1.9], [1.5, 1.4, 1.6], 'faster'],
    ['ranges that overlap', rate, [1000, 800, 1100], [700, 850, 790], 'within noise'],
    ['a difference too small to tell', rate, [1000, 1001, 1002], [980, 981, 982], 'within noise'],
    ['a figure that only one has', rate, [], [980], 'only in one'],
  ])('judges %s', (_name, figure, base, head, verdict) =>
    expect(compare(rounds(figure, base), rounds(figure, head))[0]?.verdict).toBe(verdict),
  );

  it('gives a ratio above 1 to what got better, in either direction', () => {
    expect(compare(rounds(rate, [100]), rounds(rate, [200]))[0]?.better).toBe(2);
    expect(compare(rounds(wait, [2]), rounds(wait, [1]))[0]?.better).toBe(2);
  });

  it('leaves out a round that could not be measured', () =>
    expect(compare(rounds(rate, [100, Number.NaN]), rounds(rate, [100]))[0]?.base).toEqual([100]));

  it('takes the mean of the two in the middle of an even number', () =>
    expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]));
});
