import { describe, expect, it } from 'vitest';
import { sourceRecord } from '#test/corpus.ts';
import { familyName, identifiersOf, publicationStage } from './identifiers.ts';

describe('names of a record', () => {
  it('are its own identifiers and those that the record itself relates', () => {
    const record = sourceRecord({
      source: 'biorxiv',
      sourceId: '10.1101/2026.01.01.000001',
      identifiers: [{ kind: 'doi', value: '10.1000/journal.7' }],
    });
    expect(identifiersOf(record).own.filter(({ kind }) => kind !== 'title')).toEqual([
      { kind: 'doi', value: '10.1101/2026.01.01.000001' },
      { kind: 'doi', value: '10.1000/journal.7' },
    ]);
  });

  it('adds the arXiv identifier to an arXiv DOI', () => {
    const record = sourceRecord({ source: 'pubmed', sourceId: '9', doi: '10.48550/arxiv.2601.00001' });
    expect(identifiersOf(record).own).toContainEqual({ kind: 'arxiv', value: '2601.00001' });
    expect(publicationStage(record)).toBe('preprint');
  });

  const preprint = (given: object = {}) =>
    identifiersOf(
      sourceRecord({
        source: 'arxiv',
        sourceId: '2601.00001',
        title,
        authors: ['Ana van der Berg'],
        ...given,
      }),
    );
  const article = (given: object = {}) =>
    identifiersOf(
      sourceRecord({ source: 'pubmed', sourceId: '77', title, authors: ['van der Berg A'], ...given }),
    );
  const title = 'Slow moss on a warm roof: a field study';
  const linked = (one: ReturnType<typeof identifiersOf>, other: ReturnType<typeof identifiersOf>) =>
    [...one.own, ...one.counterparts].some((name) =>
      other.own.some(({ kind, value }) => name.kind === 'title' && kind === 'title' && value === name.value),
    );

  it.each([
    ['the same title, author and year', {}, {}, true],
    [
      'a title in other case and punctuation',
      {},
      { title: 'Slow Moss on a Warm Roof – A Field Study.' },
      true,
    ],
    ['a title that differs in one word', {}, { title: 'Slow moss on a cold roof: a field study' }, false],
    ['another first author', {}, { authors: ['Lind B'] }, false],
    ['no authors', {}, { authors: [] }, false],
    ['an article three years later', { availableOn: '2023-12-30' }, { availableOn: '2026-01-02' }, true],
    ['an article four years later', { availableOn: '2022-12-30' }, { availableOn: '2026-01-02' }, false],
    ['an article the year before', { availableOn: '2026-01-02' }, { availableOn: '2025-01-02' }, true],
    ['an erratum', {}, { publicationTypes: ['Published Erratum'] }, false],
    ['a short title', { title: 'On roofs' }, { title: 'On roofs' }, false],
  ])('%s', (_, one, other, expected) => {
    expect(linked(preprint(one), article(other))).toBe(expected);
    expect(linked(article(other), preprint(one))).toBe(expected);
  });

  it('two articles of one author with one title are one work in the same year only: series repeat their titles', () => {
    expect(linked(article(), article({ sourceId: '78' }))).toBe(true);
    expect(linked(article(), article({ sourceId: '78', availableOn: '2025-08-10' }))).toBe(false);
  });
});

describe('the family name', () => {
  it.each([
    ['Smith, J. A.', 'smith'],
    ['Jane A. Smith', 'smith'],
    ['Smith JA', 'smith'],
    ['Smith J-P', 'smith'],
    ['García-López, María', 'garcialopez'],
    ['van der Berg, A.', 'berg'],
    ['Ana van der Berg', 'berg'],
    ['Müller K', 'muller'],
    ['John Smith Jr.', 'smith'],
    ['Wu X', 'wu'],
    ['J. A. LI', 'li'],
    ['Conghui Xu', 'xu'],
    ['Moss Study Group', 'group'],
    ['', ''],
  ])('of %s is %s', (author, family) => {
    expect(familyName(author)).toBe(family);
  });
});
