import { eq } from 'drizzle-orm';
import { deliveredPapers, userPreferences, users } from '#platform/db/schema.ts';
import { trends } from '#shared/topics/trends.ts';
import { indexPaper, inlineIndex } from '#test/inlineIndex.ts';
import { addDigest, addPaper, addTopic } from '#test/rows.ts';
import { newReader, openDoor, opened } from '../accounts/accountsSetup.ts';

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

const door = await opened(openDoor({ index: inlineIndex(library) }));
const reader = await newReader(door, 'trends@example.org');
let id: string;
let digestId: string;
beforeAll(async () => {
  const { db } = door.app;
  await db.insert(userPreferences).values({ userId: reader.id }).onConflictDoNothing();
  ({ id } = await addTopic(door.app, reader.id, 'soil moss', { status: 'completed' }));
  const at = door.app.now();
  for (const { id, title, source, availableOn } of library)
    await addPaper(door.app, {
      ...{ source, sourceId: String(id), title, availableOn, firstSeenAt: new Date('2026-02-16T09:00:00Z') },
    });
  digestId = (await addDigest(door.app, reader.id, { searchTermId: id })).id;
  await db.insert(deliveredPapers).values({ searchTermId: id, paperId: 3, digestId, deliveredAt: at });
});

const read = async () => trends.parse((await reader.get(`/api/search-terms/${id}/trends`)).body);

describe('trends of a topic', () => {
  it('count twelve weeks of close matches, and how many were sent', async () => {
    const { weeks, sentInAll } = await read();
    expect(weeks).toHaveLength(12);
    expect(weeks.at(-1)).toEqual({ from: '2026-02-24', to: '2026-03-02', close: 2, sent: 0 });
    expect(weeks.at(-2)).toMatchObject({ close: 1, sent: 1 });
    expect(weeks.reduce((sum, { close }) => sum + close, 0)).toBe(4);
    expect(sentInAll).toBe(1);
  });

  it('say what other filters would have kept, and change nothing', async () => {
    // Filters are part of a paid plan.
    await door.app.db.update(users).set({ subscriptionTier: 'pro' }).where(eq(users.id, reader.id));
    const before = await read();
    for (const [filters, week, fourWeeks] of [
      [{}, 2, 3],
      [{ sources: ['biorxiv'] }, 1, 1],
      [{ required: ['drought'] }, 1, 1],
      [{ excluded: ['moss'] }, 0, 0],
    ] as const) {
      const { body } = await reader.post(`/api/search-terms/${id}/trends`, { filters });
      expect(body, JSON.stringify(filters)).toEqual({
        week: { kept: week, of: 2 },
        fourWeeks: { kept: fourWeeks, of: 3 },
      });
    }
    expect(await read()).toEqual(before);
  });

  it('list no weeks before the third week of the library', async () => {
    const { now } = door.clock;
    door.clock.now = new Date('2026-03-02T08:00:00Z');
    expect(await read()).toMatchObject({ weeks: [], sentInAll: 1 });
    door.clock.now = now;
  });

  it('leave out sources that the preferences turn off', async () => {
    await reader.patch(`/api/users/${reader.id}/preferences`, { includeBiorxiv: false });
    expect((await read()).weeks.at(-1)).toMatchObject({ close: 1, sent: 0 });
    // But not what was sent before.
    const row = { searchTermId: id, paperId: 2, digestId, deliveredAt: door.app.now() };
    await door.app.db.insert(deliveredPapers).values(row);
    expect((await read()).weeks.at(-1)).toMatchObject({ close: 2, sent: 1 });
    await door.app.db.delete(deliveredPapers).where(eq(deliveredPapers.paperId, 2));
    await reader.patch(`/api/users/${reader.id}/preferences`, { includeBiorxiv: true });
  });
});
