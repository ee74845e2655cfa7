import type { SourceRecord } from '#sources/record/source.ts';
import { sourceRecord } from '#test/corpus.ts';
import { identifiersOf } from './identity/identifiers.ts';
import { type Arrival, merge, type StoredWork } from './merge.ts';

const now = new Date('2026-08-20T09:00:00Z');

const preprint = sourceRecord('biorxiv', '10.1101/1');
const article = sourceRecord('pubmed', '41', { doi: '10.1000/j.1' });

const arrival = (record: SourceRecord, known: Arrival['known'] = null): Arrival => ({
  record,
  contentHash: '',
  identifiers: identifiersOf(record),
  signature: null,
  known,
});

function stored(record: SourceRecord, given: Partial<StoredWork> = {}): StoredWork {
  const { identifiers, ...display } = record;
  const dois = identifiersOf(record).flatMap(({ kind, value }) => (kind === 'doi' ? [value] : []));
  return {
    ...display,
    id: 1,
    firstSeenAt: new Date('2026-08-01'),
    dois,
    announced: false,
    noticed: null,
    ...given,
  };
}

const merged = (works: StoredWork[], ...arrivals: Arrival[]) => merge(works, arrivals, now);

const known = (record: SourceRecord): Arrival['known'] => ({ ...record, paperId: 1, contentHash: '' });

/** The result of changing a stored record. */
const changed = (before: SourceRecord, change: Partial<SourceRecord>, given: Partial<StoredWork> = {}) =>
  merged([stored(before, given)], arrival({ ...before, ...change }, known(before)));

describe('display record', () => {
  it('is the journal article rather than the preprint, in any order of arrival', () => {
    expect(merged([], arrival(article), arrival(preprint)).display.source).toBe('pubmed');
    expect(merged([stored(preprint)], arrival(article)).display.source).toBe('pubmed');
    expect(merged([stored(article)], arrival(preprint)).display.source).toBe('pubmed');
  });

  it('is the newest version', () => {
    expect(changed(preprint, { version: 2, title: 'Two' }).display.title).toBe('Two');
    const late = changed({ ...preprint, version: 3 }, { version: 2, title: 'Two' });
    expect(late).toMatchObject({ changed: false, events: [] });
  });

  it('keeps the license of the same version if one of its source’s formats leaves it out', () => {
    const eprint = sourceRecord('arxiv', '2611.00001', { version: 1 });
    const bibliography = { names: [], license: 'cc-by' };
    const licensed = { ...eprint, bibliography };
    const left = { bibliography: undefined as never };
    const display = { bibliography: { license: 'cc-by' } };
    expect(changed(licensed, left)).toMatchObject({ changed: false, display });
    const tex = { names: [], titleTex: '$T$' };
    const both = { ...tex, license: 'cc-by' };
    expect(changed(licensed, { bibliography: tex }).display.bibliography).toEqual(both);
    expect(changed(licensed, { version: 2, ...left }).display.bibliography).toBeUndefined();
    expect(merged([], arrival(licensed), arrival(eprint)).display.bibliography).toEqual(bibliography);
  });

  it('uses a record without a version as the current state, and keeps the known version', () =>
    expect(changed({ ...preprint, version: 3 }, { version: null, title: 'Now' }).display).toMatchObject({
      title: 'Now',
      version: 3,
    }));

  it('is still a preprint if PubMed lists it too', () => {
    const copy = sourceRecord('pubmed', '42', {
      doi: '10.1101/1',
      publicationTypes: ['Journal Article', 'Preprint'],
    });
    const still = { display: { source: 'biorxiv' }, events: [] };
    expect(merged([stored(preprint)], arrival(copy))).toMatchObject(still);
  });

  it('has the earliest day of all records', () => {
    expect(changed(preprint, { version: 2, availableOn: '2026-08-18' }).availableOn).toBe('2026-08-10');
    expect(changed(preprint, { availableOn: '2026-08-01' }).availableOn).toBe('2026-08-01');
  });
});

