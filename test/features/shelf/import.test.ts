import { and, eq } from 'drizzle-orm';
import { absorbWorks } from '#corpus/works/merge.ts';
import { importTextAtMost, type ShelfImport } from '#features/imports/contract.ts';
import { shelfImportItems, shelfImports } from '#features/imports/tables.ts';
import { papers } from '#platform/db/schema.ts';
import { heartPaper } from '#test/weeks.ts';
import { eventually, newReader, opened, startWorld } from '#test/world.ts';

const pubmed = heartPaper('pubmed', 501);
const byDoi = heartPaper('pubmed', 502);
const arxiv = heartPaper('arxiv', 503);
const doi = '10.1101/2026.01.02.000504';
const preprint = heartPaper('biorxiv', 504, { id: `${doi}v1`, doi });

const inPmc = heartPaper('pubmed', 505, { id: 'PMC7654321' });

// Two records of one work, which are merged later.
const version = heartPaper('arxiv', 506);
const article = heartPaper('pubmed', 507);

const world = await opened(
  startWorld({ before: (sources) => sources.add([pubmed, byDoi, arxiv, preprint, version, article, inPmc]) }),
);

type Reader = Awaited<ReturnType<typeof newReader>>;

const done = (reader: Reader, { id }: ShelfImport) =>
  eventually(
    async () => {
      const { body } = await reader.get(`/api/imports/${id}`);
      return body.status === 'done' && (body as ShelfImport);
    },
    'the import',
    60,
  ) as Promise<ShelfImport>;

