import { eq } from 'drizzle-orm';
import { sessions } from '#platform/db/schema.ts';
import { newReader, openDoor, opened, password, twice } from './accountsSetup.ts';

const begin = new Date('2026-03-02T09:00:00Z');
const door = await opened(openDoor());
beforeEach(() => {
  door.clock.now = begin;
});

const days = (count: number) => {
  door.clock.now = new Date(begin.getTime() + count * 86_400_000);
};

test('the cookie is HttpOnly, Lax and long enough; over https it is bound to the host', async () => {
  const reader = await newReader(door, 'cookie@example.org');
  const { headers } = await reader.post('/api/auth/login', { email: reader.email, password });
  const line = headers.getSetCookie().at(-1)!;
  expect(line).toMatch(/^litwatch=[\w-]{43}; /);
  for (const part of ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${60 * 86_400}`])
    expect(line).toContain(part);
  expect(line).not.toContain('Secure');

  const secure = await openDoor({ environment: { BASE_URL: 'https://litwatch.test' } });
  try {
    const reader = await newReader(secure, 'cookie@example.org');
    const { headers } = await reader.post('/api/auth/login', { email: reader.email, password });
    expect(headers.getSetCookie().at(-1)).toMatch(/^__Host-litwatch=.*Secure/);
    expect(headers.get('strict-transport-security')).toContain('max-age=63072000');
    expect((await reader.get('/api/auth/me')).status).toBe(200);
  } finally {
    await secure.close();
  }
});

test('signing in gives a new token and ends the session the browser came with', async () => {
  const reader = await newReader(door, 'rotate@example.org');
  const before = reader.cookies.get('litwatch')!;
  await reader.post('/api/auth/login', { email: reader.email, password });
  const after = reader.cookies.get('litwatch')!;
  expect(after).not.toBe(before);
  reader.cookies.set('litwatch', before);
  expect((await reader.get('/api/auth/me')).status).toBe(401);
  const rows = await door.app.db.select().from(sessions).where(eq(sessions.userId, reader.id));
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(after);
});

test('a session ends after two idle weeks, and after sixty days however busy', async () => {
  const idle = await newReader(door, 'idle@example.org');
  days(13.9);
  expect((await idle.get('/api/auth/me')).status).toBe(200);
  days(13.9 + 13.9);
  expect((await idle.get('/api/auth/me')).status).toBe(200);
  days(13.9 + 13.9 + 14.1);
  expect((await idle.get('/api/auth/me')).status).toBe(401);

  days(0);
  const busy = await newReader(door, 'busy@example.org');
  for (let day = 10; day < 60; day += 10) {
    days(day);
    expect((await busy.get('/api/auth/me')).status).toBe(200);
  }
  days(60.01);
  expect((await busy.get('/api/auth/me')).status).toBe(401);
});

test('a reader sees where he is signed in, and ends one place or all others', async () => {
  const laptop = await newReader(door, 'many@example.org');
  const [phone, library] = [door.visitor('203.0.113.5'), door.visitor('2001:db8:1:2:3::4')];
  for (const visitor of [phone, library])
    await visitor.post('/api/auth/login', { email: laptop.email, password });
  const listed = (await laptop.get('/api/sessions')).body;
  expect(listed).toHaveLength(3);
  expect(listed.filter((one: { current: boolean }) => one.current)).toEqual([
    expect.objectContaining({ device: 'Firefox on Linux', network: '198.51.100.0/24' }),
  ]);
  expect(listed.map((one: { network: string }) => one.network)).toContain('2001:db8:1::/48');

  const theirs = listed.find((one: { network: string }) => one.network === '203.0.113.0/24').id;
  const other = await newReader(door, 'other@example.org');
  expect((await other.delete(`/api/sessions/${theirs}`)).status).toBe(404);
  expect((await laptop.delete('/api/sessions/not-an-id')).status).toBe(404);
  expect((await laptop.delete(`/api/sessions/${theirs}`)).status).toBe(200);
  expect((await phone.get('/api/auth/me')).status).toBe(401);
  expect((await laptop.post('/api/sessions/end-others')).status).toBe(200);
  expect((await library.get('/api/auth/me')).status).toBe(401);
  expect((await laptop.get('/api/auth/me')).status).toBe(200);
});

test('a new password needs the present one and ends the other sessions', async () => {
  const reader = await newReader(door, 'change@example.org');
  const phone = door.visitor();
  await phone.post('/api/auth/login', { email: reader.email, password });
  const fresh = 'Quite-another-7-horse';
  const form = twice(fresh);
  const change = (currentPassword: string) =>
    reader.post('/api/account/password', { ...form, currentPassword });
  expect((await change('Wrong-1-horse')).status).toBe(403);
  expect((await change(password)).status).toBe(200);
  expect((await reader.get('/api/auth/me')).status).toBe(200);
  expect((await phone.get('/api/auth/me')).status).toBe(401);
  expect((await door.readMail(reader.email)).subject).toContain('password was changed');
});

test('a reset link works once, for an hour', async () => {
  const reader = await newReader(door, 'forgetful@example.org');
  const fresh = 'Quite-another-7-horse';
  const use = (token: string) => door.reset(token, fresh);
  const ask = async () => {
    await door.visitor().post('/api/forgot-password', { email: reader.email });
    const { data } = (await door.mails(reader.email)).at(-1)!;
    return new URL(String(data.link)).searchParams.get('token')!;
  };
  const [first, again] = [await ask(), await ask()];
  expect(again, 'one link for requests that follow each other').toBe(first);
  expect((await use(first)).status).toBe(200);
  const message = 'This password reset link is invalid or expired.';
  expect(await use(first)).toMatchObject({ status: 400, body: { message } });
  const late = await ask();
  door.clock.now = new Date(begin.getTime() + 61 * 60_000);
  expect((await use(late)).status).toBe(400);
});
