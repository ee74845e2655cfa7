import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchTerms } from '#platform/db/schema.ts';
import { unsubscribeToken } from '#topics/unsubscribe.ts';
import { type Door, newReader, openDoor } from '../accounts/accountsSetup.ts';

let door: Door;
beforeAll(async () => {
  door = await openDoor();
});
afterAll(() => door.close());

let made = 0;

async function readerWith(...topics: string[]) {
  const reader = await newReader(door, `pauses${++made}@example.org`);
  const rows = await door.app.db
    .insert(searchTerms)
    .values(topics.map((term) => ({ userId: reader.id, term, termKey: term, status: 'completed' as const })))
    .returning();
  const activeOf = async (id: string) => {
    const [row] = await door.app.db.select().from(searchTerms).where(eq(searchTerms.id, id));
    return row!.isActive;
  };
  const set = (id: string, active: boolean) => reader.patch(`/api/search-terms/${id}/active`, { active });
  return { reader, ids: rows.map(({ id }) => id), activeOf, set };
}

describe('pausing a topic', () => {
  it('stops it, and resuming starts it again, each any number of times', async () => {
    const { ids, activeOf, set } = await readerWith('soil moss');
    for (const active of [false, false, true, true]) {
      const { status, body } = await set(ids[0]!, active);
      expect([status, body.isActive, await activeOf(ids[0]!)]).toEqual([200, active, active]);
    }
  });

  it('lets a topic be resumed that was unsubscribed from', async () => {
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

  it('leaves other readers’ topics alone', async () => {
    const { ids, activeOf } = await readerWith('soil moss');
    const other = await readerWith('another topic');
    expect((await other.set(ids[0]!, false)).status).toBe(404);
    expect(await activeOf(ids[0]!)).toBe(true);
  });
});
