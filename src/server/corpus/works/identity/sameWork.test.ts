import type { SourceRecord } from '#sources/record/source.ts';
import { sourceRecord } from '#test/corpus.ts';
import { group } from './group.ts';
import { identifiersOf } from './identifiers.ts';
import { shareNothing, signatureOf } from './sameWork.ts';

const title = 'Slow moss on a warm roof: a field study';
const arrival = (record: SourceRecord) => ({
  record,
  identifiers: identifiersOf(record),
  signature: signatureOf(record),
  known: null,
});
const preprint = (given: object = {}) =>
  arrival(
    sourceRecord({ source: 'arxiv', sourceId: '2601.00001', title, authors: ['Ana van der Berg'], ...given }),
  );
const article = (given: object = {}) =>
  arrival(sourceRecord({ source: 'pubmed', sourceId: '77', title, authors: ['van der Berg A'], ...given }));
const merged = (...arrivals: ReturnType<typeof arrival>[]) =>
  group(arrivals, { owners: new Map(), namesakes: new Map(), signed: [] }).length === 1;
const two = { authors: ['Ana van der Berg', 'Bo Lind'] };
const pair = (one: string, other: string, first: object = {}, second: object = {}): boolean =>
  merged(preprint({ ...two, title: one, ...first }), article({ ...two, title: other, ...second }));

