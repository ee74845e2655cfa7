import { eq, sql } from 'drizzle-orm';
import { absorbWorks } from '#corpus/works/merge.ts';
import { deliveredPapers, deskVisits, emailDigests, paperEvents, papers } from '#platform/db/schema.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { addDigest, addTopic } from '#test/rows.ts';
import { type Door, newReader, openDoor, opened } from '../accounts/accountsSetup.ts';
import { saidOnDigest, withDigest } from '../topics/feedbackSetup.ts';

// New papers of a reader, and the answers to them.

const door = await opened(openDoor());

type Made = Awaited<ReturnType<typeof withDigest>>;
const titles = ({ body }: { body: { papers: ReaderPaper[] } }) => body.papers.map(({ paper }) => paper.title);
const answer = ({ reader, termId }: Made, paperId: number, state: string, term: string | null = termId) =>
  reader.put(`/api/papers/${paperId}/state`, { termId: term, state });
const paged = async ({ reader }: Pick<Made, 'reader'>, state: string, limit: number) => {
  const pages: ReaderPaper[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const from = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await reader.get(`/api/papers?state=${state}&limit=${limit}${from}`);
    expect(status).toBe(200);
    pages.push(body.papers);
    cursor = body.next;
  }
  return pages;
};

describe('desk', () => {
  it('lists unanswered papers in the order of the digest', async () => {
    const made = await withDigest(door);
    const { status, body } = await made.reader.get('/api/desk');
    expect(status).toBe(200);
    expect(body).toMatchObject({ since: null, unread: 3, sinceVisit: 3, digests: 1, next: null });
    expect(body.papers).toMatchObject(
      made.ids.map((id, at) => ({
        ...{ id: String(id), state: 'new', digestId: made.digestId, termId: made.termId, term: 'soil moss' },
        paper: { title: `Paper ${at + 1} on moss` },
      })),
    );
  });

  it('counts from the end of the last visit', async () => {
    const made = await withDigest(door);
    await made.reader.get('/api/desk');
    expect((await made.reader.get('/api/desk')).body.since).toBeNull();
    const ended = new Date(door.app.now().getTime() - 31 * 60_000);
    await door.app.db.update(deskVisits).set({ seenAt: ended }).where(eq(deskVisits.userId, made.reader.id));
    const before = { deliveredAt: new Date(ended.getTime() - 1000) };
    await door.app.db.update(deliveredPapers).set(before).where(eq(deliveredPapers.paperId, made.ids[0]!));
    const { body } = await made.reader.get('/api/desk');
    expect(body).toMatchObject({ since: ended.toISOString(), unread: 3, sinceVisit: 2 });
    expect((await made.reader.get('/api/desk')).body.since).toBe(ended.toISOString());
  });

  it('names the papers that were retracted since the last visit', async () => {
    const made = await withDigest(door);
    const [id] = made.ids;
    await door.app.db.update(papers).set({ state: 'retracted' }).where(eq(papers.id, id!));
    const at = door.app.now();
    await door.app.db.insert(paperEvents).values({ paperId: id!, kind: 'retracted', at });
    const { body } = await made.reader.get('/api/desk');
    expect(body.corrections).toEqual([
      { paperId: String(id), title: 'Paper 1 on moss', digestId: made.digestId, at: at.toISOString() },
    ]);
    expect(body.papers[0].paper.retracted).toBe(true);
  });

  it('answers with at most 40 kB', async () => {
    const made = await withDigest(door, 12);
    const abstract = 'A sentence of an abstract that goes on and on. '.repeat(60);
    const [digest] = await door.app.db.select().from(emailDigests).where(eq(emailDigests.id, made.digestId));
    const papersData = digest!.papersData.map((paper) => ({ ...paper, abstract }));
    await door.app.db.update(emailDigests).set({ papersData }).where(eq(emailDigests.id, made.digestId));
    const { body } = await made.reader.get('/api/desk');
    expect(body.papers).toHaveLength(7);
    expect(JSON.stringify(body).length).toBeLessThan(40_000);
  });

  it('answers as briefly with ten thousand digests, of which it lists three', {
    timeout: 60_000,
  }, async () => {
    const made = await withDigest(door, 12);
    await door.app.db.execute(sql`
      insert into email_digests (user_id, search_term_id, digest_type, papers_data, subject, content, period_start,
        period_end, created_at, status)
      select e.user_id, e.search_term_id, e.digest_type, e.papers_data, e.subject, e.content,
        e.period_start - make_interval(hours => n), e.period_end, e.created_at - make_interval(hours => n), e.status
      from email_digests e, generate_series(1, 10000) n where e.id = ${made.digestId}::uuid`);
    const { body } = await made.reader.get('/api/desk');
    expect(body).toMatchObject({ unread: 12, digests: 1 });
    const page = (await made.reader.get('/api/digests?limit=3')).body;
    expect([page.digests.length, page.total]).toEqual([3, 10_001]);
    expect(JSON.stringify(body).length + JSON.stringify(page).length).toBeLessThan(40_000);
  });
});