describe('history of a work', () => {
  it('is empty for a new work', () =>
    expect(merged([], arrival(preprint), arrival({ ...preprint, version: 2 })).events).toEqual([]));

  it('includes a revision with the old text for a changed abstract', () =>
    expect(changed(preprint, { version: 2, abstract: 'We looked at 12 roofs.' }).events).toEqual([
      {
        kind: 'revised',
        detail: { changed: ['abstract'], was: { abstract: preprint.abstract }, fromVersion: 1, toVersion: 2 },
      },
    ]));

  it.each([
    ['a new version with the same words', { version: 2 }],
    ['white space, case and a full stop', { version: 2, abstract: ' We  Looked at 10.1101/1' }],
    ['other categories', { categories: ['ecology'] }],
    ['an abstract that goes missing', { abstract: null }],
  ])('%s is no revision', (_, change) => expect(changed(preprint, change).events).toEqual([]));

  it('does not include a late abstract, but includes a changed sign before a number', () => {
    expect(changed({ ...preprint, abstract: null }, { abstract: 'At last.' }).events).toEqual([]);
    expect(
      changed({ ...preprint, abstract: 'It fell by 0.5.' }, { abstract: 'It fell by -0.5.' }).events,
    ).toMatchObject([{ kind: 'revised' }]);
  });

  it('includes “now published” once for the article of a preprint', () => {
    const [event] = merged([stored(preprint)], arrival(article)).events;
    const detail = { journal: 'Journal of Invented Results', doi: '10.1000/j.1', url: article.url };
    expect(event).toEqual({ kind: 'now-published', detail });
    expect(merged([stored(preprint, { announced: true })], arrival(article)).events).toEqual([]);
  });

  it('includes a journal DOI that the preprint server adds, but not the article again', () => {
    const identifiers = [{ kind: 'doi', value: '10.1000/j.1' } as const];
    expect(changed(preprint, { identifiers }).events).toEqual([
      {
        kind: 'now-published',
        detail: { journal: null, doi: '10.1000/j.1', url: 'https://doi.org/10.1000/j.1' },
      },
    ]);
    expect(changed({ ...preprint, identifiers }, { identifiers }).events).toEqual([]);
  });

  it('includes a retraction, a withdrawal and a reinstatement', () => {
    expect(changed(article, { state: 'retracted' }).events).toMatchObject([{ kind: 'retracted' }]);
    expect(
      changed(preprint, { state: 'withdrawn', version: 2, abstract: 'Withdrawal statement.' }).events,
    ).toMatchObject([{ kind: 'withdrawn' }]);
    const again = changed({ ...article, state: 'retracted' }, { state: 'current' });
    expect(again).toMatchObject({ events: [{ kind: 'reinstated' }], display: { state: 'current' } });
  });

  it('keeps a retraction by a notice, whatever the record says', () => {
    const again = changed(article, { abstract: 'Longer now.' }, { state: 'retracted', noticed: 'retracted' });
    expect(again).toMatchObject({ display: { state: 'retracted' }, events: [{ kind: 'revised' }] });
  });

  it('includes the publication of a preprint stored after its article', () => {
    const [first, second] = [stored(article), stored(preprint, { id: 2 })];
    const bridge = { ...preprint, identifiers: [{ kind: 'doi', value: '10.1000/j.1' } as const] };
    expect(merged([first, second], arrival(bridge, known(preprint))).events).toMatchObject([
      { kind: 'now-published' },
    ]);
    expect(merged([first], arrival(bridge)).events).toEqual([]);
  });

  it('leaves an article’s day independent of its preprint’s', () => {
    const early = { ...preprint, availableOn: '2026-01-05' };
    const forwards = merged([stored(early)], arrival({ ...article, availableOn: '2026-08-19' }));
    expect(forwards).toMatchObject({ availableOn: '2026-08-19', firstSeenAt: now });
    const backwards = merged([stored({ ...article, availableOn: '2026-08-19' })], arrival(early));
    expect(backwards).toMatchObject({ availableOn: '2026-08-19', firstSeenAt: new Date('2026-08-01') });
  });
});

test('two merged works continue under the older id, with the earlier of both days', () => {
  const bridge = { ...preprint, identifiers: [{ kind: 'doi', value: '10.1000/j.1' } as const] };
  const firstSeenAt = new Date('2026-07-01');
  const both = [stored(preprint, { id: 3 }), stored(article, { id: 8, firstSeenAt })];
  expect(merged(both, arrival(bridge, known(preprint)))).toMatchObject({
    ...{ id: 3, absorbed: [8], firstSeenAt },
    ...{ display: { source: 'pubmed' }, events: [{ kind: 'now-published' }] },
  });
});
