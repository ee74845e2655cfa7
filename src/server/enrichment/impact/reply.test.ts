import fc from 'fast-check';
import { forAll } from '#test/forAll.ts';
import { type Figures, impactFrom } from './reply.ts';

const nothing: Figures = { percentile: null, fwci: null, citations: 0, venue: null, age: 0 };

describe('impactFrom', () => {
  it.each<[string, Partial<Figures>, number | null]>([
    ['nobody spoke', {}, null],
    ['new, uncited, in an ordinary journal', { percentile: 0, venue: 3 }, 0.5],
    ['new, uncited, in a journal that is cited much', { percentile: 0, venue: 27 }, 0.9],
    ['new, uncited, in a journal that nobody cites', { percentile: 0, venue: 0 }, 0],
    ['not counted yet, but its journal is', { venue: 3 }, 0.5],
    ['new and uncited preprint: percentile 0 says nothing', { percentile: 0 }, null],
    ['preprint with a citation', { percentile: 0.9, citations: 1 }, 0.6],
    ['preprint that many cite', { percentile: 0.99, citations: 97 }, 0.975],
    ['cited thrice within weeks, ordinary journal', { percentile: 1, citations: 3, venue: 3 }, 0.75],
    ['uncited after a year', { percentile: 0, venue: 3, age: 1 }, 0.25],
    ['uncited after two years', { percentile: 0, venue: 27, age: 2 }, 0],
    ['old and in the middle of its field', { percentile: 0.5, citations: 5, venue: 27, age: 9 }, 0.5],
    ['no percentile: field-weighted citations', { fwci: 1, citations: 9, age: 4 }, 0.5],
    ['dated in the future', { percentile: 0, venue: 3, age: -0.4 }, 0.5],
  ])('rates a paper that is %s', (_, figures, impact) =>
    expect(impactFrom({ ...nothing, ...figures })).toBe(impact),
  );

  it('stays between 0 and 1, and more of anything never lowers it', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const count = fc.double({ min: 0, max: 1e6, noNaN: true });
    forAll(
      fc.record({ percentile: share, fwci: count, citations: fc.nat(), venue: count, age: count }),
      count,
      (figures, more) => {
        const impact = impactFrom(figures)!;
        expect(impact).toBeGreaterThanOrEqual(0);
        expect(impact).toBeLessThanOrEqual(1);
        expect(impactFrom({ ...figures, venue: figures.venue + more })).toBeGreaterThanOrEqual(impact);
        expect(impactFrom({ ...figures, percentile: 1 })).toBeGreaterThanOrEqual(impact);
      },
    );
  });
});
