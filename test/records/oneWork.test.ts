import { corpusRecords } from '#bench/data/corpusRecords.ts';
import { group } from '#corpus/works/identity/group.ts';
import { identifiersOf, publicationStage } from '#corpus/works/identity/identifiers.ts';
import { signatureOf } from '#corpus/works/identity/sameWork.ts';
import { comparableName, isGroup, nameKey } from '#corpus/works/identity/spelling.ts';
import type { SourceRecord } from '#sources/record/source.ts';

// Labels come from the abstracts, which the merge rule reads only where a team's titles differ: two records whose abstracts
// share most of their five-word sequences are one work, two that share almost none are not.
const sameAbstract = 0.6;
const otherAbstract = 0.2;

/** Preprints whose abstract was rewritten for the journal; told by reading both records. */
const rewritten = new Set(['pubmed 35982675', 'pubmed 34520466']);

/** Nothing is stored yet. */
const none = { owners: new Map(), claimants: new Map(), signed: [] };

const all = corpusRecords();
const records = all ?? [];

describe.skipIf(!all)('merging of real records (needs ../shared/corpus)', { timeout: 60_000 }, () => {
  const sameAuthor = byFirstAuthor();
  const works = group(records.map(arrival), none);
  const workOf = new Map(works.flatMap((work, at) => work.arrivals.map(({ record }) => [key(record), at])));
  const merged = (a: SourceRecord, b: SourceRecord) => workOf.get(key(a)) === workOf.get(key(b));

  it('merges only records of one work', () => {
    const pairs = works.flatMap(({ arrivals }) => pairsOf(distinct(arrivals.map(({ record }) => record))));
    const checked = pairs.filter(([a, b]) => a.abstract && b.abstract);
    const right = checked.filter(([a, b]) => similarity(a, b) >= sameAbstract || rewritten.has(key(b)));
    console.log(
      `one work: ${records.length} records, ${pairs.length} pairs merged without a common identifier, ` +
        `${checked.length} with abstracts to check by, ${right.length} of them right: ` +
        `precision ${((100 * right.length) / checked.length).toFixed(1)} %`,
    );
    expect(checked.length).toBeGreaterThan(5);
    expect(right.length / checked.length).toBeGreaterThanOrEqual(0.99);
  });

  it('keeps similar titles by one first author apart', () => {
    const near = sameAuthor.filter(([a, b]) => titleSimilarity(a, b) >= 0.45);
    const apart = near.filter(([a, b]) => a.abstract && b.abstract && similarity(a, b) < otherAbstract);
    const wrong = apart.filter(([a, b]) => merged(a, b));
    console.log(
      `one work: ${apart.length} pairs of near titles with other abstracts, ${wrong.length} merged`,
    );
    expect(apart.length).toBeGreaterThan(50);
    expect(wrong).toEqual([]);
  });

  it('merges preprints with their articles, and versions without their DOI', () => {
    const samePairs = sameAuthor.filter(
      ([a, b]) =>
        [a, b].some((record) => publicationStage(record) === 'preprint') &&
        ![a, b].some(({ title }) => title.startsWith('WITHDRAWN')) &&
        similarity(a, b) >= sameAbstract,
    );
    const versions = versionPairs();
    const found = samePairs.filter(([a, b]) => merged(a, b)).length;
    const hidden = versions.filter(
      ([a, b]) => group([a, asArticle(b)].map(arrival), none).length === 1,
    ).length;
    const recall = (found + hidden) / (samePairs.length + versions.length);
    console.log(
      `one work: found ${found} of ${samePairs.length} twins and ${hidden} of ${versions.length} versions ` +
        `without their DOI: recall ${(recall * 100).toFixed(1)} %`,
    );
    expect(samePairs.length + versions.length).toBeGreaterThan(20);
    // The rest changed their title or took five years to publish; only a DOI in the records can join them.
    expect(recall).toBeGreaterThanOrEqual(0.85);
  });

  it('finds an author in full by the initials', () => {
    const authors = records.flatMap((record) => record.authors.slice(0, 12));
    const inFull = /^(?:\p{Lu}[\p{L}’-]+ )+\p{Lu}\p{Ll}[\p{L}’-]*$/u;
    const names = [...new Set(authors)].filter((name) => inFull.test(name) && !isGroup(name));
    const other = names.filter((name) => keyOf(name) !== keyOf(inInitials(name)));
    console.log(`one work: ${other.length} of ${names.length} names have another key in initials`);
    expect(names.length).toBeGreaterThan(40_000);
    expect(other.length / names.length).toBeLessThan(0.001);
  });
});

