import { eq, sql } from 'drizzle-orm';
import { absorbWorks } from '#corpus/works/merge.ts';
import { planZotero, releaseZotero, sendToZotero } from '#features/zotero/server/send.ts';
import { zoteroAccounts, zoteroPapers } from '#features/zotero/tables.ts';
import { papers, readerPapers } from '#platform/db/schema.ts';
import { startZotero } from '#stand-ins/zotero/server.ts';
import { openDoor, opened, password } from '../accounts/accountsSetup.ts';
import { withDigest } from '../topics/feedbackSetup.ts';

const key = 'P9NiFoyLeZu2bZNvvuQPDWsd';
const library = 'users/475425';

const zotero = await opened(startZotero());
const door = await opened(openDoor({ environment: zotero.environment }));
beforeEach(async () => {
  await door.app.db.delete(zoteroAccounts);
  zotero.misbehave(null);
  zotero.backoff = 0;
  zotero.without.clear();
  zotero.calls.length = 0;
  for (const { items } of zotero.libraries.values()) items.clear();
});

type Given = Awaited<ReturnType<typeof connected>>;

/** A reader with a digest of three papers, connected with Zotero. */
async function connected() {
  const given = await withDigest(door);
  const { status, body } = await given.reader.post('/api/zotero', { key });
  expect(status, JSON.stringify(body)).toBe(200);
  door.pass(1);
  return given;
}

const keep = async ({ reader, termId, ids }: Given, which = [0]) => {
  for (const at of which) {
    const answer = await reader.put(`/api/papers/${ids[at]}/state`, { termId, state: 'kept' });
    expect(answer.status).toBe(200);
  }
};

const become = ({ ids }: Given, work: Partial<typeof papers.$inferInsert>) =>
  door.app.db.update(papers).set(work).where(eq(papers.id, ids[0]!));

const annotate = async ({ reader, ids }: Given, body: object, at = 0) =>
  expect((await reader.put(`/api/shelf/${ids[at]}`, body)).status).toBe(200);

/** Does the work of tick and workers, after these seconds. */
async function work(seconds = 0): Promise<void> {
  door.pass(seconds);
  await planZotero(door.app);
  for (const { userId } of await door.jobs('send-to-zotero')) await sendToZotero(door.app, userId);
  await door.app.db.execute(sql`delete from asked where queue = 'send-to-zotero'`);
}

/** A connected reader whose kept papers were sent, while Zotero had this trouble. */
async function sent(which = [0], ...trouble: Partial<Parameters<typeof zotero.misbehave>>) {
  const given = await connected();
  await keep(given, which);
  if (trouble[0]) zotero.misbehave(trouble[0], trouble[1]);
  await work();
  return given;
}

const items = (at = library) => [...zotero.libraries.get(at)!.items.values()].map(({ data }) => data);
const tops = (at = library) => items(at).filter(({ parentItem }) => parentItem === undefined);
const writes = () => zotero.calls.filter(({ method }) => method === 'POST');
const account = async ({ reader }: Given) => (await reader.get('/api/zotero')).body.account;

describe('connection with Zotero', () => {
  it('is refused for an unknown or read-only key', async () => {
    const { reader } = await withDigest(door);
    expect((await reader.post('/api/zotero', { key: 'unknownKey1' })).status).toBe(400);
    zotero.keys.set('readOnlyKey1', { userID: 7, username: 'Bea', access: { user: { library: true } } });
    const message = expect.stringContaining('may not write');
    const answer = await reader.post('/api/zotero', { key: 'readOnlyKey1' });
    expect(answer).toMatchObject({ status: 400, body: { message } });
    zotero.misbehave({ status: 503, headers: { 'retry-after': '30' } }, { times: 1 });
    expect((await reader.post('/api/zotero', { key })).status).toBe(503);
  });

  it('keeps the key encrypted, and shows it nowhere', async () => {
    const given = await connected();
    expect(JSON.stringify(await account(given))).not.toContain(key);
    expect(JSON.stringify(await door.app.db.select().from(zoteroAccounts))).not.toContain(key);
    expect(JSON.stringify((await given.reader.post('/api/account/export')).body)).not.toContain(key);
  });

  it('offers the libraries that the key can write to, with their collections', async () => {
    const { reader } = await connected();
    const { body } = await reader.get('/api/zotero/places?library=groups/42');
    expect(body).toEqual({
      libraries: [
        { id: library, name: 'Ada Reader' },
        { id: 'groups/42', name: 'Group 42' },
      ],
      collections: [{ key: 'ABCD2345', name: 'Journal club' }],
    });
    const elsewhere = { library: 'groups/7', collection: null, sendsKept: true };
    expect((await reader.put('/api/zotero', elsewhere)).status).toBe(400);
  });

  it('ends with one press, and leaves the papers in Zotero', async () => {
    const given = await sent();
    expect((await given.reader.delete('/api/zotero')).status).toBe(200);
    await keep(given, [1]);
    await work();
    expect(await account(given)).toBeNull();
    expect(tops()).toHaveLength(1);
  });
});

