import { eq, sql } from 'drizzle-orm';
import { shares } from '#features/sharing/tables.ts';
import { readerPapers, users } from '#platform/db/schema.ts';
import { openDoor, opened } from '../accounts/accountsSetup.ts';
import { withDigest } from '../topics/feedbackSetup.ts';
import { composeDigest, paper } from './channelsSetup.ts';

const door = await opened(openDoor());

const pathOf = (url: string) => new URL(url).pathname;

async function shared() {
  const given = await withDigest(door);
  const odd = { title: 'Moss <script>alert(1)</script> on & off', url: 'javascript:alert(1)' };
  const digestId = await composeDigest(door, given, { papers: [{ ...paper, ...odd }, paper] });
  const { status, body } = await given.reader.post('/api/shares', { digestId });
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...given, digestId, share: body as { id: string; url: string }, path: pathOf(body.url) };
}

describe('shared digest', () => {
  it('is public at an unguessable address, and names nobody', async () => {
    const { reader, path } = await shared();
    expect(path).toMatch(/^\/shared\/[\w-]{43}$/);
    const { status, headers, body } = await door.visitor().get(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const said of ['soil moss', 'Moss on stone', 'Moss grows on stone.', 'Okafor, A.', ' match</b>'])
      expect(body).toContain(said);
    for (const hidden of [reader.email, reader.id, 'says', '<script>alert', 'javascript:'])
      expect(body).not.toContain(hidden);
  });

  it('fills its placeholders once: one in a title stays text', async () => {
    const given = await withDigest(door);
    const title = '%SHARED_BODY% of %SHARED_LEAD%';
    const digestId = await composeDigest(door, given, { papers: [{ ...paper, title }], topic: title });
    const { body } = await given.reader.post('/api/shares', { digestId });
    const page = (await door.visitor().get(pathOf(body.url))).body as string;
    expect(page).toContain(`<title>${title}`);
    expect(page.split('Moss grows on stone.')).toHaveLength(2);
  });

  it.each([
    ['No new papers for this topic on', []],
    ['1 new paper, picked by Litwatch for this topic on', [paper]],
    ['2 new papers, picked by Litwatch for this topic on', [paper, paper]],
  ])('says %s …', async (said, papers) => {
    const given = await withDigest(door);
    const digestId = await composeDigest(door, given, { papers });
    const { body } = await given.reader.post('/api/shares', { digestId });
    expect((await door.visitor().get(pathOf(body.url))).body).toContain(said);
  });

  it('forbids indexing, referrers and scripts, and is cached for a minute', async () => {
    const { path } = await shared();
    const { headers, body } = await door.visitor().get(path);
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    expect(body).toContain('<meta name="robots" content="noindex');
    expect(body).not.toContain('<script');
    const again = await door.visitor().get(path, { 'if-none-match': headers.get('etag')! });
    expect(again.status).toBe(304);
  });

  it('keeps its address until it ends, then ends for good', async () => {
    const { reader, digestId, share, path } = await shared();
    expect((await reader.post('/api/shares', { digestId })).body.url).toBe(share.url);
    const listed = (await reader.get('/api/shares')).body.shares;
    expect(listed).toMatchObject([{ digestId, tag: null, url: share.url }]);
    expect((await reader.delete(`/api/shares/${share.id}`)).status).toBe(200);
    const ended = await door.visitor().get(path);
    expect(ended.status).toBe(404);
    expect(ended.body).toContain('This page is not shared');
    expect((await reader.post('/api/shares', { digestId })).body.url).not.toBe(share.url);
  });

  it('is either complete or missing while it ends', async () => {
    const { reader, share, path } = await shared();
    const reads = Array.from({ length: 12 }, () => door.visitor().get(path));
    const [ended] = await Promise.all([reader.delete(`/api/shares/${share.id}`), ...reads]);
    expect(ended.status).toBe(200);
    for (const { status, body } of await Promise.all(reads)) {
      expect([200, 404]).toContain(status);
      expect(body).toContain(status === 200 ? 'Moss on stone' : 'This page is not shared');
    }
    expect((await door.visitor().get(path)).status).toBe(404);
  });

  it('cannot be read from a copy of the database', async () => {
    const { path } = await shared();
    const rows = JSON.stringify(await door.app.db.select().from(shares));
    expect(rows).not.toContain(path.slice('/shared/'.length));
  });

  it('is hidden while its owner is suspended', async () => {
    const { reader, path } = await shared();
    await door.app.db.update(users).set({ isActive: false }).where(eq(users.id, reader.id));
    expect((await door.visitor().get(path)).status).toBe(404);
  });

  it('is of a digest or of a tag, not of both', async () => {
    const { reader, digestId } = await shared();
    for (const body of [{}, { digestId, tag: 'soil' }])
      expect((await reader.post('/api/shares', body)).status).toBe(400);
  });
});

test('a shared tag shows the papers that currently have it, without notes', async () => {
  const { reader, termId, ids } = await withDigest(door);
  for (const id of ids.slice(0, 2)) await reader.put(`/api/papers/${id}/state`, { termId, state: 'kept' });
  await door.app.db
    .update(readerPapers)
    .set({ tags: sql`array['review, 2026']`, note: 'a private thought' })
    .where(eq(readerPapers.paperId, ids[0]!));
  const { body } = await reader.post('/api/shares', { tag: 'review, 2026' });
  const page = await door.visitor().get(pathOf(body.url));
  expect(page.body).toContain('Paper 1 on moss');
  for (const hidden of ['Paper 2 on moss', 'a private thought', reader.email])
    expect(page.body).not.toContain(hidden);
});
