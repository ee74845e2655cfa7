import { coverage } from '#shared/digests/digest.ts';
import { paper } from '#shared/papers/paper.ts';
import { daysBetween, digestTitle, papersPerSource, receiptOf } from './digestWords.tsx';

test('titles a digest by its topic', () => {
  expect(digestTitle({ searchTerm: 'soil' })).toBe('"soil" Research Digest');
  expect(digestTitle({ searchTerm: null })).toBe('Weekly Research Digest');
});

const invented = (title: string, source: 'pubmed' | 'arxiv' = 'arxiv') =>
  paper.parse({ title, source, relevanceScore: 0.5 });

test('counts papers per source, sources in the usual order', () =>
  expect(papersPerSource([invented('A'), invented('B', 'pubmed'), invented('C')])).toEqual([
    { source: 'pubmed', label: 'PubMed', papers: 1 },
    { source: 'arxiv', label: 'arXiv', papers: 2 },
  ]));

describe('receiptOf', () => {
  const receipt = (fields: object) =>
    coverage.parse({
      source: 'arxiv',
      outcome: 'complete',
      from: '2020-05-03',
      to: '2020-05-10',
      records: 1204,
      ...fields,
    });

  test.each([
    [{}, '1,204 records read, 3 to 10 May 2020.'],
    [{ malformed: 2 }, '1,204 records read, 2 of them unreadable, 3 to 10 May 2020.'],
    [{ outcome: 'off' }, 'Turned off in your preferences.'],
    [
      { outcome: 'failed', records: 0, sentence: 'arXiv answered 503' },
      'Could not be read. arXiv answered 503. What was missed will come with a later digest.',
    ],
    [
      { outcome: 'partial', sentence: 'Pages are missing.' },
      'Partly read: 1,204 records read, 3 to 10 May 2020. Pages are missing.',
    ],
    [
      { outcome: 'off', records: 0, sentence: 'Left out by the filters of this topic.' },
      'Left out by the filters of this topic.',
    ],
  ])('tells %j', (fields, sentence) => expect(receiptOf(receipt(fields))).toBe(sentence));
});

test('shows days that cannot be read as they are', () => {
  expect(daysBetween('soon', 'later')).toBe('soon to later');
  expect(daysBetween('2020-04-28', '2020-05-03')).toBe('28 April to 3 May 2020');
});