describe('answer to a paper', () => {
  it('returns the previous state, removes the paper from the desk, and is undone by that state', async () => {
    const made = await withDigest(door);
    const [id] = made.ids;
    expect((await answer(made, id!, 'kept')).body).toEqual({ state: 'kept', former: 'new' });
    expect((await answer(made, id!, 'kept')).body).toEqual({ state: 'kept', former: 'kept' });
    expect((await answer(made, id!, 'done', null)).body).toEqual({ state: 'done', former: 'kept' });
    const fresh = titles(await made.reader.get('/api/papers?state=new'));
    expect(fresh).toEqual(['Paper 2 on moss', 'Paper 3 on moss']);
    expect(titles(await made.reader.get('/api/papers?state=done'))).toEqual(['Paper 1 on moss']);
    expect((await answer(made, id!, 'new')).body).toEqual({ state: 'new', former: 'done' });
    expect((await made.reader.get('/api/desk')).body).toMatchObject({ unread: 3, kept: 0, done: 0 });
    await answer(made, id!, 'kept');
    expect((await made.reader.get('/api/desk')).body).toMatchObject({ unread: 2, kept: 1, done: 0 });
  });

  it('teaches the topic what the reader does not want, until it is undone', async () => {
    const made = await withDigest(door);
    const [id] = made.ids;
    await answer(made, id!, 'not');
    expect(await saidOnDigest(made.reader, made.digestId)).toEqual({ [id!]: 'less' });
    await answer(made, id!, 'new');
    expect(await saidOnDigest(made.reader, made.digestId)).toEqual({});
  });

  it('keeps feedback given since when it is undone', async () => {
    const made = await withDigest(door);
    const [id] = made.ids;
    await answer(made, id!, 'not');
    await made.say(id!, 'more');
    await answer(made, id!, 'new');
    expect(await saidOnDigest(made.reader, made.digestId)).toEqual({ [id!]: 'more' });
  });

  it('is possible only for papers of the reader’s own digests', async () => {
    const made = await withDigest(door);
    const other = await withDigest(door);
    const [id] = made.ids;
    expect((await answer(other, id!, 'kept')).status).toBe(404);
    expect((await answer(other, id!, 'kept', made.termId)).status).toBe(404);
    expect((await answer(other, id!, 'kept', null)).status).toBe(404);
    expect((await other.reader.put('/api/papers/x/state', { termId: null, state: 'kept' })).status).toBe(404);
    expect((await answer(made, id!, 'read')).status).toBe(400);
    const stranger = await newReader(door, 'stranger-at-the-desk@example.org');
    expect((await stranger.get('/api/desk')).body).toMatchObject({ unread: 0, papers: [], corrections: [] });
  });

  it('stays with a paper that is merged into another', async () => {
    const made = await withDigest(door);
    const [kept, absorbed] = made.ids;
    await answer(made, absorbed!, 'kept');
    const pair = { kept: kept!, absorbed: absorbed! };
    const { app } = door;
    await app.db.transaction((tx) => absorbWorks({ ...app, db: tx as unknown as Door['app']['db'] }, [pair]));
    const { body } = await made.reader.get('/api/papers?state=kept');
    expect(body.papers).toMatchObject([{ id: String(kept), paper: { title: 'Paper 2 on moss' } }]);
    expect((await answer(made, absorbed!, 'done')).body.former).toBe('kept');
    expect(titles(await made.reader.get('/api/papers?state=new'))).toEqual(['Paper 3 on moss']);
  });
});