const keyOf = (name: string): string => nameKey(comparableName(name));

/** `Moss, A. B.` for `Anna-Bea Moss`, as bioRxiv gives names. */
function inInitials(name: string): string {
  const at = name.lastIndexOf(' ');
  const given = name.slice(0, at).split(/[ -]/).filter(Boolean);
  return `${name.slice(at + 1)}, ${given.map(([letter]) => `${letter}.`).join(' ')}`;
}

function arrival(record: SourceRecord) {
  return { record, identifiers: identifiersOf(record), signature: signatureOf(record), known: null };
}

function key({ source, sourceId }: SourceRecord): string {
  return `${source} ${sourceId}`;
}

/** Pairs of consecutive versions of one preprint. */
function versionPairs(): [SourceRecord, SourceRecord][] {
  const numbered = records.filter(({ source, version }) => source === 'biorxiv' && version !== null);
  return [...Map.groupBy(numbered, key).values()].flatMap((versions) => {
    const inOrder = [...new Map(versions.map((record) => [record.version, record])).values()].sort(
      (a, b) => a.version! - b.version!,
    );
    return inOrder.slice(1).map((record, at): [SourceRecord, SourceRecord] => [inOrder[at]!, record]);
  });
}

/** The record as a journal article without any link to its preprint. */
const asArticle = (record: SourceRecord): SourceRecord => ({
  ...record,
  ...{ source: 'pubmed', sourceId: '1', version: null, doi: null, identifiers: [] },
  publicationTypes: ['Journal Article'],
});

const firstAuthorKey = (author: string): string => (author ? nameKey(comparableName(author)) : '');

function byFirstAuthor(): [SourceRecord, SourceRecord][] {
  const named = distinct(records).filter(({ authors }) => firstAuthorKey(authors[0] ?? ''));
  return [...Map.groupBy(named, ({ authors }) => firstAuthorKey(authors[0]!)).values()].flatMap(pairsOf);
}

const distinct = (some: SourceRecord[]): SourceRecord[] => [
  ...new Map(some.map((record) => [key(record), record])).values(),
];

const pairsOf = (some: SourceRecord[]): [SourceRecord, SourceRecord][] =>
  some.flatMap((a, at) => some.slice(at + 1).map((b): [SourceRecord, SourceRecord] => [a, b]));

/** The share of the shorter abstract's five-word sequences that the other has too. */
function similarity(a: SourceRecord, b: SourceRecord): number {
  const [one, other] = [sequences(a), sequences(b)].sort((x, y) => x.size - y.size) as [
    Set<string>,
    Set<string>,
  ];
  return shared(one, other) / Math.max(1, one.size);
}

function titleSimilarity(a: SourceRecord, b: SourceRecord): number {
  const [one, other] = [titleWords(a), titleWords(b)];
  const both = shared(one, other);
  return both / (one.size + other.size - both);
}

const sequences = memoized(({ abstract }) => {
  const words = wordsOf(abstract ?? '');
  return new Set(words.slice(4).map((_, at) => words.slice(at, at + 5).join(' ')));
});

const titleWords = memoized(({ title }) => new Set(wordsOf(title)));

function memoized<T>(make: (record: SourceRecord) => T): (record: SourceRecord) => T {
  const made = new Map<SourceRecord, T>();
  return (record) => {
    const there = made.get(record) ?? make(record);
    made.set(record, there);
    return there;
  };
}

function shared(one: Set<string>, other: Set<string>): number {
  let both = 0;
  for (const text of one) if (other.has(text)) both++;
  return both;
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
