import { eq } from 'drizzle-orm';
import { cleanUpAccounts } from '#accounts/cleanup.ts';
import { feeds } from '#features/feeds/tables.ts';
import { channels } from '#features/messages/tables.ts';
import { passkeys } from '#features/passkeys/tables.ts';
import { shares } from '#features/sharing/tables.ts';
import { apiTokens } from '#features/tokens/tables.ts';
import { zoteroAccounts } from '#features/zotero/tables.ts';
import { recordAct } from '#platform/audit.ts';
import { securityActivity, sessions } from '#platform/db/schema.ts';
import { addTopic } from '#test/rows.ts';
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

// Attacks by somebody at an open browser, and what the owner sees of them later.

const later = (minutes: number) => door.pass(minutes * 60);
const fresh = { password: 'Quite-another-7-horse', confirmPassword: 'Quite-another-7-horse' };

describe('open browser of an absent reader', () => {
  it('makes no API token and takes no data away without a new proof', async () => {
    const reader = await newReader(door, 'left@example.org');
    later(16);
    for (const call of [
      () => reader.post('/api/tokens', { name: 'Thief' }),
      () => reader.post('/api/account/export'),
    ]) {
      expect(await call()).toMatchObject({
        status: 403,
        body: { message: 'Please confirm that it is you.', needsProof: ['password'] },
      });
    }
    expect((await reader.post('/api/account/prove', { password })).status).toBe(200);
    expect((await reader.post('/api/tokens', { name: 'Notebook' })).status).toBe(200);
    expect((await reader.post('/api/account/export')).status).toBe(200);
    later(16);
    expect((await reader.post('/api/account/export')).status).toBe(403);
  });

  it('leads nothing of the account elsewhere, and signs no other device out, without a new proof', async () => {
    const reader = await newReader(door, 'led-away@example.org');
    const phone = door.visitor();
    await phone.post('/api/auth/login', { email: reader.email, password });
    const { body: sessions } = await reader.get('/api/sessions');
    const other = sessions.find((one: { current: boolean }) => !one.current);
    later(16);
    const [topic, channel] = [crypto.randomUUID(), crypto.randomUUID()];
    for (const call of [
      () => reader.post('/api/feed'),
      () => reader.post(`/api/search-terms/${topic}/channels`, { address: 'https://thief.example/hook' }),
      () => reader.post(`/api/channels/${channel}/secret`),
      () => reader.post('/api/zotero', { key: 'keyOfTheThief' }),
      () => reader.delete(`/api/sessions/${other.id}`),
      () => reader.post('/api/sessions/end-others'),
    ])
      expect(await call()).toMatchObject({ status: 403, body: { needsProof: ['password'] } });
    expect((await phone.get('/api/auth/me')).status).toBe(200);
    // A shared page is allowed: it shows only what this browser can copy anyway, and stays listed.
    expect((await reader.post('/api/shares', { tag: 'sleep' })).status).toBe(200);
    await reader.post('/api/account/prove', { password });
    expect((await reader.post('/api/feed')).status).toBe(200);
    expect((await reader.delete(`/api/sessions/${other.id}`)).status).toBe(200);
    const told = (await reader.get('/api/account/activity')).body.map((one: { event: string }) => one.event);
    expect(told).toEqual(expect.arrayContaining(['feeds-made', 'page-shared', 'signed-out-device']));
  });

  it('proves nothing for another session', async () => {
    const reader = await newReader(door, 'two-places@example.org');
    const phone = door.visitor();
    await phone.post('/api/auth/login', { email: reader.email, password });
    later(16);
    await reader.post('/api/account/prove', { password });
    expect((await phone.post('/api/account/export')).status).toBe(403);
  });

  it('changes the password and deletes the account by the password alone, and by nothing else', async () => {
    const reader = await newReader(door, 'as-ever@example.org');
    const change = (currentPassword: string) =>
      reader.post('/api/account/password', { ...fresh, currentPassword });
    const leave = (given: string) => reader.post('/api/account/delete', { password: given });
    // Even a very recent sign-in does not prove that the person there now knows the password.
    expect([(await change('Wrong-1')).status, (await leave('Wrong-1')).status]).toEqual([403, 403]);
    expect([(await change('')).status, (await leave('')).status]).toEqual([400, 400]);
    later(16);
    expect((await change(password)).status).toBe(200);
    expect((await leave(fresh.password)).status).toBe(200);
  });
});

