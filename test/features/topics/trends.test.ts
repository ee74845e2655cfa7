import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveredPapers, emailDigests, papers, searchTerms, userPreferences } from '#platform/db/schema.ts';
import { noFilters } from '#shared/topics/searchTerm.ts';
import { topicWeeks, trends, whatIf } from '#shared/topics/trends.ts';
import { indexPaper, inlineIndex } from '#test/inlineIndex.ts';
import { type Door, newReader, openDoor } from '../accounts/accountsSetup.ts';

/**
 * Papers with the ids that a new database gives them. On 2 March 2026, the date of the test's clock, two are of the last
 * week, one of the week before, and one of January.
 */
const library = [
  indexPaper({ id: 1, title: 'Soil moss and drought: a review', availableOn: '2026-03-01' }),
  indexPaper({ id: 2, title: 'Soil moss under snow', availableOn: '2026-02-25', source: 'biorxiv' }),
  indexPaper({ id: 3, title: 'Soil moss in cities', availableOn: '2026-02-20' }),
  indexPaper({ id: 4, title: 'Soil moss on roofs', availableOn: '2026-01-10' }),
  indexPaper({ id: 5, title: 'Soil moss long ago', availableOn: '2025-06-01' }),
];

let door: Door;
let reader: Awaited<ReturnType<typeof newReader>>;
let id: string;
beforeAll(async () => {
  door = await openDoor({ index: inlineIndex(library) });
  const { db } = door.app;
  reader = await newReader(door, 'trends@example.org');
  await db.insert(userPreferences).values({ userId: reader.id }).onConflictDoNothing();
  const [topic] = await db
    .insert(searchTerms)
    .values({ userId: reader.id, term: 'soil moss', termKey: 'soil moss', status: 'completed' })
    .returning();
  id = topic!.id;
  const at = door.app.now();
  for (const { id, title, source, availableOn } of library)
    await db.insert(papers).values({
      ...{ source, sourceId: String(id), title, url: `https://example.org/${id}` },
      ...{ availableOn, firstSeenAt: at, changedAt: at },
    });
  const [digest] = await db
    .insert(emailDigests)
    .values({
      ...{ userId: reader.id, searchTermId: id, digestType: 'weekly', papersData: [], subject: '' },
      ...{ content: '', periodStart: at, periodEnd: at },
    })
    .returning();
  await db
    .insert(deliveredPapers)
    .values({ searchTermId: id, paperId: 3, digestId: digest!.id, deliveredAt: at });
});
afterAll(() => door.close());

const read = async () => trends.parse((await reader.get(`/api/search-terms/${id}/trends`)).body);
const weeksTo = async (day: string) =>
  trends.parse((await reader.get(`/api/search-terms/${id}/trends?until=${day}`)).body).weeks;