const begin = async (reader: Reader, body: object) => {
  const answer = await reader.post('/api/imports', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as ShelfImport;
};

describe('import', () => {
  it('finds references at every source, merges duplicates, and lists those not found', async () => {
    const reader = await newReader(world, 'brings@example.org');
    const unknown = ['10.1000/not-a-doi', 'A title that nobody wrote'];
    const text = [pubmed.id, byDoi.doi, arxiv.id, preprint.doi, byDoi.doi, ...unknown];
    const started = await begin(reader, { text: text.join('\n'), tag: 'seed' });
    expect(started).toMatchObject({ total: 7, format: 'list' });
    const ended = await done(reader, started);
    expect(ended).toMatchObject({ resolved: 7, added: 4, duplicates: 1, known: 0, notFoundInAll: 2 });
    expect(ended.notFound).toEqual([
      { place: 6, label: 'DOI 10.1000/not-a-doi', reason: expect.stringContaining('PubMed') },
      { place: 7, label: 'A title that nobody wrote', reason: expect.stringContaining('Not in the library') },
    ]);
    const { body } = await reader.get('/api/shelf?tag=seed');
    expect(body.total).toBe(4);
    const isOf = eq(shelfImportItems.importId, started.id);
    const kept = await world.app.db
      .select({ is: shelfImportItems.reference })
      .from(shelfImportItems)
      .where(isOf);
    expect(JSON.stringify(kept), 'forgotten').not.toMatch(/10\.\d|nobody wrote/);
    expect(body.papers[0]).toMatchObject({ imported: true, state: 'kept', digestId: null });
    expect((await reader.get('/api/imports')).body).toHaveLength(1);

    // A second time, with notes and by title: every reference is known.
    const author = pubmed.authors.map((name) => ({ literal: name }));
    const csl = [{ title: pubmed.title, annote: 'Mine', author }];
    const again = await done(reader, await begin(reader, { text: JSON.stringify(csl) }));
    expect(again).toMatchObject({ added: 0, known: 1 });
    expect((await reader.get('/api/shelf?only=noted')).body.papers[0].note).toBe('Mine');

    const removed = await reader.call('DELETE', `/api/imports/${started.id}`, { papers: true });
    expect(removed.status).toBe(200);
    expect((await reader.get('/api/shelf')).body.total).toBe(1);
    expect((await reader.get(`/api/imports/${started.id}`)).status).toBe(404);
  });

  it('counts what its file has, and says what it could not read and what is likely another paper', async () => {
    const reader = await newReader(world, 'two-signs@example.org');
    const text = [
      `@article{, title = {${pubmed.title}}, pmid = {${pubmed.id}}}`,
      `@article{b, title = {Teaching moss ecology in primary schools}, author = {Okafor, Ada}, pmid = {${pubmed.id}}}`,
      '@article{c, note = {Ask Ada}}',
      '@article{d, title = {A title that nobody wrote}}',
    ];
    const started = await begin(reader, { text: text.join('\n') });
    expect(started).toMatchObject({ total: 4, format: 'bibtex', notFoundInAll: 1 });
    const ended = await done(reader, started);
    expect(ended).toMatchObject({ resolved: 4, added: 1, duplicates: 0, notFoundInAll: 3 });
    const said = (pattern: string | RegExp) => expect.stringMatching(pattern);
    expect(ended.notFound).toEqual([
      { place: 2, label: said('Teaching'), reason: said(/^Different paper\? PMID/) },
      { place: 3, label: '@article{c, note = {Ask Ada}}', reason: said(/^Could not be read: /) },
      { place: 4, label: 'A title that nobody wrote', reason: said('Not in the library') },
    ]);
  });

  it('finds papers by their PMCID and in a table', async () => {
    const reader = await newReader(world, 'table@example.org');
    const text = `Title,PMCID,DOI\n,PMC7654321,\n"Moss; on roofs",,${byDoi.doi}\n"${inPmc.title}",PMC7654322,\n`;
    const ended = await done(reader, await begin(reader, { text }));
    expect(ended).toMatchObject({ format: 'table', total: 3, added: 1, duplicates: 1 });
    expect(ended.notFound).toMatchObject([
      { label: 'Moss; on roofs', reason: expect.stringContaining('Different paper?') },
    ]);
  });

  it('does not wait for a source to which an identifier is unknown', async () => {
    const reader = await newReader(world, 'unknown-number@example.org');
    const ended = await done(reader, await begin(reader, { text: '999999998' }));
    expect(ended.notFound).toEqual([
      { place: 1, label: 'PMID 999999998', reason: 'PubMed has no paper with this identifier.' },
    ]);
  });

  it('is undone even for a paper that was merged into another work since', async () => {
    const reader = await newReader(world, 'takes-back@example.org');
    const ended = await done(reader, await begin(reader, { text: [pubmed.id, version.id].join('\n') }));
    expect(ended).toMatchObject({ added: 2 });
    const [later, other] = await Promise.all(
      [version, article].map(async ({ title }) => {
        const [work] = await world.app.db.select().from(papers).where(eq(papers.title, title));
        return work!.id;
      }),
    );
    await absorbWorks(world.app, [{ kept: other!, absorbed: later! }]);
    expect((await reader.get('/api/shelf')).body.total).toBe(2);
    await reader.call('DELETE', `/api/imports/${ended.id}`, { papers: true });
    expect((await reader.get('/api/shelf')).body.total).toBe(0);
  });

  it('runs one at a time, and is refused without references', async () => {
    const reader = await newReader(world, 'twice@example.org');
    const other = await newReader(world, 'other-import@example.org');
    const times = { createdAt: new Date(), waitsUntil: new Date(Date.now() + 3_600_000) };
    await world.app.db.insert(shelfImports).values({ userId: reader.id, format: 'list', ...times });
    const second = await reader.post('/api/imports', { text: '41606514' });
    expect(second.status).toBe(409);
    const [running] = (await reader.get('/api/imports')).body;
    expect(running.status).toBe('waiting');
    expect((await other.post('/api/imports', { text: '[]' })).status).toBe(400);
    for (const length of [importTextAtMost + 1, 9 * 1024 * 1024])
      expect((await other.post('/api/imports', { text: 'x'.repeat(length) })).status).toBe(413);
  });

  it('adds each paper once when it is sent four times at once', async () => {
    const reader = await newReader(world, 'four-at-once@example.org');
    const text = `${pubmed.id}\n${byDoi.doi}`;
    const answers = await Promise.all([1, 2, 3, 4].map(() => reader.post('/api/imports', { text })));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const started = answers.filter(({ status }) => status === 200);
    const ended = await Promise.all(started.map(({ body }) => done(reader, body)));
    // If the first was done before another arrived, that one found its papers on the shelf.
    expect(ended.reduce((sum, { added }) => sum + added, 0)).toBe(2);
    expect((await reader.get('/api/shelf')).body.total).toBe(2);
  });

  it('continues after its worker was killed, and after a source did not answer', async () => {
    const reader = await newReader(world, 'killed@example.org');
    const [row] = await world.app.db
      .insert(shelfImports)
      .values({
        ...{ userId: reader.id, format: 'list' as const, createdAt: new Date(), failures: 1 },
        // Its worker died an hour ago, in the middle of the work.
        ...{ claimedAt: new Date(Date.now() - 3_600_000), claimedBy: crypto.randomUUID() },
      })
      .returning();
    const item = (place: number, value: string) => ({
      ...{ importId: row!.id, place, label: value, isMatched: true },
      reference: {
        ...{ identifiers: [{ kind: 'pmid' as const, value }], title: null, authors: [] },
        ...{ year: null, tags: [], note: '' },
      },
    });
    const items = [item(1, pubmed.id), { ...item(2, '999999999'), asked: ['pubmed' as const] }];
    await world.app.db.insert(shelfImportItems).values(items);
    const ended = await done(reader, { id: row!.id } as ShelfImport);
    expect(ended).toMatchObject({ added: 1, notFoundInAll: 1 });
    const first = and(eq(shelfImportItems.importId, row!.id), eq(shelfImportItems.place, 1));
    const [found] = await world.app.db.select().from(shelfImportItems).where(first);
    expect(found?.outcome).toBe('added');
  });
});
