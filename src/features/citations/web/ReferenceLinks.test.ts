import { paper } from '#shared/papers/paper.ts';
import { coinsOf } from './ReferenceLinks.tsx';

test('COinS carry every field of a paper, escaped so that none leaks into another', () => {
  const read = new URLSearchParams(
    coinsOf(
      paper.parse({
        source: 'pubmed',
        relevanceScore: 0.5,
        title: 'Moss & "ferns" <b> rft.au=Eve',
        authors: ['Nneka Okafor', 'Bo Lind'],
        journal: 'Journal of Invented Results',
        doi: '10.5555/a&b',
        url: 'https://pubmed.ncbi.nlm.nih.gov/1/',
        publishedOn: '2026-02-27',
      }),
    ),
  );
  expect(read.get('rft.genre')).toBe('article');
  expect(read.get('rft.atitle')).toBe('Moss & "ferns" <b> rft.au=Eve');
  expect(read.get('rft.jtitle')).toBe('Journal of Invented Results');
  expect(read.getAll('rft.au')).toEqual(['Nneka Okafor', 'Bo Lind']);
  expect(read.getAll('rft_id')).toEqual(['info:doi/10.5555/a&b', 'https://pubmed.ncbi.nlm.nih.gov/1/']);
});

test('COinS of a preprint name its server and leave out an invalid address', () => {
  const read = new URLSearchParams(
    coinsOf(paper.parse({ source: 'arxiv', relevanceScore: 0.5, title: 'Moss', url: 'javascript:alert(1)' })),
  );
  expect(read.get('rft.genre')).toBe('preprint');
  expect(read.get('rft.jtitle')).toBe('arXiv');
  expect(read.has('rft_id')).toBe(false);
});
