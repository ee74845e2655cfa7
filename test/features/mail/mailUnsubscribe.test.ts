import { eq } from 'drizzle-orm';
import { searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import { addTopic, addUser } from '#test/rows.ts';
import { unsubscribeToken } from '#topics/pause.ts';
import { openDoor, opened } from '../accounts/accountsSetup.ts';
import cases from './mailUnsubscribe.test.json' with { type: 'json' };

let reader: Awaited<ReturnType<typeof addReader>>;
let count = 0;

const door = await opened(openDoor());
beforeEach(async () => {
  reader = await addReader();
});

async function addReader() {
  const { db } = door.app;
  const email = `reader${++count}@example.org`;
  const { id: userId } = await addUser(door.app, email);
  await db.insert(userPreferences).values({ userId, dailyHighlights: true });
  const { id: termId } = await addTopic(door.app, userId, 'soil microbiome');
  return {
    userId,
    termId,
    forTerm: `/api/unsubscribe/${unsubscribeToken(door.app, userId, termId)}`,
    forAll: `/api/unsubscribe/${unsubscribeToken(door.app, userId, null)}`,
    async state() {
      const [term] = await db.select().from(searchTerms).where(eq(searchTerms.id, termId));
      const [preferences] = await db.select().from(userPreferences).where(eq(userPreferences.userId, userId));
      return { term: term?.isActive, weekly: preferences!.weeklyDigest, daily: preferences!.dailyHighlights };
    },
  };
}

const on = { term: true, weekly: true, daily: true };
const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
  door.door.request(path, { method, headers, ...(body === undefined ? {} : { body }) });

// Requests to the address that no person intended. None may change anything.
const onlookers = cases.onlookers as [string, string, Record<string, string>][];

test.each(onlookers)('%s changes nothing', async (_, method, headers) => {
  for (const address of [reader.forTerm, reader.forAll]) {
    const answer = await ask(method, address, headers);
    expect(await reader.state()).toEqual(on);
    if (method !== 'GET') continue;
    expect(answer.status).toBe(303);
    const page = new URL(answer.headers.get('location')!, 'http://litwatch.test');
    expect(page.pathname).toBe('/unsubscribe');
    expect(page.searchParams.get('ask')).toBe('1');
    // A link for all digests must not offer to stop one topic.
    expect(page.searchParams.get('all')).toBe(address === reader.forAll ? '1' : null);
    expect(`/api/unsubscribe/${page.searchParams.get('token')}`).toBe(address);
  }
});

const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
const ownFetch = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };

describe('unsubscribing', () => {
  test('pauses the link’s topic when the page itself asks', async () => {
    const answer = await ask('GET', reader.forTerm, ownFetch);
    const message = 'You have been successfully unsubscribed from digests on “soil microbiome”.';
    expect(await answer.json()).toEqual({ message, term: 'soil microbiome' });
    expect(await reader.state()).toEqual({ ...on, term: false });
  });

  test('keeps the topics when all digests are stopped', async () => {
    const answer = await ask('GET', reader.forAll, ownFetch);
    const message = 'You have been successfully unsubscribed from all digests.';
    expect(await answer.json()).toEqual({ message, term: null });
    expect(await reader.state()).toEqual({ term: true, weekly: false, daily: false });
  });

  test('stops all digests with the link of one topic', async () => {
    await ask('POST', `${reader.forTerm}?all=1`);
    expect(await reader.state()).toEqual({ term: true, weekly: false, daily: false });
  });

  // RFC 8058, 3.1: the mail provider sends the form without cookies. Anything else in the request is ignored.
  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'a multipart form',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
    ],
    ['JSON', 'application/json', '{"List-Unsubscribe":"One-Click"}'],
    ['broken JSON', 'application/json', '{'],
    ['nothing', '', undefined],
  ])('works by one click with %s as body', async (_, type, body) => {
    const headers = { ...foreign, ...(type && { 'content-type': type }) };
    const answer = await ask('POST', reader.forTerm, headers, body);
    expect(answer.status).toBe(200);
    expect(await reader.state()).toEqual({ ...on, term: false });
  });

  test('succeeds any number of times, even after the topic or reader is deleted', async () => {
    for (const status of [200, 200]) expect((await ask('POST', reader.forTerm)).status).toBe(status);
    await door.app.db.delete(users).where(eq(users.id, reader.userId));
    expect((await ask('POST', reader.forTerm)).status).toBe(200);
    expect((await ask('POST', reader.forAll)).status).toBe(200);
  });

  test('does not change anybody else’s digests', async () => {
    const other = await addReader();
    const crossed = unsubscribeToken(door.app, other.userId, reader.termId);
    await ask('POST', `/api/unsubscribe/${crossed}`);
    expect(await reader.state()).toEqual(on);
    expect(await other.state()).toEqual(on);
  });

  test.each(['x', 'A'.repeat(66), '%F0%9F%A7%AC', '..%2f..'])('refuses the token %s', async (token) => {
    const answer = await ask('POST', `/api/unsubscribe/${token}`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      message: 'Invalid unsubscribe link. Please check your email for the correct link.',
    });
  });
});

