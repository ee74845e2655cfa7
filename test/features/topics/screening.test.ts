import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { absorbWorks } from '#corpus/works/absorb.ts';
import { papers, searchTerms, userPreferences } from '#platform/db/schema.ts';
import { estimateConfidence, type ScreenedPaper, type Screening } from '#shared/topics/screening.ts';
import { mostRelevant } from '#shelf/screening/unread.ts';
import { indexPaper, inlineIndex } from '#test/inlineIndex.ts';
import { type Door, newReader, openDoor } from '../accounts/accountsSetup.ts';

/** Forty papers on moss, every fourth of them on peat, and ten on trams, with the ids that a new database gives them. */
const library = Array.from({ length: 50 }, (_, at) =>
  indexPaper({
    id: at + 1,
    title:
      at < 40 ? `Moss ${at % 4 === 0 ? 'in peat bogs' : 'on city walls'}, part ${at}` : `Trams, part ${at}`,
    abstract:
      at >= 40
        ? 'Trams were counted.'
        : at % 4
          ? 'Moss on walls, by the hour.'
          : 'Moss in peat, and the bog rose.',
    availableOn: at === 39 ? '2025-12-01' : '2026-02-01',
  }),
);

let door: Door;
beforeAll(async () => {
  door = await openDoor({ index: inlineIndex(library) });
  const at = door.app.now();
  for (const { id, title, abstract, source, availableOn } of library)
    await door.app.db.insert(papers).values({
      ...{ source, sourceId: String(id), title, abstract, url: `https://example.org/${id}` },
      ...{ availableOn, firstSeenAt: at, changedAt: at },
    });
});
afterAll(() => door.close());

let made = 0;

/** A reader who screens a topic, and the calls of its page. */
async function screener(term = 'moss') {
  const reader = await newReader(door, `screens${++made}@example.org`);
  await door.app.db.insert(userPreferences).values({ userId: reader.id }).onConflictDoNothing();
  const [topic] = await door.app.db
    .insert(searchTerms)
    .values({ userId: reader.id, term, termKey: term, status: 'completed' })
    .returning();
  const path = `/api/search-terms/${topic!.id}/screening`;
  const stateIn = ({ status, body }: { status: number; body: { screening: Screening } }) => {
    expect(status, JSON.stringify(body)).toBe(200);
    return body.screening;
  };
  return {
    ...{ reader, path },
    start: async (from = '2026-01-01') => stateIn(await reader.post(path, { from })),
    read: async () => stateIn(await reader.get(path)),
    next: async (query = ''): Promise<ScreenedPaper[]> =>
      (await reader.get(`${path}/papers${query}`)).body.papers,
    decide: async (paperId: string, decision: string | null, reason = '') =>
      stateIn(await reader.post(`${path}/decisions`, { paperId, decision, reason })),
    sample: async (size: number) => stateIn(await reader.post(`${path}/sample`, { size })),
  };
}

const isPeat = ({ paper }: ScreenedPaper) => paper.title.includes('peat');

describe('screening', () => {
  it('contains every match since a day, and adds older papers later', async () => {
    const { start, read } = await screener();
    expect(await read()).toBeNull();
    expect(await start()).toMatchObject({ identified: 39, unread: 39, include: 0, isCut: false });
    expect((await start()).rounds).toHaveLength(1);
    expect(await start('2025-01-01')).toMatchObject({ identified: 40, from: '2025-01-01' });
    expect((await start('2026-01-01')).identified).toBe(40);
    expect((await read()).rounds.map(({ added }) => added)).toEqual([39, 1]);
  });

  it('matches by the operators of the topic, if it has any', async () => {
    const { start } = await screener('moss AND peat NOT city');
    expect((await start()).identified).toBe(10);
  });

  it('ranks papers similar to the included ones first', async () => {
    const { start, next, decide } = await screener();
    await start();
    const [first] = (await next('?limit=50')).filter(isPeat);
    const others = (await next('?limit=50')).filter((one) => !isPeat(one)).slice(0, 3);
    await decide(first!.paperId, 'include');
    for (const { paperId } of others) await decide(paperId, 'exclude', 'wrong place');
    const order = await next('?limit=9');
    expect(order.filter(isPeat)).toHaveLength(9);
    expect(order.some(({ paperId }) => paperId === first!.paperId)).toBe(false);
  });

  it('counts decisions with their reasons, undoes them, and lists them', async () => {
    const { start, next, decide } = await screener();
    await start();
    const [one, two, three] = await next();
    await decide(one!.paperId, 'include');
    await decide(two!.paperId, 'exclude', 'wrong place');
    await decide(two!.paperId, 'exclude', 'wrong place');
    const state = await decide(three!.paperId, 'maybe');
    expect(state).toMatchObject({ include: 1, exclude: 1, maybe: 1, unread: 36 });
    expect(state.reasons).toEqual([{ reason: 'wrong place', papers: 1 }]);
    expect(await next('?decision=exclude')).toMatchObject([
      { paperId: two!.paperId, decision: 'exclude', reason: 'wrong place' },
    ]);
    expect(await decide(two!.paperId, null)).toMatchObject({ exclude: 0, unread: 37, reasons: [] });
  });

  it('refuses papers that do not belong to it, and future days', async () => {
    const { start, reader, path } = await screener();
    const say = (paperId: string) => reader.post(`${path}/decisions`, { paperId, decision: 'include' });
    expect((await say('1')).status).toBe(404);
    await start();
    for (const paperId of ['45', '999999', 'x', '-1']) expect((await say(paperId)).status).toBe(404);
    expect((await reader.post(path, { from: '2027-01-01' })).status).toBe(400);
    expect((await reader.post(`${path}/sample`, { size: 1 })).status).toBe(400);
  });

  it('ends with its decisions', async () => {
    const { start, decide, read, reader, path, next } = await screener();
    await start();
    await decide((await next())[0]!.paperId, 'include');
    expect((await reader.delete(path)).status).toBe(200);
    expect(await read()).toBeNull();
    expect((await start()).include).toBe(0);
  });
});

