import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { type FeedEntry, writeAtom } from '#features/feeds/server/feeds.ts';
import { feeds } from '#features/feeds/tables.ts';
import { emailDigests, users } from '#platform/db/schema.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { addDigest as addRow } from '#test/rows.ts';
import { newReader, openDoor, opened, tokenMailed } from '../accounts/accountsSetup.ts';
import { all, one, readAtom } from './atom.ts';

const door = await opened(openDoor());

const paper = (id: number, title = `Paper ${id}`): PaperInput => ({
  id: String(id),
  title,
  authors: ['Nneka Okafor', 'Bo Lind'],
  url: `https://arxiv.example/${id}?a=1&b=2`,
  source: 'arxiv',
  abstract: 'We looked at moss & <i>ferns</i>.',
  takeaway: 'Moss wins.',
  relevanceScore: 0.814,
  why: { matched: ['moss'], expanded: [], because: null },
  publishedOn: '2026-02-27',
});

async function addDigest(
  userId: string,
  searchTerm: { id: string; term: string } | null,
  papersData: PaperInput[],
  { days = 0, digestType = 'weekly' }: { days?: number; digestType?: string } = {},
) {
  const createdAt = new Date(door.app.now().getTime() - days * 86_400_000);
  const topic = { searchTermId: searchTerm?.id ?? null, searchTerm: searchTerm?.term ?? 'moss' };
  const times = { periodStart: createdAt, periodEnd: createdAt, createdAt };
  return addRow(door.app, userId, { ...topic, ...times, digestType, papersData });
}

/** A reader with two topics and a feed that is older than the digests. */
async function withFeed(email: string) {
  const reader = await newReader(door, email);
  await door.app.db.update(users).set({ subscriptionTier: 'team' }).where(eq(users.id, reader.id));
  const add = async (searchTerm: string): Promise<{ id: string; term: string }> =>
    (await reader.post('/api/immediate-search', { searchTerm })).body.searchTerm;
  const terms = [await add('moss'), await add('ferns')] as const;
  const { body } = await reader.post('/api/feed');
  const local = (url: string) => url.replace(door.app.config.baseUrl, '');
  return {
    reader,
    terms,
    all: local(body.all),
    of: (id: string) => local(body.terms.find((one: { id: string }) => one.id === id).url),
  };
}

const fetchFeed = (path: string, headers: Record<string, string> = {}) =>
  door.door.request(path, { headers });
const titles = async (path: string) =>
  readAtom(await (await fetchFeed(path)).text()).entries.map((entry) => one(entry, 'title').text);

test('a feed address is shown once; only a hash of its secret is stored', async () => {
  const { reader, all: address } = await withFeed('hash@example.org');
  const secret = /^\/feeds\/([\w-]{43})\.atom$/.exec(address)![1]!;
  const [row] = await door.app.db.select().from(feeds).where(eq(feeds.userId, reader.id));
  expect(JSON.stringify(row)).not.toContain(secret);
  const { body } = await reader.get('/api/feed');
  expect(body).toEqual({ createdAt: expect.any(String) });
});

