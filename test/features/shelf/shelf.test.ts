import { parse as parseBibtex } from 'biblatex-csl-converter';
import { and, eq } from 'drizzle-orm';
import { paperEvents, papers, readerPapers } from '#platform/db/schema.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { openDoor, opened } from '../accounts/accountsSetup.ts';
import { saidOnDigest, withDigest } from '../topics/feedbackSetup.ts';

// The shelf: notes, tags, lists, and exports.

const door = await opened(openDoor());

type Made = Awaited<ReturnType<typeof withDigest>>;

/** A reader who kept every paper of a digest. */
async function withShelf(size = 3): Promise<Made> {
  const made = await withDigest(door, size);
  for (const id of made.ids)
    await made.reader.put(`/api/papers/${id}/state`, { termId: made.termId, state: 'kept' });
  return made;
}

const list = async ({ reader }: Made, query = '') => (await reader.get(`/api/shelf?${query}`)).body;
const titles = ({ papers }: { papers: ReaderPaper[] }) => papers.map(({ paper }) => paper.title).sort();
const annotate = ({ reader }: Made, id: number, body: object) => reader.put(`/api/shelf/${id}`, body);

describe('note', () => {
  it('is stored with its tags, found by its words, and replaced without changing the tags', async () => {
    const made = await withShelf();
    const [first, second] = made.ids as [number, number, number];
    expect(
      (await annotate(made, first, { note: '**Ask** Jørgen', tags: ['lab  meeting', 'lab meeting'] })).body,
    ).toEqual({ note: '**Ask** Jørgen', tags: ['lab meeting'] });
    expect((await annotate(made, first, { tags: ['moss'] })).body.note).toBe('**Ask** Jørgen');
    await annotate(made, second, { tags: ['lichen'] });
    expect(titles(await list(made, 'q=j%C3%B8rg'))).toEqual(['Paper 1 on moss']);
    expect(titles(await list(made, 'q=lichen'))).toEqual(['Paper 2 on moss']);
    expect(titles(await list(made, 'only=noted'))).toEqual(['Paper 1 on moss']);
    expect((await annotate(made, first, { note: '' })).body.note).toBe('');
    expect((await list(made, 'q=j%C3%B8rg')).total).toBe(0);
  });

  it('is refused if it is too long, has too many tags, or is for somebody else’s paper', async () => {
    const made = await withShelf();
    const other = await withShelf();
    const [id] = made.ids as [number];
    expect((await annotate(made, id, { note: 'x'.repeat(20_001) })).status).toBe(400);
    expect((await annotate(made, id, { tags: [' '] })).status).toBe(400);
    expect((await annotate(made, id, { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) })).status).toBe(
      400,
    );
    expect((await annotate(other, id, { note: 'Mine now' })).status).toBe(404);
    expect((await other.reader.put('/api/shelf/x', { note: 'x' })).status).toBe(404);
    expect((await annotate(made, id, { note: 'a\0b' })).status).toBe(400);
  });
});