describe('estimate of what is unread', () => {
  it('comes from a completely read random sample, and falls with every relevant paper found', async () => {
    const { start, sample, next, decide } = await screener();
    await start();
    expect(await sample(12)).toMatchObject({ sample: { drawn: 12, left: 12 }, estimate: null });
    const drawn = (await next('?limit=50')).filter(({ isSampled }) => isSampled);
    expect(drawn).toHaveLength(12);
    expect((await next('?limit=5')).every(({ isSampled }) => isSampled)).toBe(true);
    let state: Screening | undefined;
    for (const one of drawn) state = await decide(one.paperId, isPeat(one) ? 'include' : 'exclude');
    const relevant = drawn.filter(isPeat).length;
    expect(state).toMatchObject({ sample: null, estimate: { of: 39, drawn: 12, relevant } });
    const before = state!.estimate!;
    // One sample in twenty may contain so few of the ten papers on peat that its bound is too low.
    const bound = mostRelevant({ of: 39, drawn: 12, relevant }, estimateConfidence);
    expect(before.unreadAtMost).toBe(Math.min(27, bound - relevant));
    const found = (await next('?limit=50')).filter(isPeat)[0]!;
    const after = (await decide(found.paperId, 'include')).estimate!;
    expect(after.unreadAtMost).toBe(before.unreadAtMost - 1);
    expect(after.foundAtLeast).toBeGreaterThan(before.foundAtLeast);
  });

  it('is withdrawn when papers are added, or when a decision is undone', async () => {
    const { start, sample, next, decide } = await screener();
    await start();
    const [early] = await next();
    await decide(early!.paperId, 'exclude');
    await sample(10);
    for (const { paperId } of await next('?limit=10')) await decide(paperId, 'exclude');
    expect((await decide(early!.paperId, 'exclude')).estimate).not.toBeNull();
    expect((await decide(early!.paperId, null)).estimate).toBeNull();
    expect((await decide(early!.paperId, 'exclude')).estimate).not.toBeNull();
    expect((await start('2025-01-01')).estimate).toBeNull();
  });

  it('replaces an unfinished sample with a new one', async () => {
    const { start, sample } = await screener();
    await start();
    await sample(20);
    expect((await sample(10)).sample).toEqual({ drawn: 10, left: 10 });
  });

  it('reports that there is nothing left to sample', async () => {
    const { start, reader, path } = await screener('a word that no paper has');
    await start();
    expect((await reader.post(`${path}/sample`, {})).status).toBe(409);
  });
});

describe('decisions as files', () => {
  it('are RIS with the decision as a keyword, and a CSV table without formulas', async () => {
    const { start, next, decide, reader, path } = await screener();
    await start();
    const [one, two] = await next();
    await decide(one!.paperId, 'include');
    await decide(two!.paperId, 'exclude', '=1+1, "quoted"');
    const ris = (await reader.get(`${path}/decisions.ris`)).body as string;
    expect(ris).toContain('KW  - included');
    expect(ris).toContain('KW  - excluded: =1+1, "quoted"');
    const csv = (await reader.get(`${path}/decisions.csv`)).body as string;
    expect(csv.split('\r\n')[0]).toMatch(/^decision,reason,decided_at,title/);
    expect(csv).toContain(`excluded,"'=1+1, ""quoted""",`);
    expect(csv.trim().split('\r\n')).toHaveLength(3);
  });

  it('are part of the reader’s data export', async () => {
    const { start, next, decide, reader } = await screener();
    await start();
    const [one] = await next();
    await decide(one!.paperId, 'maybe');
    const { body } = await reader.post('/api/account/export');
    expect(body.searchTerms[0].screening).toMatchObject({
      from: '2026-01-01',
      decisions: [{ paperId: one!.paperId, decision: 'maybe' }],
    });
  });

  it('are kept when two works are merged', async () => {
    const { start, decide, read, next } = await screener();
    await start();
    await decide('2', 'include');
    await absorbWorks(door.app.db, [{ kept: 3, absorbed: 2 }]);
    expect(await read()).toMatchObject({ identified: 38, include: 1 });
    expect((await next('?decision=include')).map(({ paperId }) => paperId)).toEqual(['3']);
    expect(await decide('2', 'maybe')).toMatchObject({ maybe: 1, include: 0 });
  });
});
