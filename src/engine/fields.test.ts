import { sourceNames } from '#shared/papers/sources.ts';
import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import type { IndexPaper, SearchIndex } from './core/types.ts';
import cases from './fields.test.json' with { type: 'json' };
import { relevanceFloor } from './score/calibrate.ts';

const paper = (id: number, title: string, rest: Partial<IndexPaper> = {}): IndexPaper => ({
  ...indexPaper({ id, title, publicationTypes: ['Journal Article'] }),
  abstract: `Patients with sepsis were followed for a year in study number ${id}. Quality of care was high.`,
  ...rest,
});

const papers: IndexPaper[] = [
  paper(1, 'Sepsis in Lagos', {
    authors: ['Okafor, Nadia', 'Sørensen, A.'],
    orcids: ['0000-0002-1825-0097'],
    journal: 'The Lancet',
    availableOn: '2025-12-30',
  }),
  paper(2, 'Sepsis in Oslo', { authors: ['Sorensen A'], journal: 'Critical Care' }),
  paper(3, 'Early antibiotics', { source: 'medrxiv', publicationTypes: ['Preprint'] }),
  paper(4, 'Fluids', { publicationTypes: ['Journal Article', 'Randomized Controlled Trial'] }),
  paper(5, 'Vasopressors: a systematic review', { source: 'biorxiv', publicationTypes: [] }),
  paper(6, 'Quality of life after sepsis', {
    authors: ['Nadia Okafor'],
    orcids: ['0000-0002-1694-233X', '0000-0002-1825-0097'],
  }),
];

describe('rank by fields and kinds', () => {
  let index: SearchIndex;
  beforeAll(async () => {
    index = await buildIndex(papers);
  });
  const ranked = (text: string, floor = 0) =>
    index
      .rank(
        { text, expansion: [], liked: [], disliked: [], vector: null },
        { sources: new Set(sourceNames) },
        { limit: 20, floor },
      )
      .map(({ id }) => id);
  const found = (text: string) => ranked(text).sort();

  it.each([
    ['author:Okafor', [6, 1]],
    ['orcid:0000-0002-1825-0097', [6, 1]],
    ['journal:"critical care"', [2]],
    ['type:preprint', [5, 3]],
    ['source:medRxiv', [3]],
    ['year:2025', [1]],
  ])('shows for %s alone the papers %j, the newest first', (text, ids) =>
    expect(ranked(text, relevanceFloor)).toEqual(ids),
  );

  it.each(cases.found as [string, number[]][])('finds for %s the papers %j', (text, ids) =>
    expect(found(text)).toEqual(ids),
  );
});
