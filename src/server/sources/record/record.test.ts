import { checked } from './record.ts';
import type { SourceRecord } from './source.ts';
import { line } from './text.ts';

const record: SourceRecord = {
  source: 'pubmed',
  sourceId: '1',
  version: null,
  doi: '10.1000/1',
  identifiers: [{ kind: 'pmid', value: '1' }],
  title: 'Moss on roofs',
  abstract: null,
  authors: [],
  journal: null,
  categories: [],
  availableOn: '2026-03-02',
  publicationDate: null,
  publicationTypes: [],
  state: 'current',
  url: 'https://pubmed.ncbi.nlm.nih.gov/1/',
};

describe('a record that the database would refuse', () => {
  it.each<[string, Partial<SourceRecord>]>([
    ['the year 0000', { availableOn: '0000-01-01' }],
    ['the year 9999', { availableOn: '9999-12-31' }],
    ['NUL in a DOI', { doi: '10.1000/a\0b' }],
    ['NUL in an identifier', { identifiers: [{ kind: 'doi', value: '10.1000/a\0b' }] }],
    ['a lone surrogate in a category', { categories: ['q-bio\ud800'] }],
    ['an abstract of two million characters', { abstract: 'a'.repeat(2_000_000) }],
  ])('is set aside and counted for %s, and its page continues', (_, broken) => {
    const result = checked([record, { ...record, ...broken }, record]);
    expect(result).toEqual({ records: [record, record], malformed: 1 });
  });

  it('loses U+202E, which would turn the page around its title', () =>
    expect(line('Moss \u202eon roofs\u2066')).toBe('Moss on roofs'));
});
