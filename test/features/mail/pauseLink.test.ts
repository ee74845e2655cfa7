import { eq } from 'drizzle-orm';
import { searchTerms, userPreferences } from '#platform/db/schema.ts';
import { addTopic, addUser } from '#test/rows.ts';
import { unsubscribeToken } from '#topics/pause.ts';
import { openDoor, opened } from '../accounts/accountsSetup.ts';

let made = 0;
let userId: string;
let forTerm: string;
let forAll: string;
const door = await opened(openDoor());
beforeEach(async () => {
  const { db } = door.app;
  const email = `pauses${++made}@example.org`;
  userId = (await addUser(door.app, email)).id;
  await db.insert(userPreferences).values({ userId });
  const topic = await addTopic(door.app, userId, 'soil microbiome');
  forTerm = `/api/unsubscribe/${unsubscribeToken(door.app, userId, topic.id)}`;
  forAll = `/api/unsubscribe/${unsubscribeToken(door.app, userId, null)}`;
});

// The test's clock says 2 March 2026.
const pause = (path: string, resumeOn?: string) =>
  door.visitor().post(`${path}/pause`, resumeOn ? { resumeOn } : {});
const state = async () => {
  const [topic] = await door.app.db.select().from(searchTerms).where(eq(searchTerms.userId, userId));
  return [topic!.isActive, topic!.resumeOn];
};

describe('pausing by a mail’s link', () => {
  test('pauses the topic until a day, and undoes it', async () => {
    const { status, body } = await pause(forTerm, '2026-04-05');
    expect([status, body]).toEqual([
      200,
      {
        message: 'Nothing is searched or mailed for “soil microbiome” until Sun 5 Apr 2026.',
        term: 'soil microbiome',
      },
    ]);
    expect(await state()).toEqual([false, '2026-04-05']);
    expect((await door.visitor().post(`${forTerm}/undo`)).status).toBe(200);
    expect(await state()).toEqual([true, null]);
  });

  test('names the topic before anything changes, and none for all digests or another’s link', async () => {
    const about = async (path: string) => (await door.visitor().get(`${path}/about`)).body;
    expect(await about(forTerm)).toEqual({ term: 'soil microbiome' });
    expect(await about(forAll)).toEqual({ term: null });
    expect((await door.visitor().get(`${forTerm}x/about`)).status).toBe(404);
    expect(await state()).toEqual([true, null]);
  });

  test('pauses the topic until the reader resumes it if no day is given', async () => {
    const { body } = await pause(forTerm);
    expect(body.message).toBe('Nothing is searched or mailed for “soil microbiome” until you resume it.');
    expect(await state()).toEqual([false, null]);
  });

  test('refuses a day that is not in the future, and a link that is not for one topic', async () => {
    expect((await pause(forTerm, '2026-03-01')).status).toBe(400);
    expect((await pause(forAll)).status).toBe(404);
    expect(await state()).toEqual([true, null]);
  });

  test('accepts only our own page, and no GET', async () => {
    const foreign = await door.door.request(`${forTerm}/pause`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    });
    expect(foreign.status).toBe(403);
    const got = await door.door.request(`${forTerm}/pause`, {
      headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    });
    expect(got.status).toBe(404);
    expect(await state()).toEqual([true, null]);
  });
});
