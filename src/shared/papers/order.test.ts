import { placesIn } from './order.ts';
import type { PaperFacts } from './paper.ts';

const of = (design: NonNullable<PaperFacts['design']>['name'] | null, publishedOn: string | null = null) => ({
  facts: design ? { design: { name: design, quote: design } } : {},
  publishedOn,
});

describe('order of papers', () => {
  it('keeps the best match first', () =>
    expect(placesIn([of('review'), of('randomized trial')], 'match')).toEqual([0, 1]));

  it('puts the strongest evidence first, and papers without a design last', () => {
    const designs = [null, 'animal study', 'systematic review', 'cohort', 'randomized trial'] as const;
    const papers = designs.map((design) => of(design));
    expect(placesIn(papers, 'evidence')).toEqual([2, 4, 3, 1, 0]);
  });

  it('puts the newest first, and papers without a day last', () => {
    const papers = [of(null, null), of(null, '2026-03-20'), of(null, '2026-03-28T09:00:00Z')];
    expect(placesIn(papers, 'newest')).toEqual([2, 1, 0]);
  });

  it('keeps papers of equal rank in the order of relevance', () => {
    const papers = [of('cohort', '2026-03-20'), of('cohort', '2026-03-20'), of('cohort', '2026-03-20')];
    expect(placesIn(papers, 'evidence')).toEqual([0, 1, 2]);
    expect(placesIn(papers, 'newest')).toEqual([0, 1, 2]);
  });
});
