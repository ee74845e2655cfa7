import fc from 'fast-check';
import { deliveredPapers, paperEvents, paperRecords, papers } from '#platform/db/schema.ts';
import type { SourceRecord } from '#sources/record/source.ts';
import { contentOf, emptyCorpus, openCorpus, someTerm, sourceRecord } from '#test/corpus.ts';
import { opened } from '#test/opened.ts';
import cases from './identity/sameWork.test.json' with { type: 'json' };
import { ingest } from './ingest.ts';

const library = await opened(openCorpus());
beforeEach(() => emptyCorpus(library));

const preprint = sourceRecord('biorxiv', '10.1101/1');
const article = sourceRecord('pubmed', '41', { doi: '10.1000/j.1' });
const link = { identifiers: [{ kind: 'doi', value: '10.1000/j.1' } as const] };

describe('ingest', () => {
  it('stores works, and reports no change the second time', async () => {
    const first = await ingest(library, [preprint, article]);
    expect(first).toMatchObject({ added: 2, unchanged: 0 });
    expect(first.ids).toHaveLength(2);
    const before = await contentOf(library);
    const second = await ingest(library, [preprint, article]);
    const none = { added: 0, revised: 0, published: 0, retracted: 0 };
    expect(second).toEqual({ ...none, unchanged: 2, ids: first.ids });
    expect(await contentOf(library)).toEqual(before);
  });

  it('keeps two articles of one source with one DOI and nothing else in common, in one batch or two', async () => {
    const doi = '10.9999/letters.1';
    const letter = (id: string, title: string, author: string) =>
      sourceRecord('pubmed', id, { doi, title, authors: [author] });
    const questions = letter('41', 'Moss therapy for dry roofs', 'Cora Dunn');
    const indices = letter('42', 'Lichen indices in coastal gardens', 'Nils Rowe');
    expect(await ingest(library, [questions, indices])).toMatchObject({ added: 2 });
    expect(await ingest(library, [indices, { ...questions, abstract: 'New.' }])).toMatchObject({ added: 0 });
    await emptyCorpus(library);
    await ingest(library, [indices]);
    expect(await ingest(library, [questions])).toMatchObject({ added: 1 });
    expect(await ingest(library, [{ ...questions, abstract: 'New.' }])).toMatchObject({ added: 0 });
    expect(await library.db.select().from(papers)).toHaveLength(2);
    // A third that claims it needs a second sign, for whichever of the two.
    const kin = { doi, title: 'Dry roofs, treated with moss', authors: ['Dunn, C.'] };
    const alike = sourceRecord('biorxiv', '10.64898/3', kin);
    expect(await ingest(library, [alike])).toMatchObject({ added: 0 });
    const stranger = { doi, title: 'Ferns of a dry valley', authors: ['Elm, P.'] };
    const unlike = sourceRecord('biorxiv', '10.64898/4', stranger);
    expect(await ingest(library, [unlike])).toMatchObject({ added: 1 });
  });

  it.each(cases.retitled as [string, object, object, boolean][])(
    'finds the stored half of %s, whichever came first',
    async (_, one, other, expected) => {
      const both = [
        { ...preprint, ...one },
        { ...article, ...other },
      ];
      for (const records of [both, both.toReversed()]) {
        await emptyCorpus(library);
        for (const record of records) await ingest(library, [record]);
        expect(await library.db.$count(papers)).toBe(expected ? 1 : 2);
      }
    },
  );

  it('attaches a notice to its work, by link or title, once, and never stores it as a paper', async () => {
    const titled = (id: string, title: string) => sourceRecord('pubmed', id, { title });
    const affected = sourceRecord('pubmed', '41', { title: 'Sleep loss in the spleen of voles.' });
    const other = sourceRecord('pubmed', '42', { title: 'Brown fat and winter mortality in voles.' });
    const retraction = sourceRecord('pubmed', '43', {
      title: 'Retraction of a paper on voles.',
      publicationTypes: ['Retraction of Publication'],
      about: [{ kind: 'pmid', value: '41' }],
    });
    const erratum = titled('44', 'Corrigendum to: Brown fat and winter mortality in voles.');
    const stray = titled('45', 'Erratum: Something else entirely here.');
    const ofNobody = (id: string, title: string) => sourceRecord('pubmed', id, { title, authors: [] });
    const unsigned = ofNobody('46', 'Correction to: Stroke Prevention Strategies in Voles.');
    const ambiguous = ofNobody('47', 'Correction to: Annual report of the vole registry.');
    const { ids } = await ingest(library, [affected, other]);
    await ingest(library, [ambiguous, unsigned]);
    for (let time = 0; time < 2; time++)
      expect((await ingest(library, [retraction, erratum, stray])).ids).toEqual([]);
    expect(await library.db.select().from(papers).orderBy(papers.id)).toMatchObject([
      { id: ids[0], state: 'retracted' },
      { id: ids[1], state: 'current' },
    ]);
    expect(await library.db.select().from(paperEvents).orderBy(paperEvents.id)).toMatchObject([
      { paperId: ids[0], kind: 'retracted' },
      { paperId: ids[1], kind: 'corrected' },
    ]);
    const title = 'Annual report of the vole registry.';
    const stroke = titled('48', 'Stroke prevention strategies in voles.');
    const later = await ingest(library, [stroke, titled('49', title), titled('50', title)]);
    await ingest(library, [ambiguous]);
    const events = await library.db.select().from(paperEvents).orderBy(paperEvents.id);
    expect(events.slice(2)).toMatchObject([{ paperId: later.ids[0], kind: 'corrected' }]);
  });

  it('dates no work after today', async () => {
    await ingest(library, [{ ...preprint, availableOn: '2031-01-01' }]);
    const [work] = await library.db.select().from(papers);
    expect(work?.availableOn).toBe(library.now().toISOString().slice(0, 10));
  });

  it('keeps every field of the display record', async () => {
    const record = sourceRecord('pubmed', '5', {
      authors: ['O’Brien "Ann", {A}', 'Null', 'ДОЙЛ\\С'],
      categories: ['a,b', ''],
      abstract: 'BACKGROUND: one\nRESULTS: $1 ’ \\ "two" 😀',
      publicationDate: '2026 Sep-Oct',
    });
    await ingest(library, [record]);
    const { identifiers: _, ...shown } = record;
    expect(await library.db.select().from(papers)).toMatchObject([shown]);
  });

  it('merges records that share an identifier, also within one batch', async () => {
    const { added, ids } = await ingest(library, [article, { ...preprint, ...link }]);
    expect(added).toBe(1);
    expect(ids).toHaveLength(1);
    expect(await library.db.select().from(paperRecords)).toHaveLength(2);
  });

  it('increases changed_at with each change, even at the same moment, for the index', async () => {
    const dates: (Date | undefined)[] = [];
    const again = { ...article, title: `${article.title}, again` };
    for (const record of [article, { ...preprint, ...link }, again]) {
      await ingest(library, [record]);
      const [work] = await library.db.select({ changedAt: papers.changedAt }).from(papers);
      dates.push(work?.changedAt);
    }
    expect(dates.map((date) => date!.getTime() - library.now().getTime())).toEqual([0, 1, 2]);
  });

  it('adds index terms that arrive later, without counting that as a change of the work', async () => {
    await ingest(library, [article]);
    const state = async () => {
      const [work] = await library.db.select({ changedAt: papers.changedAt }).from(papers);
      const [record] = await library.db.select({ indexed: paperRecords.indexed }).from(paperRecords);
      return { ...work!, ...record! };
    };
    const before = await state();
    expect(before.indexed).toBeNull();
    const indexed = { substances: ['semaglutide'], classes: ['Hypoglycemic Agents'], ownTitle: null };
    library.pass(1000);
    const { revised } = await ingest(library, [{ ...article, indexed }]);
    expect(revised).toBe(0);
    expect(await state()).toEqual({ ...before, indexed });
    await ingest(library, [article]);
    expect((await state()).indexed).toEqual(indexed);
  });

  it('drops the vector of a changed text and keeps others', async () => {
    await ingest(library, [preprint]);
    const vector = async () => {
      const [row] = await library.db.select({ model: papers.vectorModel }).from(papers);
      return row!.model;
    };
    await library.db.update(papers).set({ vector: new Uint8Array(8), vectorModel: 'm' });
    await ingest(library, [{ ...preprint, categories: ['ecology'] }]);
    expect(await vector()).toBe('m');
    await ingest(library, [{ ...preprint, version: 2, abstract: 'Anew.' }]);
    expect(await vector()).toBeNull();
  });

  it('changes changed_at only if a visible field has changed', async () => {
    await ingest(library, [preprint]);
    const changedAt = async () => (await library.db.select().from(papers))[0]!.changedAt;
    const first = await changedAt();
    library.pass(60_000);
    const identifiers = [{ kind: 'arxiv', value: '2601.00001' } as const];
    await ingest(library, [{ ...preprint, version: 1, identifiers }]);
    expect(await changedAt()).toEqual(first);
    await ingest(library, [{ ...preprint, version: 2 }]);
    expect(await changedAt()).toEqual(library.now());
  });
});