describe('kept paper', () => {
  it('arrives once, with creators in parts, identifiers, tags, note and the address of its PDF', async () => {
    const given = await connected();
    const names = [{ family: 'Berg', given: 'Maria', particle: 'van der' }];
    await become(given, {
      ...{ sourceId: '2603.01234', url: 'https://arxiv.org/abs/2603.01234v1', doi: '10.5555/moss' },
      ...{ authors: ['Maria van der Berg'], bibliography: { names } },
    });
    await keep(given);
    await annotate(given, { tags: ['soil'], note: 'Read <this>\nfor the **review**' });
    await work();
    await work();
    const [item, pdf, note] = items();
    expect(items()).toHaveLength(3);
    expect(item).toMatchObject({
      ...{ itemType: 'preprint', title: 'Paper 1 on moss', repository: 'arXiv', DOI: '10.5555/moss' },
      ...{ archiveID: 'arXiv:2603.01234', date: '2026-03-01', abstractNote: 'Moss was counted.' },
      creators: [{ creatorType: 'author', firstName: 'Maria', lastName: 'van der Berg' }],
      tags: [{ tag: 'soil moss', type: 1 }, { tag: 'soil' }],
    });
    expect(pdf).toMatchObject({
      ...{ itemType: 'attachment', linkMode: 'linked_url', contentType: 'application/pdf' },
      ...{ url: 'https://arxiv.org/pdf/2603.01234', parentItem: item!.key },
    });
    const text = '<p>Read &lt;this&gt;<br>for the **review**</p>';
    expect(note).toMatchObject({ note: text, parentItem: item!.key });
    expect((await account(given)).papers).toEqual({ waiting: 0, sent: 1, failed: 0 });
  });

  it('stays as it arrived when its note and tags change later', async () => {
    const given = await connected();
    await keep(given);
    await annotate(given, { tags: ['soil'], note: 'First.' });
    await work();
    await annotate(given, { tags: ['roof'], note: 'Second.' });
    await work();
    expect(tops()).toMatchObject([{ tags: [{ tag: 'soil moss', type: 1 }, { tag: 'soil' }] }]);
    expect(items().at(-1)).toMatchObject({ note: '<p>First.</p>' });
    expect(writes()).toHaveLength(1);
    expect((await account(given)).papers).toEqual({ waiting: 0, sent: 1, failed: 0 });
  });

  it('stays in Zotero when it leaves the shelf, and does not return after it was deleted there', async () => {
    const given = await sent([0, 1]);
    await given.reader.put(`/api/papers/${given.ids[0]}/state`, { termId: given.termId, state: 'new' });
    const second = tops().find(({ title }) => title === 'Paper 2 on moss')!;
    zotero.libraries.get(library)!.items.delete(String(second.key));
    await annotate(given, { tags: ['roof'], note: 'Late.' }, 1);
    await work();
    expect(tops()).toMatchObject([{ title: 'Paper 1 on moss' }]);
    expect((await account(given)).papers).toEqual({ waiting: 0, sent: 2, failed: 0 });
  });

  it('goes to the chosen collection, and stops when kept papers are turned off', async () => {
    const given = await connected();
    const place = { library: 'groups/42', collection: 'ABCD2345' };
    await given.reader.put('/api/zotero', { ...place, sendsKept: true });
    await keep(given);
    await work();
    expect(tops('groups/42')).toMatchObject([{ collections: ['ABCD2345'] }]);
    await given.reader.put('/api/zotero', { ...place, sendsKept: false });
    await keep(given, [1]);
    await work();
    expect(tops('groups/42')).toHaveLength(1);
  });

  it('uses only the fields that the server has', async () => {
    const given = await connected();
    const url = 'https://pubmed.ncbi.nlm.nih.gov/991/';
    await become(given, { source: 'pubmed', sourceId: crypto.randomUUID(), url });
    zotero.without.add('PMID');
    await keep(given);
    await work();
    expect(tops()).toMatchObject([{ itemType: 'journalArticle', extra: 'PMID: 991' }]);
  });
});

test('a topic that goes to Zotero sends every paper of its digests once, kept ones included', async () => {
  const given = await connected();
  const path = `/api/search-terms/${given.termId}/zotero`;
  expect((await given.reader.put(path, { sends: true })).status).toBe(200);
  await work();
  // The digest was composed before.
  expect(tops()).toHaveLength(0);
  await door.app.db.execute(sql`update delivered_papers set delivered_at = ${door.clock.now.toISOString()}::timestamptz + interval '1 second'
    where search_term_id = ${given.termId}`);
  await keep(given);
  await work();
  await work();
  expect(tops()).toHaveLength(3);
  expect((await account(given)).topics).toEqual([given.termId]);
  await given.reader.put(path, { sends: false });
  expect((await account(given)).topics).toEqual([]);
});

it.each([
  ['its response came', null],
  ['the response to its write was lost', 'hang-up'],
] as const)('does not send a merged paper again: %s', async (_, trouble) => {
  const given = await sent([1], trouble, { times: 1, method: 'POST' });
  await absorbWorks(door.app, [{ kept: given.ids[0]!, absorbed: given.ids[1]! }]);
  await work(10);
  expect(tops()).toHaveLength(1);
  expect((await account(given)).papers).toEqual({ waiting: 0, sent: 1, failed: 0 });
});

