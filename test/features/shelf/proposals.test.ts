import { eq, sql } from 'drizzle-orm';
import { shelfImportItems, shelfImports } from '#features/imports/tables.ts';
import type { Proposals } from '#features/proposals/contract.ts';
import { papers, readerPapers, searchTerms } from '#platform/db/schema.ts';
import { indexPaper, inlineIndex } from '#test/inlineIndex.ts';
import { addRow, addTopic } from '#test/rows.ts';
import { newReader, openDoor, opened } from '../accounts/accountsSetup.ts';

const subjects = [
  ['peat bog restoration', 'Rewetting a drained peat bog raises the water table, and Sphagnum moss returns.'],
  [
    'tram brake noise',
    'Tram brakes squeal on curves; wheel dampers and rail grinding lowered the sound level.',
  ],
  ['honey bee queens', 'Queens of honey bee colonies mate with many drones, which keeps workers diverse.'],
] as const;
/** Twenty papers per subject, and four of this week, with the ids that a new database gives them. */
const library = Array.from({ length: 72 }, (_, at) => {
  const [title, abstract] = subjects[Math.floor(at / 24)]!;
  const isNew = at % 24 >= 20;
  return indexPaper({
    id: at + 1,
    title: `${at % 2 ? 'A study of' : 'Lessons from'} ${title}, part ${at % 24}`,
    abstract,
    availableOn: isNew ? '2026-03-01' : '2025-11-01',
  });
});
const idsOf = (subject: number, count = 20) =>
  Array.from({ length: count }, (_, at) => String(subject * 24 + at + 1));

const door = await opened(openDoor({ index: inlineIndex(library) }));
const at = door.app.now();
await door.app.db.insert(papers).values(
  library.map(({ id, title, abstract, source, availableOn }) => ({
    ...{ source, sourceId: String(id), title, abstract, url: `https://example.org/${id}` },
    ...{ availableOn, firstSeenAt: at, changedAt: at },
  })),
);

let made = 0;

/** A reader who keeps these papers, and the calls of the page. */
async function reader(ids: string[], tier: 'free' | 'pro' = 'pro') {
  const one = await newReader(door, `begins${++made}@example.org`);
  const { db, now } = door.app;
  await db.execute(sql`update users set subscription_tier = ${tier} where id = ${one.id}`);
  if (ids.length)
    await db.insert(readerPapers).values(
      ids.map((id) => ({
        ...{ userId: one.id, paperId: Number(id), state: 'kept' as const, tags: [], changedAt: now() },
        shown: { id, title: 'Shown', source: 'pubmed' as const, relevanceScore: 0 },
        document: sql<string>`''::tsvector`,
      })),
    );
  const proposalsIn = ({ status, body }: { status: number; body: { proposals: Proposals } }) => {
    expect(status, JSON.stringify(body)).toBe(200);
    return body.proposals;
  };
  return {
    ...one,
    reader: one,
    propose: async (named: object = { paperIds: ids }) =>
      proposalsIn(await one.post('/api/proposals', named)),
    read: async () => proposalsIn(await one.get('/api/proposals')),
    change: async (topic: number, change: object) =>
      proposalsIn(await one.patch(`/api/proposals/${topic}`, change)),
    accept: (topic: number, body: object = {}) => one.post(`/api/proposals/${topic}/accept`, body),
    topics: async () => (await one.get(`/api/users/${one.id}/search-terms`)).body,
  };
}