describe('works found to be one', () => {
  it('are merged under the older id with their records, events and the ledger of every reader', async () => {
    const { ids } = await ingest(library, [preprint, article]);
    const [older, younger] = ids as [number, number];
    const one = await someTerm(library);
    const both = await someTerm(library, 'second@litwatch.example');
    await library.db.insert(deliveredPapers).values([
      { ...one, paperId: younger },
      { ...both, paperId: younger },
      { ...both, paperId: older },
    ]);
    await library.db.insert(paperEvents).values({ paperId: younger, kind: 'revised', at: library.now() });

    const result = await ingest(library, [{ ...preprint, ...link }]);
    expect(result).toMatchObject({ added: 0, published: 1, ids: [older] });
    expect(await library.db.select({ id: papers.id, source: papers.source }).from(papers)).toEqual([
      { id: older, source: 'pubmed' },
    ]);
    const ledger = await library.db.select().from(deliveredPapers);
    const kept = [one, both].map((term) => expect.objectContaining({ ...term, paperId: older }));
    expect(new Set(ledger)).toEqual(new Set(kept));
    expect(await library.db.select().from(paperEvents).orderBy(paperEvents.id)).toMatchObject([
      { paperId: older, kind: 'revised' },
      { paperId: older, kind: 'now-published' },
    ]);
  });

  it('are named by the remaining id for an unchanged record of the same batch', async () => {
    const { ids } = await ingest(library, [preprint, article]);
    expect((await ingest(library, [article, { ...preprint, ...link }])).ids).toEqual([ids[0]]);
  });
});

