import type { SourceRecord } from '#sources/record/source.ts';
import { sourceRecord } from '#test/corpus.ts';
import { group } from './group.ts';
import { identifiersOf } from './identifiers.ts';
import cases from './sameWork.test.json' with { type: 'json' };
import { shareNothing, signatureOf } from './sameWork.ts';

const title = 'Slow moss on a warm roof: a field study';
const arrival = (record: SourceRecord) => ({
  record,
  identifiers: identifiersOf(record),
  signature: signatureOf(record),
  known: null,
});
const preprint = (given: object = {}) =>
  arrival(sourceRecord('arxiv', '2601.00001', { title, authors: ['Ana van der Berg'], ...given }));
const article = (given: object = {}) =>
  arrival(sourceRecord('pubmed', '77', { title, authors: ['van der Berg A'], ...given }));
const grouped = (...arrivals: ReturnType<typeof arrival>[]) =>
  group(arrivals, { owners: new Map(), claimants: new Map(), signed: [] });
const merged = (...arrivals: ReturnType<typeof arrival>[]) => grouped(...arrivals).length === 1;
const two = { authors: ['Ana van der Berg', 'Bo Lind'] };
const pair = (one: string, other: string, first: object = {}, second: object = {}): boolean =>
  merged(preprint({ ...two, title: one, ...first }), article({ ...two, title: other, ...second }));

describe('preprint and article', () => {
  it.each([...cases.merge, ...cases.retitled] as [string, object, object, boolean][])(
    'merge as they should with %s',
    (_, one, other, expected) => {
      expect(merged(preprint(one), article(other))).toBe(expected);
      expect(merged(article(other), preprint(one))).toBe(expected);
    },
  );

  it.each(cases.sameTitles)('merge with the titles "%s" and "%s"', (one, other) => {
    expect(pair(one, other)).toBe(true);
    expect(pair(other, one)).toBe(true);
  });

  it.each(cases.otherTitles)('stay apart with the titles "%s" and "%s"', (one, other) => {
    expect(pair(one, other)).toBe(false);
    expect(pair(other, one)).toBe(false);
  });

  it.each(cases.authors)('merge by authors as they should: %s', (_, one, other, expected) => {
    expect(pair(title, title, { authors: one }, { authors: other })).toBe(expected);
    expect(pair(title, title, { authors: other }, { authors: one })).toBe(expected);
  });
});

describe('two journal articles', () => {
  it('are separate works without a common identifier, because series repeat their titles', () => {
    expect(merged(article(), article({ sourceId: '78' }))).toBe(false);
    expect(merged(article(), article({ sourceId: '78', availableOn: '2025-08-10' }))).toBe(false);
  });

  it('are one work if they have a common DOI', () =>
    expect(merged(article({ doi: '10.5555/a' }), article({ sourceId: '78', doi: '10.5555/a' }))).toBe(true));
});

const sizeOf = ({ arrivals }: { arrivals: unknown[] }) => arrivals.length;

describe('contradiction of an identifier', () => {
  const moss = { title: 'Teaching moss ecology in primary schools', authors: ['Ada Okafor'] };
  it.each(cases.contradictions as [string, typeof moss, boolean][])(
    'is seen in a title and authors: %s',
    (_, other, expected) =>
      expect([shareNothing(moss, other), shareNothing(other, moss)]).toEqual([expected, expected]),
  );

  it('keeps two records of one source apart that share a DOI alone', () => {
    const doi = '10.9999/letters.1';
    const other = { doi, title: 'Moss therapy for dry roofs', authors: ['Dunn C'] };
    const letter = article({ doi, title: 'Lichen indices in coastal gardens', authors: ['Rowe N'] });
    const second = article({ ...other, sourceId: '2' });
    expect(merged(letter, second)).toBe(false);
    const translated = { doi, title: 'Flechten', authors: ['Nils Rowe'] };
    expect(merged(letter, article({ ...translated, sourceId: '2' }))).toBe(true);
    const there = preprint(other);
    expect(merged(letter, there)).toBe(true);
    const third = preprint({ doi, title: 'Ferns of a dry valley', authors: ['Elm P'] });
    expect(grouped(third, letter, second)).toHaveLength(3);
    expect(grouped(letter, second, third)).toHaveLength(3);
    expect(grouped(letter, third, second)).toHaveLength(3);
    expect(grouped(there, letter, second).map(sizeOf).sort()).toEqual([1, 2]);
    expect(grouped(letter, second, there).map(sizeOf).sort()).toEqual([1, 2]);
  });
});