describe('shelf', () => {
  it('narrows by list, tag, source, year, topic, and what changed', async () => {
    const made = await withShelf(4);
    const [first, second, third] = made.ids as [number, number, number, number];
    await made.reader.put(`/api/papers/${third}/state`, { termId: null, state: 'done' });
    await annotate(made, first, { tags: ['Größe'] });
    const older = { source: 'pubmed', availableOn: '2021-05-01' } as const;
    await door.app.db.update(papers).set(older).where(eq(papers.id, second));
    expect(titles(await list(made))).toEqual(['Paper 1 on moss', 'Paper 2 on moss', 'Paper 4 on moss']);
    expect(titles(await list(made, 'state=done'))).toEqual(['Paper 3 on moss']);
    expect((await list(made, 'state=all')).total).toBe(4);
    expect(titles(await list(made, `tag=${encodeURIComponent('Größe')}`))).toEqual(['Paper 1 on moss']);
    expect(titles(await list(made, 'source=pubmed'))).toEqual(['Paper 2 on moss']);
    expect(titles(await list(made, 'year=2021'))).toEqual(['Paper 2 on moss']);
    expect((await list(made, `termId=${made.termId}`)).total).toBe(3);
    expect((await list(made, 'termId=none')).total).toBe(0);
    expect((await made.reader.get('/api/shelf?source=elsewhere')).status).toBe(400);
    expect((await made.reader.get('/api/shelf/summary')).body).toEqual({
      states: { kept: 3, done: 1, not: 0 },
      ...{ noted: 0, changed: 0, tags: [{ tag: 'Größe', papers: 1 }] },
      sources: [
        { source: 'arxiv', papers: 2 },
        { source: 'pubmed', papers: 1 },
      ],
      years: [
        { year: 2026, papers: 2 },
        { year: 2021, papers: 1 },
      ],
      terms: [{ id: made.termId, term: 'soil moss', papers: 3 }],
    });
  });

  it.each(['kept', 'newest', 'author'])(
    'gives every paper once over its pages, ordered by %s',
    async (order) => {
      const made = await withShelf(5);
      const [first] = made.ids as [number];
      await door.app.db
        .update(papers)
        .set({ authors: ['Åse Öst'] })
        .where(eq(papers.id, first));
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const from = cursor && `&cursor=${encodeURIComponent(cursor)}`;
        const page = await list(made, `order=${order}&limit=2${from}`);
        seen.push(...page.papers.map(({ id }: ReaderPaper) => id));
        cursor = page.next;
      }
      expect(seen).toHaveLength(5);
      expect(new Set(seen)).toEqual(new Set(made.ids.map(String)));
      const nonsense = [
        'x',
        '',
        '2026-02-30',
        '2026-02-30 00:00:00+00',
        '0000-01-01',
        '9999-12-31 00:00:00+23',
      ];
      for (const value of ['\0', '\ud800', ...nonsense])
        for (const id of ['1', '9'.repeat(20), 'x']) {
          const cursor = Buffer.from(JSON.stringify([value, id])).toString('base64url');
          // Any storable text is a place in the list by author.
          const isPlace = order === 'author' && id === '1' && nonsense.includes(value);
          const { status } = await made.reader.get(`/api/shelf?order=${order}&cursor=${cursor}`);
          expect(status, `${order} ${JSON.stringify(value)} ${id}`).toBe(isPlace ? 200 : 400);
        }
      expect((await made.reader.get(`/api/shelf?order=${order}&cursor=x`)).status).toBe(400);
    },
  );

  it('lists each event in a paper’s life once, with its place', async () => {
    const made = await withShelf();
    const [id] = made.ids as [number];
    const after = new Date(door.app.now().getTime() + 60_000);
    await door.app.db.insert(paperEvents).values([
      { paperId: id, kind: 'corrected', at: new Date(0) },
      { paperId: id, kind: 'now-published', at: after, detail: { url: 'https://example.org/article' } },
    ]);
    await door.app.db.update(papers).set({ journal: 'Bryology' }).where(eq(papers.id, id));
    // Another reader of the same paper makes no difference.
    const other = await withShelf(1);
    const isIt = and(eq(readerPapers.userId, made.reader.id), eq(readerPapers.paperId, id));
    const [row] = await door.app.db.select().from(readerPapers).where(isIt);
    await door.app.db.insert(readerPapers).values({ ...row!, userId: other.reader.id });
    const [paper] = (await list(made, 'only=changed')).papers;
    expect(paper.later).toEqual([
      {
        kind: 'now-published',
        at: after.toISOString(),
        url: 'https://example.org/article',
        journal: 'Bryology',
      },
    ]);
    await made.reader.put(`/api/papers/${id}/state`, { termId: null, state: 'done' });
    expect((await list(made, 'state=done')).papers[0].later).toHaveLength(1);
    expect((await made.reader.get('/api/shelf/summary?state=done')).body.changed).toBe(1);
  });
});

