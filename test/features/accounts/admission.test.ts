import { eq } from 'drizzle-orm';
import { makeAdministrator, offerSetup, resetLinkOf } from '#accounts/setup.ts';
import { deliverDigest } from '#digests/run/deliver.ts';
import { invitations } from '#features/administration/tables.ts';
import { auditLog, emailDigests, users } from '#platform/db/schema.ts';
import { opened, openFreshDatabase } from '#test/freshDatabase.ts';
import { addDigest } from '#test/rows.ts';
import { type Door, newReader, openDoor, password, signupForm, tokenMailed, twice } from './accountsSetup.ts';

let door: Door;
const open = async (environment: Record<string, string>) => {
  door = await openDoor({ database, environment });
  return door;
};
const database = await opened(openFreshDatabase());

const withoutMail = {
  NODE_ENV: 'production',
  BASE_URL: 'http://192.168.1.5:3000',
  SESSION_SECRET: 'a secret of thirty-two characters',
};

const signIn = async (email: string) => {
  const visitor = door.visitor();
  const { status, body } = await visitor.post('/api/auth/login', { email, password });
  return Object.assign(visitor, { status, body });
};
const administrator = async () => {
  const code = await offerSetup(door.app);
  const visitor = door.visitor();
  const form = { code, email: 'admin@example.org', ...twice(password) };
  const { body } = await visitor.post('/api/setup', form);
  return Object.assign(visitor, { id: body.user.id as string, user: body.user });
};

describe('sign-up', () => {
  it.each([
    ['closed', {}, /takes no new accounts/],
    ['invite', {}, /need an invitation/],
    ['domain', { SIGNUP_DOMAINS: 'a.example.edu, b.org' }, /an address at a\.example\.edu or b\.org\.$/],
  ])('is refused with a sentence where it is %s', async (SIGNUP, more, sentence) => {
    await open({ SIGNUP, ...more });
    for (const path of ['/api/signup', '/api/auth/signup']) {
      const form = { ...signupForm('stranger@example.org'), researchField: 'biology' };
      const { status, body } = await door.visitor().post(path, form);
      expect([status, body.code]).toEqual([403, 'forbidden']);
      expect(body.message).toMatch(sentence);
    }
    expect(await door.app.db.select().from(users)).toEqual([]);
    expect((await door.visitor().get('/api/site')).body.signup).toBe(SIGNUP);
  });

  it('admits addresses of the domains, but no look-alikes', async () => {
    await open({ SIGNUP: 'domain', SIGNUP_DOMAINS: 'example.com' });
    const statuses = [];
    for (const email of ['a@Example.com', 'a@sub.example.com', 'a@notexample.com', 'example.com@evil.test'])
      statuses.push((await door.signUp(email)).status);
    expect(statuses).toEqual([200, 403, 403, 403]);
  });

  it('opens one account per invitation, once its address is confirmed', async () => {
    await open({ SIGNUP: 'invite' });
    const { body: made } = await (await administrator()).post('/api/admin/invitations', { note: 'Ada' });
    const invitation = new URL(made.link).searchParams.get('token')!;
    expect(await door.app.db.select({ hash: invitations.tokenHash }).from(invitations)).not.toContainEqual({
      hash: invitation,
    });
    for (const email of ['ada@example.org', 'eve@example.org'])
      expect((await door.signUp(email, { invitation })).status).toBe(200);
    const eve = await tokenMailed(door, 'eve@example.org');
    expect((await door.verify(await tokenMailed(door, 'ada@example.org'))).status).toBe(200);
    expect((await door.verify(eve)).status).toBe(403);
    expect((await door.signUp('late@example.org', { invitation })).body.message).toMatch(/has been used/);
    expect((await signIn('ada@example.org')).status).toBe(200);
    expect((await signIn('eve@example.org')).status).toBe(403);
  });

  it('refuses an expired or withdrawn invitation', async () => {
    await open({ SIGNUP: 'invite' });
    const admin = await administrator();
    const tokens = [];
    for (const days of [1, 7]) {
      const { body } = await admin.post('/api/admin/invitations', { days });
      tokens.push({ id: body.id, invitation: new URL(body.link).searchParams.get('token')! });
    }
    door.pass(25 * 3600);
    expect((await admin.delete(`/api/admin/invitations/${tokens[1]!.id}`)).status).toBe(200);
    for (const { invitation } of tokens) {
      const checked = await door.visitor().post('/api/invitations/check', { token: invitation });
      expect(checked.body).toEqual({ open: false });
      expect((await door.signUp('ada@example.org', { invitation })).status).toBe(403);
    }
    const { body } = await admin.get('/api/admin/invitations');
    expect(body.map(({ state }: { state: string }) => state).sort()).toEqual(['expired', 'revoked']);
  });
});

