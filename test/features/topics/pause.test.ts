import { eq } from 'drizzle-orm';
import { searchTerms } from '#platform/db/schema.ts';
import { addTopic } from '#test/rows.ts';
import { unsubscribeToken } from '#topics/pause.ts';
import { newReader, openDoor, opened } from '../accounts/accountsSetup.ts';

const door = await opened(openDoor());

let made = 0;

async function readerWith(...topics: string[]) {
  const reader = await newReader(door, `pauses${++made}@example.org`);
  const ids: string[] = [];
  for (const term of topics)
    ids.push((await addTopic(door.app, reader.id, term, { status: 'completed' })).id);
  const activeOf = async (id: string) => {
    const [row] = await door.app.db.select().from(searchTerms).where(eq(searchTerms.id, id));
    return row!.isActive;
  };
  const set = (id: string, active: boolean, resumeOn?: string | null) =>
    reader.patch(`/api/search-terms/${id}/active`, { active, resumeOn });
  return { reader, ids, activeOf, set };
}

describe('pause of a topic', () => {
  it('stops it, and resuming starts it again, each any number of times', async () => {
    const { ids, activeOf, set } = await readerWith('soil moss');
    for (const active of [false, false, true, true]) {
      const { status, body } = await set(ids[0]!, active);
      expect([status, body.isActive, await activeOf(ids[0]!)]).toEqual([200, active, active]);
    }
  });

  it('ends for a topic that was unsubscribed from', async () => {
    const { reader, ids, activeOf, set } = await readerWith('soil moss');
    await door.visitor().get(`/api/unsubscribe/${unsubscribeToken(door.app, reader.id, ids[0]!)}`, {
      'sec-fetch-site': 'same-origin',
    });
    await door.app.db.update(searchTerms).set({ isActive: false }).where(eq(searchTerms.id, ids[0]!));
    expect((await set(ids[0]!, true)).status).toBe(200);
    expect(await activeOf(ids[0]!)).toBe(true);
  });

  it('rejects resuming a topic that the plan has no room for', async () => {
    const { ids, activeOf, set } = await readerWith('soil moss', 'river moss');
    await set(ids[1]!, false);
    const { status, body } = await set(ids[1]!, true);
    expect(status).toBe(409);
    expect(body.message).toContain('covers 1 search term');
    expect(await activeOf(ids[1]!)).toBe(false);
  });
});

describe('pause until a day', () => {
  // The test's clock says 2 March 2026.
  it('keeps the day while the topic is paused, and forgets it when it is resumed', async () => {
    const { reader, ids, set } = await readerWith('soil moss');
    expect((await set(ids[0]!, false, '2026-04-05')).body.resumeOn).toBe('2026-04-05');
    const { body } = await reader.get(`/api/users/${reader.id}/search-terms`);
    expect(body[0].resumeOn).toBe('2026-04-05');
    expect((await set(ids[0]!, true)).body.resumeOn).toBeUndefined();
    expect((await set(ids[0]!, false)).body.resumeOn).toBeUndefined();
  });

  it('accepts another day for a paused topic, or none', async () => {
    const { ids, set } = await readerWith('soil moss');
    for (const day of ['2026-04-05', '2027-03-02', null])
      expect((await set(ids[0]!, false, day)).body.resumeOn ?? null).toBe(day);
  });

  it.each(['2026-03-02', '2026-02-28', '2027-03-10', '2026-02-30', 'tomorrow'])(
    'refuses %s: not a day ahead, more than a year ahead, or no day',
    async (day) => {
      const { ids, activeOf, set } = await readerWith('soil moss');
      expect((await set(ids[0]!, false, day)).status).toBe(400);
      expect(await activeOf(ids[0]!)).toBe(true);
    },
  );

  it('refuses a day for a topic that is resumed now', async () => {
    const { ids, set } = await readerWith('soil moss');
    expect((await set(ids[0]!, true, '2026-04-05')).status).toBe(400);
  });

  it('ends when the topic is unsubscribed from', async () => {
    const { reader, ids, set } = await readerWith('soil moss');
    await set(ids[0]!, false, '2026-04-05');
    await door.visitor().post(`/api/unsubscribe/${unsubscribeToken(door.app, reader.id, ids[0]!)}`);
    const { body } = await reader.get(`/api/users/${reader.id}/search-terms`);
    expect([body[0].isActive, body[0].resumeOn]).toEqual([false, undefined]);
  });
});
