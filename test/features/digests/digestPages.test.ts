import { gunzipSync } from 'node:zlib';
import { eq, inArray } from 'drizzle-orm';
import { absorbWorks } from '#corpus/works/merge.ts';
import { emailDigests, papers } from '#platform/db/schema.ts';
import { addDigest, addTopic } from '#test/rows.ts';
import { newReader, openDoor, opened } from '../accounts/accountsSetup.ts';
import { withDigest } from '../topics/feedbackSetup.ts';

const door = await opened(openDoor());

let made = 0;

/** A reader with this many digests, an hour apart, oldest first. */
async function readerWith(count: number) {
  const reader = await newReader(door, `pages${++made}@example.org`);
  const start = Date.UTC(2026, 0, 1);
  const rows = Array.from({ length: count }, (_, at) => ({
    userId: reader.id,
    digestType: 'weekly',
    searchTerm: `topic ${at}`,
    subject: `Digest ${at}`,
    content: 'the mail',
    status: 'sent',
    aiSummary: at % 2 ? `Finding ${at}.` : null,
    papersData: [
      {
        title: `Paper ${at}`,
        authors: ['José Pérez'],
        abstract: 'A long abstract.',
        source: 'arxiv' as const,
        relevanceScore: 0.5,
      },
    ],
    coverage: [
      {
        source: 'pubmed' as const,
        outcome: 'failed' as const,
        from: '2026-01-01',
        to: '2026-01-07',
        records: 0,
        malformed: 0,
        papers: 0,
        sentence: null,
      },
    ],
    periodStart: new Date(start + at * 3_600_000),
    periodEnd: new Date(start + at * 3_600_000),
    createdAt: new Date(start + at * 3_600_000),
  }));
  await door.app.db.insert(emailDigests).values(rows);
  const page = (query = '') => reader.get(`/api/digests${query}`);
  return { reader, page };
}

test('a single digest names its neighbors in the topic', async () => {
  const { reader, page } = await readerWith(4);
  const topic = await addTopic(door.app, reader.id, 'moss', { status: 'completed' });
  const [newest, second, third] = (await page()).body.digests;
  const both = inArray(emailDigests.id, [newest.id, third.id]);
  await door.app.db.update(emailDigests).set({ searchTermId: topic.id }).where(both);
  const open = async ({ id }: { id: string }) => (await reader.get(`/api/digests/${id}`)).body;
  expect(await open(newest)).toMatchObject({ older: { id: third.id }, newer: null, states: {} });
  expect(await open(third)).toMatchObject({ older: null, newer: { id: newest.id, at: newest.createdAt } });
  expect(await open(second)).toMatchObject({ older: null, newer: null });
});

describe('list of digests', () => {
  it('has one topic’s digests, with the number of close matches of each', async () => {
    const { reader, page } = await readerWith(4);
    const topic = await addTopic(door.app, reader.id, 'moss', { status: 'completed' });
    const [newest, , third] = (await page()).body.digests;
    const both = inArray(emailDigests.id, [newest.id, third.id]);
    await door.app.db.update(emailDigests).set({ searchTermId: topic.id, closeMatches: 43 }).where(both);
    const first = (await page(`?topic=${topic.id}&limit=1`)).body;
    expect(first).toMatchObject({ total: 2, digests: [{ id: newest.id, closeMatches: 43 }] });
    const second = (await page(`?topic=${topic.id}&limit=1&after=${first.next}`)).body;
    expect(second).toMatchObject({ total: 2, next: null, digests: [{ id: third.id }] });
    expect((await page('?topic=none')).body).toMatchObject({ total: 0, digests: [] });
    const other = await readerWith(1);
    expect((await other.page(`?topic=${topic.id}`)).body).toMatchObject({ total: 0, digests: [] });
  });

  it('has every digest once, newest first', async () => {
    const { page } = await readerWith(45);
    const seen: string[] = [];
    let after = '';
    do {
      const { body } = await page(`?limit=20${after && `&after=${after}`}`);
      expect(body.total).toBe(45);
      seen.push(...body.digests.map(({ searchTerm }: { searchTerm: string }) => searchTerm));
      after = body.next ?? '';
    } while (after);
    expect(seen).toEqual(Array.from({ length: 45 }, (_, at) => `topic ${44 - at}`));
  });

  it('contains no papers and stays under 40 kB', async () => {
    const { page } = await readerWith(50);
    const { body } = await page('?limit=50');
    const shown = { papers: 1, teaser: 'Finding 49.', sources: ['arxiv'], failed: ['pubmed'] };
    expect(body.digests[0]).toMatchObject(shown);
    expect(body.digests[1].teaser).toBe('Paper 48');
    expect(JSON.stringify(body)).not.toMatch(/abstract|the mail/);
    expect(JSON.stringify(body).length).toBeLessThan(40_000);
  });

  it('finds every word of a query, whatever its case and accents', async () => {
    const { page } = await readerWith(12);
    const found = async (q: string) => {
      const { status, body } = await page(`?q=${encodeURIComponent(q)}`);
      return status === 200 ? body.total : body;
    };
    expect(await found('PEREZ')).toBe(12);
    expect(await found('perez 11')).toBe(1);
    expect(await found('finding')).toBe(6);
    expect(await found('nowhere')).toBe(0);
    expect(await found("100%_'")).toBe(0);
  });

  it('shows nobody else’s digests', async () => {
    const { page } = await readerWith(2);
    const other = await readerWith(1);
    const { body } = await page();
    expect((await other.page()).body.total).toBe(1);
    const { status, body: answer } = await other.page(`?after=${body.digests[0].id}`);
    expect(status).toBe(400);
    expect(answer.message).toContain('reload');
  });

  it('rejects an invalid cursor or limit', async () => {
    const { page } = await readerWith(1);
    expect((await page('?after=nonsense')).status).toBe(400);
    expect((await page('?limit=1000')).status).toBe(400);
  });
});