describe('bulk change', () => {
  it('answers and tags papers, skips those of others, and is undone', async () => {
    const made = await withShelf();
    const other = await withShelf();
    const [first, second] = made.ids.map(String) as [string, string];
    await annotate(made, Number(first), { tags: ['moss'] });
    const ids = [first, second, String(other.ids[0]), 'x'];
    const { status, body } = await made.reader.post('/api/shelf/change', {
      ...{ ids, state: 'not', addTags: ['read'], removeTags: ['moss'] },
    });
    expect(status).toBe(200);
    const before = { state: 'kept', tags: [] };
    expect(body.former).toEqual([
      { ...before, id: first, tags: ['moss'] },
      { ...before, id: second },
    ]);
    expect((await list(made, 'state=not&tag=read')).total).toBe(2);
    const all = Object.fromEntries(made.ids.map((id) => [id, 'more']));
    const said = await saidOnDigest(made.reader, made.digestId);
    expect(said).toEqual({ ...all, [first]: 'less', [second]: 'less' });
    expect((await list(other)).total).toBe(3);
    expect((await made.reader.post('/api/shelf/restore', { papers: body.former })).status).toBe(200);
    expect((await list(made, 'tag=moss')).total).toBe(1);
    expect((await list(made)).total).toBe(3);
    expect(await saidOnDigest(made.reader, made.digestId)).toEqual(all);
  });

  it('is refused completely if a paper would have too many tags', async () => {
    const made = await withShelf();
    const many = Array.from({ length: 20 }, (_, at) => `tag ${at}`);
    await annotate(made, made.ids[1]!, { tags: many });
    const { status, body } = await made.reader.post('/api/shelf/change', {
      ...{ ids: made.ids.map(String), addTags: ['one more'] },
    });
    expect(status).toBe(400);
    expect(body.message).toBe('A paper can have at most 20 tags.');
    expect((await list(made, 'tag=one+more')).total).toBe(0);
  });
});

describe('exported shelf', () => {
  const download = async ({ reader }: Made, file: string, query = '') =>
    reader.call('GET', `/api/shelf/export/${file}${query}`);

  it('contains tags and notes in every format', async () => {
    const made = await withShelf();
    await annotate(made, made.ids[0]!, { note: 'Compare **both**, "soon"\nthen ask', tags: ['lab', 'a, b'] });
    const ris = await download(made, 'papers.ris');
    expect(ris.headers.get('content-disposition')).toBe('attachment; filename="litwatch-shelf.ris"');
    expect(ris.body).toContain('KW  - lab\r\nKW  - a, b\r\nN1  - Compare **both**, "soon" then ask\r\n');
    expect(ris.body.match(/^TY {2}- /gm)).toHaveLength(3);
    const bib = await download(made, 'papers.bib');
    const { entries, errors } = parseBibtex(bib.body, { processUnexpected: true, processUnknown: true });
    expect(errors).toEqual([]);
    expect(Object.keys(entries)).toHaveLength(3);
    expect(bib.body).toContain('keywords = {lab, a b}');
    const csl = await download(made, 'papers.json');
    expect(csl.body).toHaveLength(3);
    expect(csl.body.map(({ id }: { id: string }) => id)).toHaveLength(3);
    const annotated = csl.body.find((one: { annote?: string }) => one.annote);
    expect(annotated).toMatchObject({ keyword: 'lab, a, b' });
    const csv = await download(made, 'papers.csv');
    expect(csv.body).toContain('"Compare **both**, ""soon""\nthen ask"');
    expect(csv.body.startsWith('title,authors,')).toBe(true);
    const md = await download(made, 'papers.md');
    expect(md.body).toContain('Tags: lab, a, b\n\nCompare **both**, "soon"\nthen ask\n');
    expect(md.body.match(/^## /gm)).toHaveLength(3);
  });

  it('contains the filtered list or the chosen papers, and is empty for none', async () => {
    const made = await withShelf();
    await annotate(made, made.ids[0]!, { tags: ['one'] });
    expect((await download(made, 'papers.json', '?tag=one')).body).toHaveLength(1);
    const other = await withShelf();
    const ids = `${made.ids[1]},${other.ids[0]},x`;
    expect((await download(made, 'papers.json', `?ids=${ids}`)).body).toHaveLength(1);
    expect((await download(made, 'papers.json', '?tag=none')).body).toEqual([]);
    expect((await download(made, 'papers.ris', '?tag=none')).body).toBe('');
    expect((await download(made, 'papers.exe')).status).toBe(404);
  });

  it('contains no spreadsheet formulas', async () => {
    const made = await withShelf(1);
    await annotate(made, made.ids[0]!, { note: '=HYPERLINK("https://evil.example")' });
    expect((await download(made, 'papers.csv')).body).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  });

  it('has unique citation keys on every page of a long shelf', async () => {
    const made = await withDigest(door, 450);
    await door.app.db.insert(readerPapers).values(
      made.ids.map((paperId, at) => ({
        ...{ userId: made.reader.id, paperId, state: 'kept' as const, document: '' },
        shown: { id: String(paperId), title: 'Moss', source: 'arxiv' as const, relevanceScore: 0 },
        changedAt: new Date(door.app.now().getTime() + at),
      })),
    );
    const { body } = await download(made, 'papers.json');
    expect(new Set(body.map(({ id }: { id: string }) => id)).size).toBe(450);
  });
});