describe('write to Zotero', () => {
  it('creates nothing twice when its response is lost', async () => {
    const given = await sent([0, 1], 'hang-up', { times: 1, method: 'POST' });
    expect((await account(given)).papers).toMatchObject({ waiting: 2 });
    await work(10);
    expect(tops()).toHaveLength(2);
    expect(writes().map(({ status }) => status)).toEqual([200, 412]);
    expect((await account(given)).papers).toEqual({ waiting: 0, sent: 2, failed: 0 });
  });

  it('is finished after a kill at any point, and creates nothing twice', async () => {
    const given = await sent([0, 1, 2]);
    // The state left by a process that was killed before it could store the response.
    await door.app.db.update(zoteroPapers).set({ status: 'pending', sentAt: null });
    const claim = { claimedAt: door.app.now(), claimedBy: crypto.randomUUID() };
    await door.app.db.update(zoteroAccounts).set(claim);
    await work();
    expect(writes()).toHaveLength(1);
    await releaseZotero(door.app);
    await work();
    expect(tops()).toHaveLength(3);
    expect((await account(given)).papers).toEqual({ waiting: 0, sent: 3, failed: 0 });
  });

  it('writes the rest if a repeated write finds only part of the items', async () => {
    const given = await sent([0, 1], 'hang-up', { times: 1, method: 'POST' });
    zotero.libraries.get(library)!.items.delete(String(tops()[1]!.key));
    await work(10);
    expect(tops()).toHaveLength(2);
    expect((await account(given)).papers).toMatchObject({ sent: 2 });
  });

  it.each([429, 503])('waits as long as a %i asks for', async (status) => {
    const headers = { 'retry-after': '600' };
    await sent([0], { status, headers, text: 'Request rate limit exceeded' }, { times: 1, method: 'POST' });
    await work(590);
    expect(tops()).toHaveLength(0);
    await work(20);
    expect(tops()).toHaveLength(1);
  });

  it('pauses for two days at most, whatever Zotero asks', async () => {
    const given = await connected();
    await keep(given);
    zotero.backoff = 1e9;
    await work();
    door.pass(2 * 86_400 + 120);
    zotero.backoff = 0;
    await keep(given, [1]);
    await work();
    expect(tops()).toHaveLength(2);
  });

  it('pauses for as long as any response of Zotero asks', async () => {
    const given = await connected();
    await keep(given);
    zotero.backoff = 300;
    await work();
    expect(tops()).toHaveLength(1);
    await keep(given, [1]);
    await work(200);
    expect(tops()).toHaveLength(1);
    await work(101);
    expect(tops()).toHaveLength(2);
  });

  it('fails for one paper without affecting the others, and says why', async () => {
    const given = await connected();
    await keep(given, [0, 1]);
    await door.app.db
      .update(readerPapers)
      .set({ tags: ['t'.repeat(300)] })
      .where(eq(readerPapers.paperId, given.ids[0]!));
    await work();
    expect(tops()).toMatchObject([{ title: 'Paper 2 on moss' }]);
    expect((await account(given)).papers).toEqual({ waiting: 0, sent: 1, failed: 1 });
  });

  it.each([
    [403, 'Zotero no longer accepts the key, or it may not write there.'],
    [404, 'The library is no longer there.'],
  ])('ends the connection on %i', async (status, ended) => {
    const given = await sent([0], { status }, { method: 'POST' });
    expect(await account(given)).toMatchObject({ ended, papers: { waiting: 1 } });
    await work(86_400);
    expect(writes()).toHaveLength(1);
    // A new key continues where the old one stopped.
    zotero.misbehave(null);
    await given.reader.post('/api/account/prove', { password });
    await given.reader.post('/api/zotero', { key });
    await work();
    expect(tops()).toHaveLength(1);
  });

  it.each([409, 413, 428, 500])('is retried after a %i for the whole request', async (status) => {
    const given = await sent([0], { status }, { times: 1, method: 'POST' });
    expect(await account(given)).toMatchObject({ problem: `Zotero answered ${status}.`, ended: null });
    await work(10);
    expect(tops()).toHaveLength(1);
  });

  it('asks for another collection when the chosen one is deleted', async () => {
    const given = await connected();
    await given.reader.put('/api/zotero', { library, collection: 'KIMI8BSG', sendsKept: true });
    zotero.libraries.get(library)!.collections.delete('KIMI8BSG');
    await keep(given);
    await work();
    expect((await account(given)).ended).toContain('Choose another');
    await given.reader.put('/api/zotero', { library, collection: null, sendsKept: true });
    await work();
    expect(tops()).toHaveLength(1);
    zotero.libraries.get(library)!.collections.set('KIMI8BSG', 'LoC');
  });

  it('sends fifteen papers at a time', async () => {
    const given = await withDigest(door, 20);
    await given.reader.post('/api/zotero', { key });
    door.pass(1);
    await keep(given, [...Array(20).keys()]);
    await work();
    expect(tops()).toHaveLength(20);
    expect(writes()).toHaveLength(2);
  });
});