describe('list of papers', () => {
  it('is read page by page, each paper once', async () => {
    const made = await withDigest(door, 5);
    expect((await paged(made, 'new', 2)).map((page) => page.length)).toEqual([2, 2, 1]);
    for (const id of made.ids) await answer(made, id, 'kept');
    const kept = await paged(made, 'kept', 2);
    expect(kept.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(new Set(kept.flat().map(({ id }) => id)).size).toBe(5);
  });

  it('continues at the right place after earlier papers are answered', async () => {
    const made = await withDigest(door, 5);
    const { body } = await made.reader.get('/api/papers?limit=2');
    for (const id of made.ids.slice(0, 2)) await answer(made, id, 'done');
    expect(titles(await made.reader.get(`/api/papers?limit=2&cursor=${body.next}`))).toEqual([
      'Paper 3 on moss',
      'Paper 4 on moss',
    ]);
  });

  it('refuses an invalid cursor', async () => {
    const { reader } = await withDigest(door);
    for (const cursor of ['x', Buffer.from('["1","2"]').toString('base64url'), 'W10'])
      expect((await reader.get(`/api/papers?cursor=${cursor}`)).status).toBe(400);
    expect((await reader.get('/api/papers?state=kept&cursor=x')).status).toBe(400);
  });
});

test('10,000 new papers are counted and read a page at a time', async () => {
  const { reader, termId } = await withDigest(door, 1);
  await manyDigests(reader.id, termId);
  const { body } = await reader.get('/api/desk');
  expect(body).toMatchObject({ unread: 10_001, digests: 1001 });
  expect(body.papers).toHaveLength(7);
  const { body: second } = await reader.get(`/api/papers?limit=50&cursor=${body.next}`);
  expect(second).toMatchObject({ total: 10_001, next: expect.any(String) });
  const read = [...body.papers, ...second.papers].map(({ id }: ReaderPaper) => id);
  expect(new Set(read).size).toBe(57);
});

/** A thousand digests of ten papers each. */
async function manyDigests(userId: string, termId: string): Promise<void> {
  const { db } = door.app;
  await db.execute(sql`
    insert into papers (source, source_id, title, url, available_on, first_seen_at, changed_at)
    select 'arxiv', 'many.' || n, 'Paper ' || n, 'https://example.org/', '2026-03-01', now(), now()
    from generate_series(1, 10000) n`);
  await db.execute(sql`
    with brought as (
      select p.id, (row_number() over (order by p.id) - 1) / 10 as digest from papers p where p.source_id like 'many.%'
    ), digests as (
      insert into email_digests (id, user_id, search_term_id, digest_type, papers_data, subject, content, period_start, period_end)
      select gen_random_uuid(), ${userId}, ${termId}, 'weekly',
        jsonb_agg(jsonb_build_object('id', id::text, 'title', 'Paper', 'source', 'arxiv', 'relevanceScore', 0.5)), 'many', '',
        now() + digest * interval '1 second', now()
      from brought group by digest
      returning id, papers_data
    )
    insert into delivered_papers (search_term_id, paper_id, digest_id, delivered_at)
    select ${termId}, (paper->>'id')::bigint, digests.id, now()
    from digests, jsonb_array_elements(papers_data) paper`);
}

describe('new papers of each topic', () => {
  it('count for the topic they last came with, and leave out topics without any', async () => {
    const made = await withDigest(door);
    const { db, now } = door.app;
    const unread = async () => (await made.reader.get('/api/desk')).body.unreadByTopic;
    expect(await unread()).toEqual({ [made.termId]: 3 });
    const other = await addTopic(door.app, made.reader.id, 'moss', { status: 'completed' });
    const digest = await addDigest(door.app, made.reader.id, { searchTermId: other.id });
    const brought = { paperId: made.ids[0]!, deliveredAt: new Date(now().getTime() + 1) };
    await db.insert(deliveredPapers).values({ ...brought, searchTermId: other.id, digestId: digest.id });
    expect(await unread()).toEqual({ [made.termId]: 2, [other.id]: 1 });
    for (const id of made.ids)
      await made.reader.put(`/api/papers/${id}/state`, { termId: made.termId, state: 'done' });
    expect(await unread()).toEqual({});
    expect((await made.reader.get('/api/desk')).body).toMatchObject({ unread: 0, sinceVisit: 0, digests: 0 });
  });

  it('leave out papers marked “not for me” on a digest’s page or in a mail, until undone', async () => {
    const { reader, termId, ids } = await withDigest(door);
    const desk = async () => (await reader.get('/api/desk')).body;
    const say = (verdict: 'less' | 'more' | null) =>
      reader.post(`/api/search-terms/${termId}/feedback`, { paperId: String(ids[0]), verdict });
    expect((await say('less')).status).toBe(200);
    expect(await desk()).toMatchObject({ unread: 2, unreadByTopic: { [termId]: 2 } });
    expect((await desk()).papers.map(({ id }: { id: string }) => id)).not.toContain(String(ids[0]));
    await say('more');
    expect((await desk()).unread).toBe(3);
    await say('less');
    await say(null);
    expect((await desk()).unread).toBe(3);
  });
});

test('the number of kept papers is counted for each digest of a topic, and for the topic', async () => {
  const made = await withDigest(door);
  const [first, second] = made.ids;
  const answer = (id: number, state: string) =>
    made.reader.put(`/api/papers/${id}/state`, { termId: made.termId, state });
  await answer(first!, 'kept');
  await answer(second!, 'done');
  const keptOf = async (query: string) =>
    (await made.reader.get(`/api/digests?${query}`)).body.digests[0].kept;
  const inAll = async () => (await made.reader.get(`/api/search-terms/${made.termId}/trends`)).body.keptInAll;
  expect([await keptOf(`topic=${made.termId}`), await inAll()]).toEqual([1, 1]);
  await answer(second!, 'kept');
  expect([await keptOf(`topic=${made.termId}`), await inAll()]).toEqual([2, 2]);
  for (const id of [first!, second!]) await answer(id, 'new');
  expect([await keptOf(`topic=${made.termId}`), await inAll()]).toEqual([0, 0]);
  // The list of all digests does not show the number.
  expect(await keptOf('limit=3')).toBeUndefined();
});