describe('topics proposed from papers', () => {
  it('are the groups of similar papers, named by their titles, with this week’s papers', async () => {
    const { propose, read } = await reader([...idsOf(0), ...idsOf(1), ...idsOf(2, 12)]);
    const proposed = await propose();
    expect(proposed).toMatchObject({ papers: 52, apart: 0 });
    expect(proposed.topics.map(({ papers }) => papers)).toEqual([20, 20, 12]);
    const names = proposed.topics.map(({ name }) => name).sort();
    expect(names).toEqual(['honey bee queens', 'peat bog restoration', 'tram brake noise']);
    for (const { name, examples, weekCount } of proposed.topics) {
      expect(examples).toHaveLength(5);
      for (const { title } of examples) expect(title).toContain(name);
      // The four of this week have nearly the same text; a digest shows one for each wording of the title.
      expect([1, 2]).toContain(weekCount);
    }
    expect(await read()).toEqual(proposed);
  });

  it('are one topic if there are few papers', async () => {
    const { propose } = await reader(idsOf(1, 3));
    const { topics } = await propose();
    expect(topics).toMatchObject([{ name: 'tram brake noise', papers: 3, termId: null }]);
  });

  it('come from the papers that an import found', async () => {
    const one = await reader(idsOf(0, 4));
    const { db, now } = door.app;
    const finished = { format: 'list', createdAt: now(), finishedAt: now() } as const;
    const row = await addRow({ db }, shelfImports, { userId: one.id, ...finished });
    await db.insert(shelfImportItems).values(
      [1, 2, 2, null].map((paperId, at) => ({
        ...{ importId: row.id, place: at + 1, label: 'x', reference: {} as never, paperId },
        outcome: paperId ? (at === 2 ? ('duplicate' as const) : ('added' as const)) : ('not-found' as const),
      })),
    );
    expect((await one.propose({ importId: row.id })).papers).toBe(2);
    const other = await reader([]);
    expect((await other.reader.post('/api/proposals', { importId: row.id })).status).toBe(404);
    expect((await other.reader.post('/api/proposals', { paperIds: ['1'] })).status).toBe(404);
    expect((await other.reader.post('/api/proposals', {})).status).toBe(400);
    expect(await other.read()).toBeNull();
    expect((await other.reader.patch('/api/proposals/0', { name: 'x' })).status).toBe(404);
    expect((await other.accept(0)).status).toBe(404);
  });

  it('are renamed, merged, dropped, and brought back', async () => {
    const { propose, change, reader: one } = await reader([...idsOf(0), ...idsOf(1)]);
    const [first, second] = (await propose()).topics;
    const renamed = await change(first!.id, { name: 'wet bogs' });
    expect(renamed.topics[0]).toMatchObject({ name: 'wet bogs', papers: 20 });
    expect((await change(first!.id, { isDropped: true })).topics[0]).toMatchObject({ isDropped: true });
    expect((await change(first!.id, { isDropped: false })).topics[0]).toMatchObject({ isDropped: false });
    const merged = await change(first!.id, { merge: second!.id });
    expect(merged.topics).toMatchObject([{ name: 'wet bogs', papers: 40 }]);
    const shown = merged.topics[0]!.examples.map(({ title }) => title).join();
    expect(shown).toContain('peat');
    expect(shown).toContain('tram');
    expect((await one.patch(`/api/proposals/${second!.id}`, { name: 'trams' })).status).toBe(404);
  });
});

describe('followed proposed topic', () => {
  it('is searched at once, and starts with its papers as liked ones', async () => {
    const { propose, accept, read, topics, reader: one } = await reader(idsOf(2));
    const [{ id, name } = { id: -1, name: '' }] = (await propose()).topics;
    const { status, body } = await accept(id);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.searchTerm).toMatchObject({ term: name, status: 'pending', feedback: { more: 20, less: 0 } });
    expect((await read()).topics[0]!.termId).toBe(body.searchTerm.id);
    const queued = (await door.jobs('run-term')).filter(({ termId }) => termId === body.searchTerm.id);
    expect(queued).toHaveLength(1);
    const path = `/api/search-terms/${body.searchTerm.id}`;
    expect((await one.get(`${path}/learning`)).body.phrases.length).toBeGreaterThan(0);

    // A second time gives the same topic, and nothing twice.
    expect((await accept(id)).body.searchTerm.id).toBe(body.searchTerm.id);
    expect(await topics()).toHaveLength(1);
    expect((await one.patch(`/api/proposals/${id}`, { name: 'other' })).status).toBe(409);

    // Each can be undone, although it is in no digest.
    const [liked] = (await one.get(`${path}/feedback`)).body;
    const said = await one.post(`${path}/feedback`, { paperId: liked.paperId, verdict: null });
    expect(said.status).toBe(200);
    expect((await topics())[0].feedback.more).toBe(19);

    // After deletion the proposal is open again.
    await one.delete(path);
    expect((await read()).topics[0]!.termId).toBeNull();
  });

  it('keeps what it learned when it is renamed', async () => {
    const { propose, accept, topics, reader: one } = await reader(idsOf(0, 6));
    const [{ id } = { id: -1 }] = (await propose()).topics;
    const { searchTerm } = (await accept(id)).body;
    const path = `/api/search-terms/${searchTerm.id}`;
    await one.patch(path, { term: 'Sphagnum' });
    expect((await topics())[0]).toMatchObject({ term: 'Sphagnum', feedback: { more: 6, less: 0 } });
    await one.delete(path);
  });

  it('respects the plan’s limit, and offers a followed topic to learn from the papers', async () => {
    const { id: userId, propose, accept, topics, reader: one } = await reader(idsOf(1, 5), 'free');
    await addTopic(door.app, userId, 'city rail');
    const [{ id } = { id: -1 }] = (await propose()).topics;
    const full = await accept(id);
    expect(full.status).toBe(402);
    expect(full.body).toMatchObject({ requiresPayment: true, currentCount: 1 });
    expect(full.body.message).toContain('The Free plan covers 1 search term.');
    const [{ id: termId }] = await topics();
    expect((await accept(id, { termId })).status).toBe(200);
    expect((await topics())[0]).toMatchObject({ term: 'city rail', feedback: { more: 5, less: 0 } });
    const other = await reader(idsOf(0, 2), 'free');
    await other.propose();
    expect((await other.accept(0, { termId })).status).toBe(404);
    const exported = (await one.post('/api/account/export')).body;
    expect(exported.proposals).toMatchObject([{ termId, paperIds: expect.arrayContaining(['25']) }]);
    await door.app.db.delete(searchTerms).where(eq(searchTerms.id, termId));
  });
});
