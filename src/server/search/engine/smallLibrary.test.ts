import { describe, expect, it } from 'vitest';
import { sourceNames } from '#shared/papers/sources.ts';
import { readCorpus } from '#stand-ins/sources/records/corpus.ts';
import { sampleLibrary } from '#stand-ins/sources/server.ts';
import { relevanceFloor } from '../score/calibrate.ts';
import { buildIndex } from './searchIndex.ts';

const papers = readCorpus(sampleLibrary).records.map(({ source, title, abstract }, id) => ({
  ...{ id, source, title, abstract, journal: null, publicationTypes: [], firstSeenAt: 0 },
  ...{ availableOn: '2026-04-30', impact: null, vector: null },
}));
const index = await buildIndex(papers);

const shown = (text: string) =>
  index
    .rank(
      { text, expansion: [], liked: [], disliked: [], vector: null },
      { sources: new Set(sourceNames) },
      { limit: 20, floor: relevanceFloor },
    )
    .map(({ id }) => papers[id]!);

describe('a small library', () => {
  it('shows the papers on base editing that do not say CRISPR', () => {
    const wanted = papers.filter(({ title, abstract }) => /base[ -]edit/i.test(`${title} ${abstract}`));
    expect(wanted.filter(({ title, abstract }) => !`${title} ${abstract}`.includes('CRISPR'))).toHaveLength(
      7,
    );
    const found = shown('CRISPR base editing');
    // Of one, on blood lipids in monkeys, next to nothing but its title is on base editing.
    expect(wanted.filter((paper) => !found.includes(paper)).length).toBeLessThanOrEqual(1);
    expect(found.filter((paper) => !wanted.includes(paper))).toEqual([]);
  });

  it('shows nothing where nothing is right', () => {
    for (const text of [
      'earthquake early warning',
      'power transformer winding faults',
      'kidney stone recurrence diet',
    ])
      expect(shown(text).length, text).toBeLessThanOrEqual(1);
  });
});