test('concurrent ingest stores the same records of several callers once', async () => {
  const records = Array.from({ length: 60 }, (_, at) =>
    sourceRecord(at % 2 ? 'pubmed' : 'arxiv', String(1000 + at), {
      doi: `10.1000/shared.${Math.floor(at / 2)}`,
    }),
  );
  const callers = [records, records.toReversed(), records.slice(20), records.slice(0, 40)];
  const results = await Promise.all(callers.map((batch) => ingest(library, batch)));
  expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(30);
  expect(await library.db.$count(papers)).toBe(30);
});

describe('order and repetition of one history', () => {
  it(
    'produces the same corpus sequentially and concurrently',
    async () =>
      await fc.assert(
        fc.asyncProperty(history(), async ({ records, other }) => {
          await emptyCorpus(library);
          await ingest(library, records);
          const expected = await contentOf(library);
          await emptyCorpus(library);
          for (const batch of other) await ingest(library, batch);
          expect(await contentOf(library)).toEqual(expected);
          await emptyCorpus(library);
          await Promise.all(other.map((batch) => ingest(library, batch)));
          expect(await contentOf(library)).toEqual(expected);
          expect((await ingest(library, records)).added).toBe(0);
          expect(await contentOf(library)).toEqual(expected);
        }),
        { numRuns: 50 },
      ),
    120_000,
  );

  it.each([
    ['a retracted record comes first', [2, 3, 1, 4], 'Three.'],
    ['the abstract comes before the shown record', [4, 3, 2, 1], 'Three.'],
    ['a lower ranked abstract comes first', [1, 4, 2, 3], 'Three.'],
    ['an abstract is replaced before the shown record comes', [3, 4, 1, 2], 'Three.'],
  ])('shows the abstract of the best ranked record that has one, if %s', async (_, order, shown) => {
    await emptyCorpus(library);
    const doi = [{ kind: 'doi', value: '10.1000/a' }] as const;
    const records = [null, null, 'Three.', 'Four.'].map((abstract, at) =>
      sourceRecord('pubmed', String(at + 1), {
        ...{ identifiers: [...doi], authors: ['Lind, B.'] },
        ...{ abstract, state: at === 1 ? 'retracted' : 'current' },
      }),
    );
    for (const number of order) await ingest(library, [records[number - 1]!]);
    expect(await library.db.select({ id: papers.sourceId, abstract: papers.abstract }).from(papers)).toEqual([
      { id: '1', abstract: shown },
    ]);
  });

  it('accepts any text', async () => {
    const unit = fc.oneof(fc.string({ unit: 'binary', maxLength: 1 }), fc.constant('\ud800'));
    const text = fc.string({ unit });
    const storable = (one: string) => one.toWellFormed().replaceAll('\0', '');
    await fc.assert(
      fc.asyncProperty(text, text, fc.array(text), async (title, abstract, authors) => {
        await emptyCorpus(library);
        const record = sourceRecord('arxiv', '1', { title, abstract, authors, categories: authors });
        await ingest(library, [record]);
        expect((await library.db.select().from(papers))[0]).toMatchObject({
          title: storable(title),
          abstract: storable(abstract),
          authors: authors.map(storable),
        });
        expect((await ingest(library, [record])).unchanged).toBe(1);
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});

/** Records that often share identifiers, each with one content per version, and the same in another order, some repeated. */
function history() {
  // All of moss: among records that contradict an identifier they share, order decides (`areTwoWorks`).
  const title = fc.constantFrom(
    'Slow moss on a warm roof: a field study',
    'Slow Moss on a Warm Roof: A Field Study.',
    'Fast moss on a cold roof: a field study',
    'Moss',
  );
  const shared = fc.subarray(
    [
      { kind: 'doi', value: '10.1000/a' },
      { kind: 'doi', value: '10.1000/b' },
      { kind: 'arxiv', value: '1' },
      { kind: 'pmid', value: '2' },
    ] as const,
    { maxLength: 1 },
  );
  const record = fc
    .record({
      source: fc.constantFrom('pubmed', 'arxiv', 'biorxiv', 'medrxiv'),
      id: fc.integer({ min: 1, max: 4 }),
      number: fc.integer({ min: 1, max: 3 }),
      title,
      abstract: fc.constantFrom(null, 'One.', 'Two.'),
      author: fc.constantFrom('Lind, B.', 'B Lind', 'Okafor N'),
      year: fc.integer({ min: 2022, max: 2026 }),
      identifiers: shared,
      state: fc.constantFrom('current', 'current', 'retracted', 'withdrawn'),
    } as const)
    .map(({ source, id, number, author, year, identifiers, ...rest }): SourceRecord => {
      const sourceId = source === 'biorxiv' || source === 'medrxiv' ? `10.1101/${id}` : String(id);
      const version = source === 'pubmed' ? null : number;
      const day = { availableOn: `${year}-05-0${number}` };
      const named = { version, authors: [author], identifiers: [...identifiers] };
      return sourceRecord(source, sourceId, { ...rest, ...day, ...named });
    });
  const selector = ({ source, sourceId, version }: SourceRecord) => `${source} ${sourceId} ${version}`;
  return fc.uniqueArray(record, { minLength: 1, maxLength: 10, selector }).chain((records) => {
    const other = fc
      .shuffledSubarray([...records, ...records], { minLength: records.length * 2 })
      .chain((order) =>
        fc
          .array(fc.integer({ min: 1, max: 4 }), { minLength: order.length, maxLength: order.length })
          .map((sizes) => batches(order, sizes)),
      );
    return fc.record({ records: fc.constant(records), other });
  });
}

function batches<T>(all: T[], sizes: number[]): T[][] {
  const made: T[][] = [];
  for (let from = 0; from < all.length; ) {
    const size = sizes[made.length]!;
    made.push(all.slice(from, from + size));
    from += size;
  }
  return made;
}