describe('undo', () => {
  const undo = async (path: string) => {
    const answer = await door.visitor().post(path);
    return { status: answer.status, message: answer.body.message };
  };

  test('restores a topic', async () => {
    await ask('POST', reader.forTerm);
    expect(await undo(`${reader.forTerm}/undo`)).toEqual({
      status: 200,
      message: 'You will keep receiving digests on “soil microbiome”.',
    });
    expect(await reader.state()).toEqual(on);
  });

  test('turns weekly digests on again, and leaves daily highlights off', async () => {
    await ask('POST', reader.forAll);
    expect((await undo(`${reader.forAll}/undo`)).status).toBe(200);
    expect(await reader.state()).toEqual({ ...on, daily: false });
  });

  test('respects the plan: restoring a paused topic does not exceed its limit', async () => {
    await ask('POST', reader.forTerm);
    await addTopic(door.app, reader.userId, 'moss');
    expect(await undo(`${reader.forTerm}/undo`)).toMatchObject({ status: 409 });
    expect((await reader.state()).term).toBe(false);
  });

  test('rejects restoring a deleted topic', async () => {
    await ask('POST', reader.forTerm);
    await door.app.db.delete(searchTerms).where(eq(searchTerms.id, reader.termId));
    expect(await undo(`${reader.forTerm}/undo`)).toMatchObject({ status: 404 });
  });

  test('accepts only our own page', async () => {
    await ask('POST', reader.forTerm);
    expect((await ask('POST', `${reader.forTerm}/undo`, foreign)).status).toBe(403);
    expect((await ask('GET', `${reader.forTerm}/undo`, ownFetch)).status).toBe(404);
    expect((await reader.state()).term).toBe(false);
  });
});

describe('pausing by a mail’s link', () => {
  // The test's clock says 2 March 2026.
  const pause = (path: string, resumeOn?: string) =>
    door.visitor().post(`${path}/pause`, resumeOn ? { resumeOn } : {});
  const state = async () => {
    const [topic] = await door.app.db.select().from(searchTerms).where(eq(searchTerms.id, reader.termId));
    return [topic!.isActive, topic!.resumeOn];
  };

  test('pauses the topic until a day, and undoes it', async () => {
    const { status, body } = await pause(reader.forTerm, '2026-04-05');
    const message = 'Nothing is searched or mailed for “soil microbiome” until Sun 5 Apr 2026.';
    expect([status, body]).toEqual([200, { message, term: 'soil microbiome' }]);
    expect(await state()).toEqual([false, '2026-04-05']);
    expect((await door.visitor().post(`${reader.forTerm}/undo`)).status).toBe(200);
    expect(await state()).toEqual([true, null]);
  });

  test('names the topic before anything changes, and none for all digests or another’s link', async () => {
    const about = async (path: string) => (await door.visitor().get(`${path}/about`)).body;
    expect(await about(reader.forTerm)).toEqual({ term: 'soil microbiome' });
    expect(await about(reader.forAll)).toEqual({ term: null });
    expect((await door.visitor().get(`${reader.forTerm}x/about`)).status).toBe(404);
    expect(await state()).toEqual([true, null]);
  });

  test('pauses the topic until the reader resumes it if no day is given', async () => {
    const { body } = await pause(reader.forTerm);
    expect(body.message).toBe('Nothing is searched or mailed for “soil microbiome” until you resume it.');
    expect(await state()).toEqual([false, null]);
  });

  test('refuses a day that is not in the future, and a link that is not for one topic', async () => {
    expect((await pause(reader.forTerm, '2026-03-01')).status).toBe(400);
    expect((await pause(reader.forAll)).status).toBe(404);
    expect(await state()).toEqual([true, null]);
  });

  test('accepts only our own page, and no GET', async () => {
    expect((await ask('POST', `${reader.forTerm}/pause`, foreign)).status).toBe(403);
    expect((await ask('GET', `${reader.forTerm}/pause`, ownFetch)).status).toBe(404);
    expect(await state()).toEqual([true, null]);
  });
});
