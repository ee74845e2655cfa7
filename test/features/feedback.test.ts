import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  deliveredPapers,
  emailDigests,
  paperFeedback,
  papers,
  searchTerms,
  users,
} from '../../src/server/db/schema.ts';
import { feedbackToken } from '../../src/server/feedback/link.ts';
import { joinWorks } from '../../src/server/library/join.ts';
import { dataExport } from '../../src/shared/leave.ts';
import { type Door, newReader, openDoor, password } from './accountsSetup.ts';

// What readers say of papers, on the dashboard and by the links of their mails.

let door: Door;
beforeAll(async () => {
  door = await openDoor();
});
afterAll(() => door.close());

type Reader = Awaited<ReturnType<typeof newReader>>;

let made = 0;

/** A reader with a topic, and a digest of it that brought so many papers. */
async function withDigest(size = 3, door_: Door = door) {
  const { db, now } = door_.app;
  const reader = await newReader(door_, `says${++made}@example.org`);
  const term = { userId: reader.id, term: 'soil moss', termKey: 'soil moss', status: 'completed' as const };
  const [{ id: termId } = { id: '' }] = await db.insert(searchTerms).values(term).returning();
  const works = await db
    .insert(papers)
    .values(
      Array.from({ length: size }, (_, at) => ({
        source: 'arxiv' as const,
        sourceId: `${made}.${at}`,
        title: `Paper ${at + 1} on moss`,
        abstract: 'Moss was counted.',
        url: 'https://example.org/moss',
        availableOn: '2026-03-01',
        firstSeenAt: now(),
        changedAt: now(),
      })),
    )
    .returning({ id: papers.id, title: papers.title });
  const [{ id: digestId } = { id: '' }] = await db
    .insert(emailDigests)
    .values({
      ...{ userId: reader.id, searchTermId: termId, digestType: 'weekly', searchTerm: 'soil moss' },
      papersData: works.map(({ id, title }) => ({
        ...{ id: String(id), title, source: 'arxiv' as const, relevanceScore: 0.5 },
      })),
      ...{ subject: 'soil moss', content: '', status: 'sent', periodStart: now(), periodEnd: now() },
    })
    .returning();
  await db
    .insert(deliveredPapers)
    .values(works.map(({ id }) => ({ searchTermId: termId, paperId: id, digestId, deliveredAt: now() })));
  const ids = works.map(({ id }) => id);
  const path = `/api/search-terms/${termId}/feedback`;
  return { reader, termId, digestId, ids, path, say: sayer(reader, path) };
}

const sayer = (reader: Reader, path: string) => (paperId: number, verdict: string | null) =>
  reader.post(path, { paperId: String(paperId), verdict });
const linkTo = (termId: string, paperId: number) =>
  `/api/feedback/${feedbackToken(door.app, { termId, paperId })}`;
const saidOnDigest = async (reader: Reader, digestId: string) =>
  (await reader.get(`/api/digests/${digestId}`)).body.feedback;
const countsOf = async (reader: Reader) =>
  (await reader.get(`/api/users/${reader.id}/search-terms`)).body[0].feedback;

