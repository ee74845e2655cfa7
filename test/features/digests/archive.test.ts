import { gunzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { absorbWorks } from '#corpus/works/merge.ts';
import { emailDigests, papers } from '#platform/db/schema.ts';
import { addDigest } from '#test/rows.ts';
import { openDoor, opened } from '../accounts/accountsSetup.ts';
import { withDigest } from '../topics/feedbackSetup.ts';

// The archive's response is cached, but always current and each reader's own.

const door = await opened(openDoor());

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

describe('cached archive', () => {
  test('is stored by no browser, and answers 401 without a session', async () => {
    const { archive, read } = await withArchive();
    const shown = await read();
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await door.visitor().get(archive)).status).toBe(401);
  });
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
