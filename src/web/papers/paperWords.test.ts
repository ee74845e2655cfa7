import { type PaperInput, paper } from '#shared/papers/paper.ts';
import { rowFacts } from '#shared/papers/rowFacts.ts';
import { citationOf, notesOf, shortAuthors, webAddress, whereItStands, whyOf } from './paperWords.ts';

const some = (fields: Partial<PaperInput> = {}) =>
  paper.parse({ title: 'Invented', source: 'biorxiv', relevanceScore: 0.5, ...fields });

test.each([
  ['https://example.org/a', 'https://example.org/a'],
  [' http://example.org ', 'http://example.org/'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['//example.org', null],
  ['', null],
  [null, null],
])('links %j as %j', (address, expected) => expect(webAddress(address)).toBe(expected));

describe('shortAuthors', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `Author ${at + 1}`);

  test('lists six authors, and shortens seven to five and two more', () => {
    expect(shortAuthors(names(6))).toEqual({ shown: names(6), more: 0 });
    expect(shortAuthors(names(7))).toEqual({ shown: names(5), more: 2 });
    expect(shortAuthors(names(40))).toEqual({ shown: names(5), more: 35 });
  });

  test('handles papers without authors', () =>
    expect(shortAuthors([' ', ''])).toEqual({ shown: [], more: 0 }));
});

test.each([
  ['Cancer cell : official journal of the society of cells', 'Cancer cell'],
  ['Lancet (London, England)', 'Lancet'],
  ['The Lancet', 'Lancet'],
  ['Moss = Mousse', 'Moss'],
])('a journal has its usual short name: %s', (journal, short) =>
  expect(whereItStands(some({ journal }))[0]).toBe(short),
);

test('a line about a preprint names its server once', () => {
  expect(whereItStands(some({ journal: 'bioRxiv', version: 2 }))).toEqual(['bioRxiv', 'version 2']);
  const review = some({ journal: 'Cell', publicationTypes: ['Journal Article', 'Review'] });
  expect(whereItStands(review)).toEqual(['Cell', 'bioRxiv', 'Review']);
});

test('a retraction comes before every other note', () => {
  const labels = notesOf(some({ retracted: true, note: 'now-published' })).map(({ label }) => label);
  expect(labels).toEqual(['Retracted', 'Now published']);
  expect(notesOf(some({ note: 'new' }))).toEqual([]);
});

test('the reason for a paper is one sentence', () => {
  expect(whyOf(some())).toBeNull();
  expect(whyOf(some({ why: { matched: [], expanded: [], because: null } }))).toBeNull();
  expect(
    whyOf(some({ why: { matched: ['soil', 'drought'], expanded: ['rhizosphere'], because: null } })),
  ).toBe(
    'mentions “\u2068soil\u2069” and “\u2068drought\u2069”; close to your topic: “\u2068rhizosphere\u2069”.',
  );
});

test('a row says study type and sample, and a preprint’s server in place of a journal', () => {
  const facts = { design: { name: 'cohort', quote: '' }, n: { value: 1204, unit: 'adults', quote: '' } };
  const said = { design: 'Cohort', sample: 'n\u00a0=\u00a01,204' };
  expect(rowFacts(some({ facts, kind: 'preprint' }))).toEqual({ ...said, journal: 'bioRxiv preprint' });
  expect(rowFacts(some({ facts, journal: 'Cell' }))).toEqual({ ...said, journal: 'Cell' });
  expect(rowFacts(some({ kind: 'editorial' }))).toMatchObject({ design: 'Editorial', journal: 'bioRxiv' });
});

test('a citation is one line with what is known', () => {
  const given = { journal: 'Cell', publishedOn: '2026-05-01', doi: '10.1/x' };
  const one = some({ authors: ['A B'], title: 'Moss.', ...given });
  expect(citationOf(one)).toBe('A B. Moss. Cell. 2026. https://doi.org/10.1/x');
  expect(citationOf(some())).toBe('Invented. bioRxiv.');
});
