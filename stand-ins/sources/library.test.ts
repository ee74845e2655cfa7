import { readFileSync } from 'node:fs';
import { Library } from './library.ts';
import { readCorpus } from './records/corpus.ts';
import { readPubmedTerm } from './search/pubmedTerm.ts';
import { wordsOf } from './search/words.ts';
import { sampleLibrary } from './server.ts';

const { records, skipped } = readCorpus(sampleLibrary);
const library = new Library(records, { days: 14, now: () => new Date('2026-03-05T10:30:00Z') });

test('every paper is marked as invented, by field, identifier and journal', () => {
  for (const source of ['pubmed', 'arxiv', 'biorxiv', 'medrxiv']) {
    const lines = readFileSync(`${sampleLibrary[0]}/${source}.jsonl`, 'utf8').trim().split('\n');
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ source, invented: true });
  }
  for (const { source, id, doi, journal_or_category } of records) {
    if (source === 'pubmed') expect(journal_or_category).toMatch(/^Sample /);
    expect(id).toMatch(
      source === 'pubmed' ? /^9900\d{5}$/ : source === 'arxiv' ? /^9901\.\d{5}v\d$/ : /^10\.5555\//,
    );
    if (doi) expect(doi).toMatch(/^10\.5555\/litwatch-sample\./);
  }
  expect(skipped).toEqual([]);
});

test('every paper has at least four authors and an abstract of 90 to 180 words', () => {
  for (const { title, authors, abstract } of records) {
    expect(authors.length, title).toBeGreaterThanOrEqual(4);
    const words = abstract!.split(/\s+/).length;
    expect(words >= 90 && words <= 180, title).toBe(true);
  }
});

test('no two works share a run of ten words', () => {
  const owner = new Map<string, string>();
  const shared = new Set<string>();
  for (const { title, abstract } of records) {
    const words = wordsOf(abstract!);
    for (let at = 0; at + 10 <= words.length; at++) {
      const run = words.slice(at, at + 10).join(' ');
      if ((owner.get(run) ?? title) !== title) shared.add(run);
      owner.set(run, title);
    }
  }
  expect([...shared]).toEqual([]);
});

test.each([
  '"base editing" OR "base editor" OR "base editors"',
  '"antibiotic resistance" OR antibiotics',
  '"heart failure"',
  'language model agents',
])('holds enough records on %s', (topic) => {
  const { expression } = readPubmedTerm(topic);
  const found = Object.values(library.recordIndexes).flatMap((recordIndex) => recordIndex.find(expression!));
  expect(found.length).toBeGreaterThanOrEqual(9);
});

test('three preprints are published as articles of the library', () => {
  const articles = new Set(records.filter(({ source }) => source === 'pubmed').map(({ doi }) => doi));
  const published = records.filter(({ published_doi }) => published_doi);
  expect(published).toHaveLength(3);
  for (const { published_doi } of published) expect(articles).toContain(published_doi);
});