// The archive's response is cached, but always current and each reader's own.

async function withArchive() {
  const made = await withDigest(door);
  const path = `/api/users/${made.reader.id}/digests`;
  const read = async () => {
    const { status, headers, body } = await made.reader.get(path);
    return { status, body, headers };
  };
  const set = (change: Partial<typeof emailDigests.$inferInsert>) =>
    door.app.db.update(emailDigests).set(change).where(eq(emailDigests.id, made.digestId));
  return { ...made, archive: path, read, set };
}

type Archive = Awaited<ReturnType<typeof withArchive>>;

test('the cached archive is stored by no browser', async () => {
  const shown = await (await withArchive()).read();
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store']);
});

describe('change of a digest', () => {
  const changes: [string, (archive: Archive) => Promise<unknown>, object][] = [
    [
      'something said of a paper',
      ({ say, ids }) => say(ids[0]!, 'more'),
      { feedback: expect.toSatisfy((said: object) => Object.values(said).includes('more')) },
    ],
    ['the mail on its way', ({ set }) => set({ status: 'sending' }), { status: 'sending' }],
    ['the mail refused', ({ set }) => set({ status: 'refused' }), { status: 'refused' }],
    [
      'the mail accepted',
      ({ set }) => set({ sentAt: new Date('2026-03-02T10:00:00Z') }),
      { sentAt: '2026-03-02T10:00:00.000Z' },
    ],
    [
      'its topic deleted',
      ({ reader, termId }) => reader.delete(`/api/search-terms/${termId}`),
      { searchTermId: null },
    ],
    [
      'a paper retracted',
      ({ ids }) => door.app.db.update(papers).set({ state: 'retracted' }).where(eq(papers.id, ids[0]!)),
      { papersData: [expect.objectContaining({ retracted: true }), expect.anything(), expect.anything()] },
    ],
  ];

  test.each(changes)('shows %s at once in the archive', async (_, change, shown) => {
    const archive = await withArchive();
    const before = await archive.read();
    expect(before.body).not.toMatchObject([shown]);
    await change(archive);
    expect(await archive.read()).toMatchObject({ status: 200, body: [shown] });
  });

  test('shows withdrawn feedback and a restored topic at once', async () => {
    const { reader, termId, ids, say, read } = await withArchive();
    const untouched = await read();
    await say(ids[1]!, 'less');
    expect((await read()).body[0].feedback).toEqual({ [ids[1]!]: 'less' });
    await say(ids[1]!, null);
    expect((await read()).body).toEqual(untouched.body);
    await reader.delete(`/api/search-terms/${termId}`);
    expect((await read()).body[0].searchTermId).toBeNull();
    await reader.post(`/api/search-terms/${termId}/restore`);
    expect((await read()).body).toEqual(untouched.body);
  });

  test('marks a paper that was merged into one withdrawn later', async () => {
    const { ids, say, read } = await withArchive();
    const [kept, absorbed] = ids as [number, number, number];
    await say(kept, 'more');
    expect((await read()).body[0].feedback).toEqual({ [kept]: 'more' });
    await absorbWorks(door.app, [{ kept, absorbed }]);
    expect((await read()).body[0].feedback).toEqual({ [kept]: 'more', [absorbed]: 'more' });
    await door.app.db.update(papers).set({ state: 'withdrawn' }).where(eq(papers.id, kept));
    const marks = (await read()).body[0].papersData.map((one: { retracted?: boolean }) => one.retracted);
    expect(marks).toEqual([true, true, undefined]);
  });

  test('shows an added digest, and hides a deleted one, at once', async () => {
    const { reader, digestId, read } = await withArchive();
    await read();
    const note = { digestType: 'note', subject: 'Nothing new', createdAt: new Date('2100-01-01') };
    const { id: second } = await addDigest(door.app, reader.id, note);
    const ids = async () => (await read()).body.map(({ id }: { id: string }) => id);
    expect(await ids()).toEqual([second, digestId]);
    await door.app.db.delete(emailDigests).where(eq(emailDigests.id, digestId));
    expect(await ids()).toEqual([second]);
  });
});

test('each reader sees only their own archive, whatever is cached', async () => {
  const one = await withArchive();
  const other = await withArchive();
  const { body } = await one.read();
  const theirs = await other.read();
  expect(theirs).toMatchObject({ status: 200, body: [{ id: other.digestId }] });
  expect(body).toMatchObject([{ id: one.digestId }]);
  expect((await other.reader.get(one.archive)).status).toBe(404);
  await other.say(other.ids[0]!, 'more');
  expect((await one.read()).body).toEqual(body);
});

test('compressed and plain responses have the same content', async () => {
  const { reader, archive, read } = await withArchive();
  const plain = await read();
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(plain.headers.get('vary')).toContain('Accept-Encoding');
  const cookie = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const packed = await door.door.request(archive, { headers: { cookie, 'accept-encoding': 'gzip, br' } });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  const bytes = Buffer.from(await packed.arrayBuffer());
  expect(packed.headers.get('content-length')).toBe(String(bytes.length));
  expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(plain.body);
});