describe('preprint and article', () => {
  it.each([
    ['the same title and author', {}, {}, true],
    [
      'a title in other case and punctuation',
      {},
      { title: 'Slow Moss on a Warm Roof – A Field Study.' },
      true,
    ],
    ['a title that differs in one word', {}, { title: 'Slow moss on a cold roof: a field study' }, false],
    ['another author', {}, { authors: ['Lind B'] }, false],
    ['no authors', {}, { authors: [] }, false],
    ['an article eight years later', { availableOn: '2018-12-30' }, { availableOn: '2026-01-02' }, true],
    ['an article the year before', { availableOn: '2026-01-02' }, { availableOn: '2025-01-02' }, true],
    ['an erratum', {}, { publicationTypes: ['Published Erratum'] }, false],
    ['a short title', { title: 'On roofs' }, { title: 'On roofs' }, false],
  ])('merge as they should with %s', (_, one, other, expected) => {
    expect(merged(preprint(one), article(other))).toBe(expected);
    expect(merged(article(other), preprint(one))).toBe(expected);
  });

  it.each([
    ['Oedema of the tumour centre after haemorrhage', 'Edema of the tumor center after hemorrhage'],
    ['Modelling behaviour of foetal neurones in colour', 'Modeling behavior of fetal neurones in color'],
    ['IFN-γ signalling in μ-opioid neurons', 'IFN-gamma signaling in mu-opioid neurons'],
    ['Stability of $\\beta$-Li$_3$PS$_4$ electrolytes', 'Stability of β-Li3PS4 electrolytes'],
    ['The role of <i>p53</i> &amp; Ca<sup>2+</sup> in autophagy', 'Role of p53 and Ca2+ in autophagy'],
    ['Three-dimensional maps of five glaciers', '3-dimensional maps of 5 glaciers'],
    ['Deep time-series models for river floods', 'Deep time series model for river flood'],
    ['Magnetic resonance imaging of the newborn spine', 'MRI of the newborn spine'],
    ['Intensive care unit delirium and later dementia', 'ICU delirium and later dementia'],
    ['Kinase A controls spindle length in frog eggs', 'Kinase A regulates spindle length in frog eggs'],
    ['Control of spindle length by kinase A in frog eggs', 'Kinase A controls spindle length in frog eggs'],
    ['Sparse coding in the fly brain: theory and data', 'Sparse coding in the fly brain'],
  ])('merge with the titles "%s" and "%s"', (one, other) => {
    expect(pair(one, other)).toBe(true);
    expect(pair(other, one)).toBe(true);
  });

  it.each([
    ['Vitamin D in women with early asthma', 'Vitamin D in men with early asthma'],
    [
      'Aspirin in patients admitted with sepsis: a trial',
      'Azithromycin in patients admitted with sepsis: a trial',
    ],
    ['Gene X promotes growth of liver metastases', 'Gene X suppresses growth of liver metastases'],
    ['Na+ currents in retinal bipolar cells', 'Na- currents in retinal bipolar cells'],
    ['Outcomes of repair at 2.5 mm in arteries', 'Outcomes of repair at 25 mm in arteries'],
    ['Outcomes in children aged 6-9 years', 'Outcomes in children aged 69 years'],
    ['A theory of quantum tree graphs III', 'A theory of quantum tree graphs IV'],
    ['Statins after stroke in old age: protocol of a trial', 'Statins after stroke in old age'],
    ['Survival with surgery in lung cancer', 'Survival without surgery in lung cancer'],
    ['Atlas of the adult zebrafish kidney', 'Atlas of the adult zebrafish liver'],
    ['Sepsis care in rural hospitals of Kenya', 'Sepsis care in rural hospitals of Ghana'],
    ['Acute pain after knee surgery in adults', 'Chronic pain after knee surgery in adults'],
  ])('stay apart with the titles "%s" and "%s"', (one, other) => {
    expect(pair(one, other)).toBe(false);
    expect(pair(other, one)).toBe(false);
  });

  it.each([
    [
      'joint first authors in the other order',
      ['A Moss', 'B Fern', 'C Lind'],
      ['B Fern', 'A Moss', 'C Lind'],
      true,
    ],
    ['an author in front', ['Ana Moss', 'Bo Fern'], ['Cy Lind', 'Ana Moss', 'Bo Fern'], true],
    ['family names first', ['Zhang Xiaoming', 'Li Na'], ['Xiaoming Zhang', 'Na Li'], true],
    ['initials', ['Abdul Rahman Siddiqui', 'Kate Morrow'], ['Siddiqui AR', 'Morrow K'], true],
    ['marks and ö as oe', ['Jörg Müller', 'Kåre Sørensen'], ['Joerg Mueller', 'Kare Soerensen'], true],
    ['a hyphen', ['María García-Robles', 'Iván Peña'], ['Maria Garcia Robles', 'Ivan Pena'], true],
    [
      'a consortium',
      ['The EuroGout Consortium', 'Birgit Hansen'],
      ['Birgit Hansen', 'EuroGout Consortium'],
      true,
    ],
    ['namesakes', ['Wei Wang', 'Jun Liu'], ['Hao Wang', 'Ming Liu'], false],
    ['one author of many', ['Ana Moss', 'Bo Fern', 'Cy Lind'], ['Ana Moss', 'Di Park', 'Ed Vale'], false],
  ])('merge by authors as they should: %s', (_, one, other, expected) => {
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

describe('contradiction of an identifier', () => {
  const moss = { title: 'Teaching moss ecology in primary schools', authors: ['Ada Okafor'] };
  it.each([
    [
      'another subject by others',
      { title: 'Lichen indices in coastal gardens', authors: ['Nils Rowe'] },
      true,
    ],
    ['another subject, without authors', { title: 'Lichen indices in coastal gardens', authors: [] }, true],
    ['one author in common', { title: 'Lichen indices in coastal gardens', authors: ['Okafor A'] }, false],
    [
      'words in common',
      { title: 'The ecology of mosses: a lesson for schools', authors: ['Nils Rowe'] },
      false,
    ],
    ['a title in another script', { title: '苔藓生态学教学', authors: ['Nils Rowe'] }, false],
    ['no title', { title: null, authors: ['Nils Rowe'] }, false],
    ['one word', { title: 'Editorial', authors: [] }, false],
  ])('is seen in a title and authors: %s', (_, other, expected) =>
    expect([shareNothing(moss, other), shareNothing(other, moss)]).toEqual([expected, expected]),
  );

  it('keeps two records of one source apart that share a DOI alone', () => {
    const doi = '10.9999/letters.1';
    const letter = article({
      sourceId: '1',
      doi,
      title: 'Lichen indices in coastal gardens',
      authors: ['Rowe N'],
    });
    const other = article({ sourceId: '2', doi, title: 'Moss therapy for dry roofs', authors: ['Dunn C'] });
    expect(merged(letter, other)).toBe(false);
    expect(merged(letter, article({ sourceId: '2', doi, title: 'Flechten', authors: ['Nils Rowe'] }))).toBe(
      true,
    );
    const there = preprint({ doi, title: 'Moss therapy for dry roofs', authors: ['Dunn C'] });
    expect(merged(letter, there)).toBe(true);
    const third = preprint({ doi, title: 'Ferns of a dry valley', authors: ['Elm P'] });
    for (const order of [
      [third, letter, other],
      [letter, other, third],
      [letter, third, other],
    ])
      expect(group(order, { owners: new Map(), namesakes: new Map(), signed: [] })).toHaveLength(2);
  });
});