describe('mail about a new password', () => {
  /** A reader with a token and feeds who has just changed the password; the token of the mailed link. */
  async function changed(email: string) {
    const reader = await newReader(door, email);
    await reader.post('/api/tokens', { name: 'Reading group' });
    await reader.post('/api/feed');
    later(1);
    await reader.post('/api/account/password', { ...fresh, currentPassword: password });
    const { data } = (await door.mails(email)).at(-1)!;
    return { reader, token: new URL(String(data.endLink)).searchParams.get('token')! };
  }
  const tokensOf = (userId: string) =>
    door.app.db.select().from(apiTokens).where(eq(apiTokens.userId, userId));
  const feedsOf = (userId: string) => door.app.db.select().from(feeds).where(eq(feeds.userId, userId));
  const end = (token: string) => door.visitor().post('/api/access/end', { token });

  it('names what lives on and ends it with one press, signed in or not', async () => {
    const { reader, token } = await changed('lives-on@example.org');
    const { text } = await door.readMail(reader.email);
    expect(text).toContain('the API token “Reading group”; and your feed addresses');
    expect(await tokensOf(reader.id)).toHaveLength(1);
    expect((await end(token)).status).toBe(200);
    expect(await tokensOf(reader.id)).toEqual([]);
    expect(await feedsOf(reader.id)).toEqual([]);
    expect((await end(token)).status, 'again').toBe(200);
  });

  it('names and ends whatever was planted: passkeys, webhooks, Zotero, shared pages', async () => {
    const reader = await newReader(door, 'planted@example.org');
    const topic = await addTopic(door.app, reader.id, 'sleep');
    const at = { userId: reader.id, createdAt: door.clock.now };
    const place = { kind: 'webhook', place: 'thief.example/…hook', sealed: '' } as const;
    await door.app.db.insert(channels).values({ ...at, ...place, searchTermId: topic.id });
    const library = { username: 'thief', sealed: '', library: 'users/1', libraryName: '' };
    await door.app.db.insert(zoteroAccounts).values({ ...at, ...library });
    const key = { credentialId: 'thief', publicKey: new Uint8Array(1), counter: 0, name: 'Thief’s phone' };
    await door.app.db.insert(passkeys).values({ ...at, ...key });
    await reader.post('/api/shares', { tag: 'sleep' });
    later(1);
    await reader.post('/api/account/password', { ...fresh, currentPassword: password });
    const { text } = await door.readMail(reader.email);
    expect(text.replace(/\s+/g, ' ')).toContain(
      'what is sent to thief.example/…hook; the passkey “Thief’s phone”; a shared page; and what is sent to the library of thief in Zotero',
    );
    const { data } = (await door.mails(reader.email)).at(-1)!;
    await end(new URL(String(data.endLink)).searchParams.get('token')!);
    for (const table of [passkeys, channels, zoteroAccounts, shares])
      expect(await door.app.db.$count(table, eq(table.userId, reader.id))).toBe(0);
  });

  it('ends nothing created after it', async () => {
    const { reader, token } = await changed('made-later@example.org');
    later(1);
    await reader.post('/api/tokens', { name: 'Later' });
    expect((await end(token)).status).toBe(200);
    expect((await tokensOf(reader.id)).map(({ name }) => name)).toEqual(['Later']);
  });

  it('has a link that cannot be cut, changed, used for another account or after a month', async () => {
    const { reader, token } = await changed('cut@example.org');
    const other = await newReader(door, 'victim@example.org');
    await other.post('/api/tokens', { name: 'Theirs' });
    const bytes = Buffer.from(token, 'base64url');
    bytes.write(other.id.replaceAll('-', ''), 'hex');
    const longer = Buffer.from(token, 'base64url');
    longer[17]! ^= 1;
    for (const wrong of [
      bytes.toString('base64url'),
      longer.toString('base64url'),
      token.slice(0, -1),
      `${token}A`,
      'unknown',
    ])
      expect((await end(wrong)).status).toBe(400);
    later(31 * 24 * 60);
    expect((await end(token)).status).toBe(400);
    expect(await tokensOf(reader.id)).toHaveLength(1);
    expect(await tokensOf(other.id)).toHaveLength(1);
  });

  it('has no such link if nothing keeps access', async () => {
    const reader = await newReader(door, 'nothing-lives@example.org');
    await reader.post('/api/account/password', { ...fresh, currentPassword: password });
    expect((await door.readMail(reader.email)).text).not.toContain('end-access');
  });
});

describe('security activity', () => {
  it('lists sign-ins, devices and changes, newest first, without secrets', async () => {
    const reader = await newReader(door, 'active@example.org');
    later(1);
    const { token } = (await reader.post('/api/tokens', { name: 'Notebook' })).body;
    later(1);
    const phone = door.visitor('203.0.113.5');
    await phone.post('/api/auth/login', { email: reader.email, password });
    later(1);
    await reader.post('/api/account/password', { ...fresh, currentPassword: password });
    const listed = (await reader.get('/api/account/activity')).body;
    const events = listed.map(({ event }: { event: string }) => event);
    expect(events).toEqual(['password-changed', 'signed-in', 'token-created', 'signed-in']);
    expect(listed[1]).toMatchObject({ device: 'Firefox on Linux', network: '203.0.113.0/24' });
    expect(listed[2]).toMatchObject({ detail: 'Notebook' });
    const text = JSON.stringify(listed);
    for (const secret of [token, password, fresh.password, '203.0.113.5', reader.email])
      expect(text).not.toContain(secret);
  });

  it('repeats no word of a browser that a stranger invented', async () => {
    const reader = await newReader(door, 'invented-agent@example.org');
    await door
      .visitor()
      .call('POST', '/api/auth/login', { email: reader.email, password }, { 'user-agent': 'Evil/1.0 (x)' });
    expect(JSON.stringify((await reader.get('/api/account/activity')).body)).not.toContain('Evil');
  });

  it('shows actions of administrators, but not who did them or from where', async () => {
    const reader = await newReader(door, 'looked-after@example.org');
    const admin = await newReader(door, 'boss@example.org');
    later(1);
    const between = { actor: admin.id, subject: reader.id, network: '192.0.2.9' };
    await recordAct(door.app, { ...between, action: 'reader suspended' });
    const [newest] = (await reader.get('/api/account/activity')).body;
    expect(newest).toMatchObject({ event: 'by-administrator', detail: 'reader suspended', network: null });
  });

  it('is kept for a year, and deleted with the account', async () => {
    const reader = await newReader(door, 'a-year@example.org');
    const own = () =>
      door.app.db.select().from(securityActivity).where(eq(securityActivity.userId, reader.id));
    later(364 * 24 * 60);
    await cleanUpAccounts(door.app);
    expect(await own()).toHaveLength(1);
    later(2 * 24 * 60);
    await cleanUpAccounts(door.app);
    expect(await own()).toEqual([]);
  });
});
