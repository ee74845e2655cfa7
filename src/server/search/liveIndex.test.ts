import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { openDatabase } from '#platform/db/open.ts';
import { papers } from '#platform/db/schema.ts';
import { everywhere, topicOf } from '#test/inlineIndex.ts';
import { opened as closedAfterwards } from '#test/opened.ts';
import { addPaper } from '#test/rows.ts';
import { type LiveIndex, openLiveIndex } from './liveIndex.ts';

const now = () => new Date('2026-03-10T12:00:00Z');

const database = await closedAfterwards(openDatabase({ url: null, folder: null }));

const store = async (title: string, more: Partial<typeof papers.$inferInsert> = {}) =>
  (await addPaper({ db: database.db, now }, { title, availableOn: '2026-03-09', ...more })).id;

const change = (id: number, set: Partial<typeof papers.$inferInsert>, after = 1) =>
  database.db
    .update(papers)
    .set({ ...set, changedAt: new Date(now().getTime() + after) })
    .where(eq(papers.id, id));

const opened: LiveIndex[] = [];
const open = (more: Partial<Parameters<typeof openLiveIndex>[0]> = {}) => {
  const window = openLiveIndex({ db: database.db, now, log: pino({ level: 'silent' }), ...more });
  opened.push(window);
  return window;
};
afterEach(() => Promise.all(opened.splice(0).map((window) => window.close())));

async function found(window: LiveIndex, text: string) {
  const index = await window.current();
  const ranked = await index.rank(topicOf(text), everywhere, { limit: 20, floor: 0 });
  return ranked.flatMap(({ id, why }) => (why.matched.length > 0 ? id : []));
}

describe('openWindow', () => {
  it('holds every paper stored before the call in its newest state, and no retracted one', async () => {
    const window = open();
    expect((await window.current()).size).toBe(0);
    const id = await store('Quantum error correction');
    expect(await found(window, 'quantum error correction')).toEqual([id]);
    await change(id, { title: 'Topological insulators' });
    expect(await found(window, 'topological')).toEqual([id]);
    await change(id, { state: 'retracted' }, 2);
    expect(await found(window, 'topological')).toEqual([]);
  });

  it('returns the same index while nothing changes, and shares a refresh between callers', async () => {
    const window = open();
    await store('Coral bleaching');
    const first = await window.current();
    expect(await window.current()).toBe(first);
    const waiting = window.current();
    const id = await store('Seagrass meadows');
    const both = await Promise.all([window.current(), window.current()]);
    expect(both[0]).toBe(both[1]);
    await waiting;
    expect(await found(window, 'seagrass')).toEqual([id]);
  });

  it('leaves out papers older than the window by availability and arrival', async () => {
    const old = { availableOn: '2019-01-01' };
    const arrived = await store('Glacier retreat, found late', old);
    await store('Glacier retreat, long held', { ...old, firstSeenAt: new Date('2019-01-02') });
    expect(await found(open(), 'glacier retreat')).toEqual([arrived]);
  });

  it('keeps the latest arrivals if there are more than it may hold', async () => {
    const latest = await store('Volcano monitoring', { firstSeenAt: new Date(now().getTime() + 5) });
    const window = open({ most: 1 });
    expect((await window.current()).size).toBe(1);
    expect(await found(window, 'volcano')).toEqual([latest]);
  });

  it('sees a paper that came and one that left in the same moment, among others that stayed', async () => {
    const window = open();
    const [left] = await Promise.all(['Leaving', 'Staying'].map((title) => store(`${title} drumlins`)));
    expect(await found(window, 'drumlins')).toHaveLength(2);
    await change(left!, { state: 'retracted' });
    const came = await store('Coming drumlins');
    const after = await found(window, 'drumlins');
    expect([after.length, after.includes(came), after.includes(left!)]).toEqual([2, true, false]);
  });
});
