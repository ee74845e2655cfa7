import { and, eq, isNull } from 'drizzle-orm';
import { searchTerms, users } from '#platform/db/schema.ts';
import { newReader, openDoor, opened } from '../accounts/accountsSetup.ts';

// Many calls of one reader at the same moment. On PostgreSQL they run concurrently; the embedded engine takes turns.

const door = await opened(openDoor());

let people = 0;
const onPlan = async (subscriptionTier: 'free' | 'pro') => {
  const reader = await newReader(door, `racer-${people++}@example.org`);
  await door.app.db.update(users).set({ subscriptionTier }).where(eq(users.id, reader.id));
  return reader;
};
const heldBy = async (userId: string): Promise<number> =>
  door.app.db.$count(searchTerms, and(eq(searchTerms.userId, userId), isNull(searchTerms.deletedAt)));
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

describe('the plan’s limit', () => {
  it('holds when eight topics are added at once', async () => {
    const reader = await onPlan('free');
    const eight = (send: (at: number) => ReturnType<typeof reader.get>) =>
      Promise.all(Array.from({ length: 8 }, (_, at) => send(at)));
    // Open the connections first, because calls waiting for new ones would take turns.
    await eight(() => reader.get('/api/auth/me'));
    const answers = await eight((at) => reader.post('/api/immediate-search', { searchTerm: `moss ${at}` }));
    const held = await heldBy(reader.id);
    expect(statuses(answers)).toEqual([...Array(held).fill(200), ...Array(8 - held).fill(402)]);
    expect(held).toBe(1);
  });

  it('holds when deleted topics are restored at once', async () => {
    const reader = await onPlan('pro');
    const ids: string[] = [];
    const add = async (searchTerm: string): Promise<string> =>
      (await reader.post('/api/immediate-search', { searchTerm })).body.searchTerm?.id;
    for (let at = 0; at < 3; at++) ids.push(await add(`peat ${at}`));
    for (const id of ids) expect((await reader.delete(`/api/search-terms/${id}`)).status).toBe(200);
    await door.app.db.update(users).set({ subscriptionTier: 'free' }).where(eq(users.id, reader.id));
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => reader.post(`/api/search-terms/${ids[at % 3]}/restore`)),
    );
    for (const { status } of answers) expect([200, 402, 404]).toContain(status);
    expect(await heldBy(reader.id)).toBe(1);
  });
});

test('a topic is followed once when it is added, and two others reworded to it, at once', async () => {
  const reader = await onPlan('pro');
  const add = (searchTerm: string) => reader.post('/api/immediate-search', { searchTerm });
  const others = [(await add('fen one')).body.searchTerm.id, (await add('fen two')).body.searchTerm.id];
  const answers = await Promise.all([
    add('bog'),
    add('Bog'),
    ...others.map((id) => reader.patch(`/api/search-terms/${id}`, { term: 'bog' })),
  ]);
  for (const { status } of answers) expect([200, 409]).toContain(status);
  const named = and(eq(searchTerms.userId, reader.id), eq(searchTerms.termKey, 'bog'));
  expect(await door.app.db.$count(searchTerms, named)).toBe(1);
});