const tryFilters = async (filters: object) => {
  const { status, body } = await reader.post(`/api/search-terms/${id}/what-if`, {
    filters: { ...noFilters, ...filters },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return whatIf.parse(body);
};

describe('trends of a topic', () => {
  it('count twelve weeks of close matches, and how many were sent', async () => {
    const { weeks, sentInAll, isLeast } = await read();
    expect(weeks).toHaveLength(12);
    expect(weeks.at(-1)).toEqual({ from: '2026-02-24', to: '2026-03-02', close: 2, sent: 0 });
    expect(weeks.at(-2)).toMatchObject({ close: 1, sent: 1 });
    expect(weeks.reduce((sum, { close }) => sum + close, 0)).toBe(4);
    expect([sentInAll, isLeast]).toEqual([1, false]);
  });

  it('count up to the day of an older digest, without later papers', async () => {
    const weeks = await weeksTo('2026-02-20');
    expect(weeks).toHaveLength(12);
    expect(weeks.at(-1)).toEqual({ from: '2026-02-14', to: '2026-02-20', close: 1, sent: 1 });
    expect(weeks.reduce((sum, { close }) => sum + close, 0)).toBe(2);
  });

  it('leave out weeks that are no longer searched, and future days', async () => {
    // The index goes back a year: to 1 March 2025.
    expect((await weeksTo('2025-03-20')).map(({ from }) => from)).toEqual(['2025-03-07', '2025-03-14']);
    expect(await weeksTo('2024-05-01')).toEqual([]);
    expect((await weeksTo('2027-01-01')).at(-1)?.to).toBe('2026-03-02');
  });

  it('count close matches by source and by relevance', async () => {
    const { sources, bins } = await read();
    expect(sources).toEqual([
      { source: 'pubmed', papers: 3 },
      { source: 'biorxiv', papers: 1 },
    ]);
    expect(bins.reduce((sum, { close }) => sum + close, 0)).toBe(3);
  });

  it('leave searches for typed topics available to a network, however many dashboards it opens', async () => {
    const limited = await openDoor({
      limited: { understanding: { network: [[1, 60]] }, weeks: { account: [[2, 60]] } },
      index: inlineIndex(library),
    });
    const one = await newReader(limited, 'many@example.org');
    const statuses = [];
    for (let at = 0; at < 3; at++) statuses.push((await one.get('/api/search-terms/weeks')).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await one.post('/api/search-terms/understand', { topic: 'moss' })).status).toBe(200);
    await limited.close();
  });

  it('show the same weeks in the list of all topics, and nothing of other readers', async () => {
    const { body } = await reader.get('/api/search-terms/weeks');
    const [one, ...others] = topicWeeks.array().parse(body);
    expect([one!.id, others]).toEqual([id, []]);
    const { weeks } = await read();
    expect(one!.weeks).toEqual(weeks.map(({ from, to, close }) => ({ from, to, close })));
    const other = await newReader(door, 'trends-none@example.org');
    expect((await other.get('/api/search-terms/weeks')).body).toEqual([]);
  });

  it('search once for the weeks, until the topic, the index, or the day changes', async () => {
    const { app, clock } = door;
    const [usual, today] = [app.index, clock.now];
    let asked = 0;
    const open = async () => {
      const index = await inlineIndex(library).current();
      const { closeMatches } = index;
      index.closeMatches = (...question) => {
        asked++;
        return closeMatches(...question);
      };
      app.index = { ...usual, current: async () => index };
    };
    const weeks = async () =>
      topicWeeks.array().parse((await reader.get('/api/search-terms/weeks')).body)[0]!.weeks;
    /** How often three openings of the dashboard search, two of them at once. */
    const searches = async () => {
      asked = 0;
      const [one, other] = await Promise.all([weeks(), weeks()]);
      expect([other, await weeks()]).toEqual([one, one]);
      return asked;
    };
    const reword = (term: string) => app.db.update(searchTerms).set({ term }).where(eq(searchTerms.id, id));
    await open();
    expect(await searches(), 'at first').toBe(1);
    await reword('soil moss roofs');
    expect(await searches(), 'for other words').toBe(1);
    await reword('soil moss');
    expect(await searches(), 'for the words of before').toBe(0);
    await open();
    expect(await searches(), 'in another index').toBe(1);
    clock.now = new Date(today.getTime() + 86_400_000);
    expect(await searches(), 'on another day').toBe(1);
    expect((await weeks()).at(-1)!.to).toBe('2026-03-03');
    Object.assign(clock, { now: today });
    app.index = usual;
  });

  it('say how many papers the rising phrases are counted over', async () => {
    expect((await read()).rising).toEqual({ now: 3, before: 1, phrases: [] });
  });

  it('leave out sources that the preferences turn off', async () => {
    await reader.patch(`/api/users/${reader.id}/preferences`, { includeBiorxiv: false });
    expect((await read()).sources).toEqual([{ source: 'pubmed', papers: 3 }]);
    await reader.patch(`/api/users/${reader.id}/preferences`, { includeBiorxiv: true });
  });

  it('answer 404 for topics of other readers', async () => {
    const other = await newReader(door, 'trends-other@example.org');
    expect((await other.get(`/api/search-terms/${id}/trends`)).status).toBe(404);
    expect((await other.post(`/api/search-terms/${id}/what-if`, { filters: noFilters })).status).toBe(404);
  });
});

describe('previewed filters', () => {
  it('keep everything without filters', async () => {
    expect(await tryFilters({})).toEqual({
      lastWeek: { kept: 2, of: 2 },
      fourWeeks: { kept: 3, of: 3 },
      leftOut: [],
    });
  });

  it('say how many papers they would keep and leave out', async () => {
    const { lastWeek, fourWeeks, leftOut } = await tryFilters({ excluded: ['snow'] });
    expect([lastWeek, fourWeeks]).toEqual([
      { kept: 1, of: 2 },
      { kept: 2, of: 3 },
    ]);
    expect(leftOut.map(({ title, url }) => [title, url])).toEqual([
      ['Soil moss under snow', 'https://example.org/2'],
    ]);
  });

  it('are not stored', async () => {
    await tryFilters({ minimumRelevance: 0.9 });
    const [row] = await door.app.db.select().from(searchTerms);
    expect(row!.filters).toBeNull();
  });
});
