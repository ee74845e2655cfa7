import { sourceNames } from '#shared/papers/sources.ts';
import { readCorpus } from '#stand-ins/sources/records/corpus.ts';
import { sampleLibrary } from '#stand-ins/sources/server.ts';
import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import { relevanceFloor } from './score/calibrate.ts';

const papers = readCorpus(sampleLibrary).records.map(({ source, title, abstract }, id) =>
  indexPaper({ id, source, title, abstract }),
);
const index = await buildIndex(papers);

const shown = (text: string) =>
  index
    .rank(
      { text, expansion: [], liked: [], disliked: [], vector: null },
      { sources: new Set(sourceNames) },
      { limit: 20, floor: relevanceFloor },
    )
    .map(({ id }) => papers[id]!);

describe('small corpus', () => {
  it('returns the papers on base editing that do not mention CRISPR', () => {
    const wanted = papers.filter(({ title, abstract }) => /base[ -]edit/i.test(`${title} ${abstract}`));
    expect(wanted.filter(({ title, abstract }) => !`${title} ${abstract}`.includes('CRISPR'))).toHaveLength(
      7,
    );
    const found = shown('CRISPR base editing');
    // All but one: little of the paper on blood lipids in monkeys besides its title is about base editing.
    expect(wanted.filter((paper) => !found.includes(paper)).length).toBeLessThanOrEqual(1);
    expect(found.filter((paper) => !wanted.includes(paper))).toEqual([]);
  });

  it('returns nothing if no paper fits', () => {
    for (const text of [
      'earthquake early warning',
      'power transformer winding faults',
      'kidney stone recurrence diet',
    ])
      expect(shown(text).length, text).toBeLessThanOrEqual(1);
  });
});