describe('on the dashboard', () => {
  test('a reader asks for more and for less, changes their mind and takes it back; it shows everywhere', async () => {
    const { reader, digestId, ids, path, say } = await withDigest();
    const [first, second] = ids as [number, number];
    expect(await countsOf(reader)).toEqual({ more: 0, less: 0 });
    expect(await say(first, 'more')).toMatchObject({ status: 200, body: { verdict: 'more' } });
    door.clock.now = new Date(door.clock.now.getTime() + 1000);
    expect(await say(second, 'more')).toMatchObject({ status: 200 });
    expect(await say(second, 'less')).toMatchObject({ status: 200, body: { verdict: 'less' } });
    expect(await saidOnDigest(reader, digestId)).toEqual({ [first]: 'more', [second]: 'less' });
    expect((await reader.get(`/api/users/${reader.id}/digests`)).body[0].feedback).toEqual({
      [first]: 'more',
      [second]: 'less',
    });
    expect(await countsOf(reader)).toEqual({ more: 1, less: 1 });
    expect((await reader.get(path)).body).toEqual([
      { paperId: String(second), title: 'Paper 2 on moss', verdict: 'less', at: expect.any(String) },
      { paperId: String(first), title: 'Paper 1 on moss', verdict: 'more', at: expect.any(String) },
    ]);
    expect(await say(second, null)).toMatchObject({ status: 200, body: { verdict: null } });
    expect(await say(second, null)).toMatchObject({ status: 200 });
    expect(await saidOnDigest(reader, digestId)).toEqual({ [first]: 'more' });
  });

  test('all of it is forgotten at once', async () => {
    const { reader, digestId, ids, path, say } = await withDigest();
    for (const id of ids) await say(id, 'more');
    expect(await reader.delete(path)).toMatchObject({ status: 200 });
    expect(await reader.delete(path)).toMatchObject({ status: 200 });
    expect((await reader.get(path)).body).toEqual([]);
    expect(await saidOnDigest(reader, digestId)).toEqual({});
  });

  test.each([
    ['a paper that no digest of the term brought', 'foreign', 404],
    ['no paper at all', 'moss', 404],
    ['a number beyond all papers', '99999999999999', 404],
    ['a number that is none', '1e3', 404],
    ['nothing', '', 404],
  ])('%s is not found', async (_, paperId, status) => {
    const { reader, path } = await withDigest();
    const other = await withDigest();
    const asked = paperId === 'foreign' ? String(other.ids[0]) : paperId;
    expect((await reader.post(path, { paperId: asked, verdict: 'more' })).status).toBe(status);
    expect((await reader.get(path)).body).toEqual([]);
  });

  test('what is no verdict is refused with a sentence', async () => {
    const { ids, say } = await withDigest();
    for (const verdict of ['perhaps', 7, undefined])
      expect(await say(ids[0]!, verdict as string)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('verdict') },
      });
  });

  test('another reader can neither read, say nor forget', async () => {
    const { reader, ids, path, say } = await withDigest();
    await say(ids[0]!, 'more');
    const { reader: other } = await withDigest();
    expect((await other.get(path)).status).toBe(404);
    expect((await other.post(path, { paperId: String(ids[0]), verdict: 'less' })).status).toBe(404);
    expect((await other.delete(path)).status).toBe(404);
    expect((await reader.get(path)).body).toMatchObject([{ verdict: 'more' }]);
  });

  test('of more than two hundred papers the oldest words go', async () => {
    const { reader, termId, ids, path, say } = await withDigest(203);
    const long = door.app.now().getTime() - 1_000_000;
    await door.app.db.insert(paperFeedback).values(
      ids.slice(0, 201).map((paperId, at) => ({
        ...{ searchTermId: termId, paperId, verdict: 'more' as const, createdAt: new Date(long + at) },
      })),
    );
    await say(ids[202]!, 'less');
    const kept = (await reader.get(path)).body.map(({ paperId }: { paperId: string }) => Number(paperId));
    expect(kept).toEqual([ids[202], ...ids.slice(2, 201).reverse()]);
  });
});

describe('by the link of a mail', () => {
  test('opening changes nothing, a press says it, undo takes it back; nobody is signed in', async () => {
    const { reader, termId, digestId, ids } = await withDigest();
    const link = linkTo(termId, ids[0]!);
    const stranger = door.visitor('203.0.113.9');
    const paper = { title: 'Paper 1 on moss', term: 'soil moss' };
    for (const method of ['GET', 'HEAD', 'GET']) expect((await stranger.call(method, link)).status).toBe(200);
    expect((await stranger.get(link)).body).toEqual({ ...paper, verdict: null });
    expect(await saidOnDigest(reader, digestId)).toEqual({});

    expect((await stranger.post(link, { verdict: 'more' })).body).toEqual({ ...paper, verdict: 'more' });
    expect((await stranger.get(link)).body.verdict).toBe('more');
    expect(await saidOnDigest(reader, digestId)).toEqual({ [ids[0]!]: 'more' });
    expect((await stranger.post(link, { verdict: 'less' })).body.verdict).toBe('less');
    expect((await stranger.post(link, { verdict: null })).body).toEqual({ ...paper, verdict: null });
    expect(await countsOf(reader)).toEqual({ more: 0, less: 0 });
  });

  test('it works a year later, and dies with the topic and with the account', async () => {
    const { reader, termId, ids } = await withDigest();
    const link = linkTo(termId, ids[0]!);
    const before = door.clock.now;
    door.clock.now = new Date(before.getTime() + 400 * 86_400_000);
    expect((await door.visitor().post(link, { verdict: 'more' })).status).toBe(200);
    door.clock.now = before;
    await reader.delete(`/api/search-terms/${termId}`);
    expect((await door.visitor().get(link)).status).toBe(404);
    expect((await door.visitor().post(link, { verdict: 'less' })).status).toBe(404);
    await reader.post(`/api/search-terms/${termId}/restore`);
    expect((await door.visitor().get(link)).body.verdict).toBe('more');
    await reader.post('/api/account/delete', { password });
    expect((await door.visitor().get(link)).status).toBe(404);
  });

  test('a link that was cut, changed or made up opens nothing', async () => {
    const { reader, termId, ids, path } = await withDigest();
    const { ids: others } = await withDigest();
    const link = linkTo(termId, ids[0]!);
    const changed = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const bad of [link.slice(0, -1), changed, '/api/feedback/token', linkTo(termId, others[0]!)]) {
      expect((await door.visitor().get(bad)).status, bad).toBe(404);
      expect((await door.visitor().post(bad, { verdict: 'more' })).status, bad).toBe(404);
    }
    expect((await reader.get(path)).body).toEqual([]);
  });

  test('a press on a foreign page says nothing', async () => {
    const { reader, termId, ids, path } = await withDigest();
    const press = await door
      .visitor()
      .call('POST', linkTo(termId, ids[0]!), { verdict: 'more' }, { 'sec-fetch-site': 'cross-site' });
    expect(press.status).toBe(403);
    expect((await reader.get(path)).body).toEqual([]);
  });
});