test('a feed is valid Atom, of all topics and of one, newest first and each paper once', async () => {
  const { reader, terms, all: address, of } = await withFeed('ada@example.org');
  const [moss, ferns] = terms;
  await addDigest(reader.id, moss, [paper(1), paper(2)], { days: 7 });
  const newest = await addDigest(reader.id, ferns, [paper(2, 'Paper 2 again'), paper(3)]);
  await addDigest(reader.id, moss, [], { digestType: 'note' });

  const answer = await fetchFeed(address);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  const { feed, entries } = readAtom(await answer.text());
  expect(one(feed, 'updated').text).toBe(newest.createdAt.toISOString());
  expect(entries.map((entry) => one(entry, 'title').text)).toEqual(['Paper 2 again', 'Paper 3', 'Paper 1']);
  expect(await titles(of(moss.id))).toEqual(['Paper 1', 'Paper 2']);
  expect(await titles(of(ferns.id))).toEqual(['Paper 2 again', 'Paper 3']);

  const [entry] = entries;
  expect(one(entry!, 'link').attributes.href).toBe('https://arxiv.example/2?a=1&b=2');
  // The paper that came twice keeps its id in each feed, and no id names the server.
  const idsOf = async (feed: string) =>
    readAtom(await (await fetchFeed(feed)).text()).entries.map((entry) => one(entry, 'id').text);
  expect((await idsOf(of(moss.id)))[1]).toBe(one(entry!, 'id').text);
  expect((await idsOf(of(ferns.id)))[0]).toBe(one(entry!, 'id').text);
  for (const id of await idsOf(address))
    expect(id).toMatch(/^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(new Set(await idsOf(address)).size).toBe(3);
  expect(one(entry!, 'published').text < one(entry!, 'updated').text).toBe(true);
  const authors = all(entry!, 'author').map((author) => one(author, 'name').text);
  expect(authors).toEqual(['Nneka Okafor', 'Bo Lind']);
  expect(one(entry!, 'category').attributes.term).toBe('ferns');
  const content = one(entry!, 'content').text;
  expect(content).toContain('81% relevant');
  expect(content).toContain('We looked at moss &amp; ferns.');
  expect(content).toContain('Mentions “moss”.');
});

test('a JSON Feed has the same papers', async () => {
  const { reader, terms, all: address, of } = await withFeed('json@example.org');
  const retracted = { ...paper(2), url: null, retracted: true };
  const digest = await addDigest(reader.id, terms[0], [paper(1), retracted]);
  const answer = await fetchFeed(address.replace('.atom', '.json'));
  expect(answer.headers.get('content-type')).toBe('application/feed+json');
  const page = `http://litwatch.test/digests/${digest.id}`;
  expect(await answer.json()).toEqual({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Litwatch',
    home_page_url: 'http://litwatch.test/digests',
    feed_url: `http://litwatch.test${address.replace('.atom', '.json')}`,
    authors: [{ name: 'Litwatch' }],
    items: [
      {
        id: expect.stringMatching(/^urn:uuid:/),
        url: 'https://arxiv.example/1?a=1&b=2',
        title: 'Paper 1',
        content_html: expect.stringContaining('We looked at moss &amp; ferns.'),
        date_published: digest.createdAt.toISOString(),
        authors: [{ name: 'Nneka Okafor' }, { name: 'Bo Lind' }],
        tags: ['moss'],
      },
      expect.objectContaining({ url: page, title: 'RETRACTED: Paper 2' }),
    ],
  });
  const ofFerns = await fetchFeed(of(terms[1].id).replace('.atom', '.json'));
  expect(await ofFerns.json()).toMatchObject({ title: 'Litwatch: ferns', items: [] });
});

test('a feed has the brief of each digest before its papers, with its references as links', async () => {
  const { reader, terms, all: address } = await withFeed('brief@example.org');
  const said = { paper: 1, quote: '' };
  await addRow(door.app, reader.id, {
    ...{ searchTermId: terms[0].id, papersData: [paper(1), { ...paper(2), url: null }] },
    summary: [
      { ...said, text: 'Moss <won>.' },
      { ...said, text: 'ferns', line: 'group', papers: [1, 2] },
      { ...said, text: 'One close match was left out.', line: 'missing', papers: [] },
    ],
  });
  expect(await titles(address)).toEqual(['In brief: moss', 'Paper 1', 'Paper 2']);
  const { items } = await (await fetchFeed(address.replace('.atom', '.json'))).json();
  expect(items[0]).toMatchObject({ url: expect.stringContaining('/digests/'), tags: ['moss'] });
  const content = items[0].content_html.replace(/\s+/g, ' ');
  expect(content).toMatch(
    /What is new.*<p>Moss &lt;won&gt;\. <a href="https:\/\/arxiv\.example\/1\?a=1&amp;b=2">\[1\]<\/a>.*Groups.*<p>Ferns: .*>\[1\]<.*\/digests\/[\w-]+">\[2\]<.*Missing.*<p>One close match was left out\. <\/p>/,
  );
});

test('a feed without papers yet is valid too', async () => {
  const { all: address } = await withFeed('empty@example.org');
  expect(await titles(address)).toEqual([]);
});

test('an unchanged feed answers 304 to a matching ETag', async () => {
  const { reader, terms, all: address } = await withFeed('etag@example.org');
  const digest = await addDigest(reader.id, terms[0], [paper(1)]);
  const first = await fetchFeed(address);
  const tag = first.headers.get('etag')!;
  expect(tag).toMatch(/^W\/"[\w-]+"$/);
  expect(first.headers.get('last-modified')).toBe(digest.createdAt.toUTCString());
  for (const asked of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
    const again = await fetchFeed(address, { 'if-none-match': asked });
    expect(again.status, asked).toBe(304);
    expect(again.headers.get('etag')).toBe(tag);
    expect(await again.text()).toBe('');
  }
  const papersData = [{ ...paper(1), retracted: true }];
  await door.app.db.update(emailDigests).set({ papersData }).where(eq(emailDigests.id, digest.id));
  const changed = await fetchFeed(address, { 'if-none-match': tag });
  expect(changed.status).toBe(200);
  expect(await changed.text()).toContain('RETRACTED: Paper 1');
});

describe('feed address', () => {
  test('replaces the previous one, which stops working', async () => {
    const { reader, all: address } = await withFeed('rotate@example.org');
    const { body } = await reader.post('/api/feed');
    expect((await fetchFeed(address)).status).toBe(404);
    expect((await fetchFeed(body.all.replace('http://litwatch.test', ''))).status).toBe(200);
    expect((await reader.delete('/api/feed')).status).toBe(200);
    expect((await fetchFeed(body.all.replace('http://litwatch.test', ''))).status).toBe(404);
    expect((await reader.get('/api/feed')).body).toEqual({ createdAt: null });
  });

  test('shows only one reader’s topics', async () => {
    const one = await withFeed('one@example.org');
    const two = await withFeed('two@example.org');
    await addDigest(two.reader.id, two.terms[0], [paper(1)]);
    expect(await titles(one.all)).toEqual([]);
    expect((await fetchFeed(`${one.all}?term=${two.terms[0].id}`)).status).toBe(404);
    expect((await fetchFeed(`${one.all}?term=x`)).status).toBe(400);
  });

  test.each(['x.atom', `${'A'.repeat(43)}.atom`, '.atom', '%00.atom', 'x'])('is not %s', async (file) =>
    expect([400, 404]).toContain((await fetchFeed(`/feeds/${file}`)).status),
  );

  test('stops working when the account is deleted or closed, or its password reset', async () => {
    const { reader, all: address } = await withFeed('ends@example.org');
    await door.app.db.update(users).set({ isActive: false }).where(eq(users.id, reader.id));
    expect((await fetchFeed(address)).status).toBe(404);
    await door.app.db.update(users).set({ isActive: true }).where(eq(users.id, reader.id));
    expect((await fetchFeed(address)).status).toBe(200);
    await door.visitor().post('/api/forgot-password', { email: reader.email });
    const token = await tokenMailed(door, reader.email, 'reset');
    await door.reset(token);
    expect((await fetchFeed(address)).status).toBe(404);
  });
});

test('a feed is valid and shows no foreign markup, whatever titles, names and addresses hold', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom(']]>', '<![CDATA[', '<script>alert(1)</script>', '&amp;', '"\'>'),
    fc.constantFrom('\u0000\ufffe\uffff', '\ud800'),
  );
  const entry = fc.record({
    title: hostile,
    authors: fc.array(hostile, { maxLength: 3 }),
    journal: fc.option(hostile),
    abstract: fc.option(hostile),
    takeaway: fc.option(hostile),
    publishedOn: fc.option(hostile),
    url: fc.option(
      fc.oneof(fc.webUrl(), hostile, fc.constant('javascript:alert(1)'), fc.constant('https://a.b/"<>')),
    ),
    source: fc.constantFrom('pubmed', 'arxiv'),
    relevanceScore: fc.double({ min: 0, max: 1, noNaN: true }),
  }) as fc.Arbitrary<PaperInput>;
  const digest = { id: crypto.randomUUID(), createdAt: new Date('2026-03-01T00:00:00Z') };
  const baseUrl = 'https://litwatch.test';
  const head = { baseUrl, id: crypto.randomUUID(), self: `${baseUrl}/feeds/x.atom`, updated: new Date(0) };
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 4 }), hostile, (papers, term) => {
      const summary = [{ text: term, paper: 1, quote: '' }];
      const entries: FeedEntry[] = papers.map((paper, at) => ({
        ...{ id: `urn:${at}`, paper, firstAt: new Date(0) },
        digest: { ...digest, searchTerm: term, papersData: papers, summary },
      }));
      if (entries[0]) entries.push({ ...entries[0], id: 'urn:brief', paper: undefined });
      const read = readAtom(writeAtom({ ...head, term }, entries)).entries;
      expect(read).toHaveLength(entries.length);
      for (const entry of read) {
        expect(one(entry, 'link').attributes.href).toMatch(/^https?:/);
        expect(one(entry, 'title').attributes.type ?? 'text').toBe('text');
        expect(one(entry, 'content').text).not.toMatch(/<(?!\/?(p|b|a)\b)/);
      }
    }),
    { numRuns: 1000 },
  );
});
