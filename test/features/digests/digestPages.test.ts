import { inArray } from 'drizzle-orm';
import { emailDigests } from '#platform/db/schema.ts';
import { addTopic } from '#test/rows.ts';
import { newReader, openDoor, opened } from '../accounts/accountsSetup.ts';

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

describe('single digest', () => {
  it('names its neighbors in the topic', async () => {
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