describe('a work that turned out to be another', () => {
  test('keeps what was said of it, and hears under its former name', async () => {
    const { reader, termId, digestId, ids, path, say } = await withDigest();
    const [kept, gone, untouched] = ids as [number, number, number];
    await say(gone, 'more');
    await joinWorks(door.app.db, [{ kept, gone }]);
    expect(await saidOnDigest(reader, digestId)).toEqual({ [kept]: 'more', [gone]: 'more' });
    expect((await reader.get(path)).body).toMatchObject([{ paperId: String(kept), verdict: 'more' }]);
    expect((await door.visitor().get(linkTo(termId, gone))).body.verdict).toBe('more');
    expect((await say(gone, 'less')).status).toBe(200);
    expect((await reader.get(path)).body).toMatchObject([{ paperId: String(kept), verdict: 'less' }]);
    expect((await say(untouched, 'less')).status).toBe(200);
    expect(await countsOf(reader)).toEqual({ more: 0, less: 2 });
  });
});

describe('with the rest of a reader’s data', () => {
  test('it is in the export, and gone with the account', async () => {
    const { reader, termId, ids, say } = await withDigest();
    await say(ids[1]!, 'less');
    const { body } = await reader.get('/api/account/export');
    expect(dataExport.parse(body).searchTerms[0]!.judgedPapers).toMatchObject([
      { paperId: String(ids[1]), title: 'Paper 2 on moss', verdict: 'less' },
    ]);
    await reader.post('/api/account/delete', { password });
    const { db } = door.app;
    expect(await db.select().from(users).where(eq(users.id, reader.id))).toEqual([]);
    expect(await db.select().from(paperFeedback).where(eq(paperFeedback.searchTermId, termId))).toEqual([]);
  });

  test('a deleted topic takes its digests’ buttons along', async () => {
    const { reader, termId, digestId, ids, say } = await withDigest();
    await say(ids[0]!, 'more');
    const digest = async () => (await reader.get(`/api/digests/${digestId}`)).body;
    expect((await digest()).searchTermId).toBe(termId);
    await reader.delete(`/api/search-terms/${termId}`);
    expect(await digest()).toMatchObject({ searchTermId: null, feedback: {} });
    expect((await say(ids[1]!, 'more')).status).toBe(404);
  });

  test('it stays when a topic is reworded, and goes when it becomes another', async () => {
    const { reader, termId, ids, path, say } = await withDigest();
    await say(ids[0]!, 'more');
    await reader.patch(`/api/search-terms/${termId}`, { term: 'mosses of dry soils' });
    expect((await reader.get(path)).body).toHaveLength(1);
    await reader.patch(`/api/search-terms/${termId}`, { term: 'heart failure' });
    expect((await reader.get(path)).body).toEqual([]);
  });
});

test('a link pressed over and over is refused with a time', async () => {
  const rule: [number, number][] = [[3, 60]];
  const limited = await openDoor({ limited: { feedback: { account: rule } } });
  try {
    const { termId, ids } = await withDigest(1, limited);
    const link = `/api/feedback/${feedbackToken(limited.app, { termId, paperId: ids[0]! })}`;
    for (let press = 0; press < 3; press++)
      expect((await limited.visitor().post(link, { verdict: 'more' })).status).toBe(200);
    const refused = await limited.visitor('203.0.113.77').post(link, { verdict: null });
    expect(refused.status).toBe(429);
    expect(refused.body.retryAfter).toBeGreaterThan(0);
    expect((await limited.visitor().get(link)).body.verdict).toBe('more');
  } finally {
    await limited.close();
  }
});