describe('first administrator', () => {
  it('is made by the code that was printed, which works once', async () => {
    await open({ SIGNUP: 'closed' });
    expect((await door.visitor().get('/api/setup')).body).toEqual({ open: false });
    const earlier = await offerSetup(door.app);
    const code = await offerSetup(door.app);
    expect((await door.visitor().get('/api/setup')).body).toEqual({ open: true });
    const form = { email: 'first@example.org', ...twice(password) };
    expect((await door.visitor().post('/api/setup', { ...form, code: earlier })).status).toBe(403);
    const visitor = door.visitor();
    const { status, body } = await visitor.post('/api/setup', { ...form, code: ` ${code!.toLowerCase()} ` });
    expect([status, body.user?.isAdmin]).toEqual([200, true]);
    expect((await visitor.get('/api/auth/me')).body.user.email).toBe('first@example.org');
    const second = { ...form, email: 'second@example.org', code };
    expect((await door.visitor().post('/api/setup', second)).status).toBe(403);
    expect(await offerSetup(door.app)).toBeNull();
  });

  it('is made although a stranger has signed up before, for the same address too', async () => {
    await open({});
    const code = await offerSetup(door.app);
    await door.signUp('first@example.org');
    expect((await door.visitor().get('/api/setup')).body).toEqual({ open: true });
    const token = await tokenMailed(door, 'first@example.org');
    const chosen = 'Another-horse-7-battery';
    const form = { code, email: 'first@example.org', ...twice(chosen) };
    expect((await door.visitor().post('/api/setup', form)).status).toBe(200);
    expect((await door.verify(token)).status).toBe(409);
    expect((await signIn('first@example.org')).status, 'the stranger’s password').toBe(401);
  });

  it('is created by a command, with a link to choose a password', async () => {
    await open({ SIGNUP: 'closed' });
    const link = await makeAdministrator(door.app, 'boss@example.org');
    expect((await signIn('boss@example.org')).status).toBe(401);
    const token = new URL(link!).searchParams.get('token');
    expect((await door.reset(token)).status).toBe(200);
    expect((await signIn('boss@example.org')).body.user.isAdmin).toBe(true);
    expect(await makeAdministrator(door.app, 'boss@example.org')).toBeNull();
    expect(await resetLinkOf(door.app, 'boss@example.org')).toMatch(/reset-password\?token=/);
    await expect(resetLinkOf(door.app, 'nobody@example.org')).rejects.toThrow(/no account/);
    const acts = await door.app.db.select({ action: auditLog.action }).from(auditLog);
    expect(acts.map(({ action }) => action)).toEqual(['administrator created', 'made administrator']);
  });
});

describe('server without mail', () => {
  it('opens an invited person’s account at once, but grants its unproven address no role', async () => {
    await open({ ...withoutMail, ADMIN_EMAILS: 'boss@example.org' });
    expect((await door.signUp('ada@example.org')).status).toBe(403);
    const { body } = await (await administrator()).post('/api/admin/invitations', {});
    const invitation = new URL(body.link).searchParams.get('token')!;
    const created = await door.signUp('boss@example.org', { invitation });
    expect(created.body.message).toBe('Account created. You can sign in now.');
    expect((await door.signUp('again@example.org', { invitation })).status).toBe(403);
    const reader = await signIn('boss@example.org');
    expect([reader.status, reader.body.user.isAdmin]).toEqual([200, false]);
  });

  it('answers a request for a mail by saying that it sends none', async () => {
    await open(withoutMail);
    await administrator();
    const email = 'admin@example.org';
    const { status, body } = await door.visitor().post('/api/forgot-password', { email });
    expect([status, body.code]).toEqual([503, 'unavailable']);
    expect(body.message).toMatch(/sends no mail/);
    expect((await door.visitor().get('/api/site')).body).toMatchObject({ mail: false, signup: 'invite' });
  });

  it('shows digests on the pages instead of mailing them', async () => {
    await open(withoutMail);
    const { id: userId } = await administrator();
    const digest = await addDigest(door.app, userId);
    await deliverDigest(door.app, digest.id);
    const [kept] = await door.app.db.select().from(emailDigests).where(eq(emailDigests.id, digest.id));
    expect([kept!.status, kept!.lastError]).toEqual(['kept', 'This server sends no mail.']);
  });
});

test('administration is for administrators only, even in development', async () => {
  await open({});
  expect((await door.visitor().get('/api/admin/invitations')).status).toBe(401);
  const reader = await newReader(door, 'reader@example.org');
  expect((await reader.get('/api/admin/invitations')).status).toBe(403);
});
