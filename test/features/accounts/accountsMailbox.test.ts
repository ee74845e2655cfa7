import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { redeemSearchToken } from '#accounts/credentials/searchGrant.ts';
import { searchTerms, users } from '#platform/db/schema.ts';
import { addTopic } from '#test/rows.ts';
import {
  type Door,
  newReader,
  openDoor,
  opened,
  password,
  signupForm,
  tokenMailed,
  twice,
} from './accountsSetup.ts';

// Who owns the mailbox? What strangers, mail scanners and the owner can each do with an address.

const door = await opened(openDoor());

const stranger = 'Stranger-danger-1';
const byStranger = twice(stranger);

test('answers the same for known and unknown addresses, and mails the owner', async () => {
  await newReader(door, 'owner@example.org');
  const known = await door.signUp('owner@example.org', byStranger);
  const unknown = await door.signUp('nobody-yet@example.org', byStranger);
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  expect((await door.mails('owner@example.org')).at(-1)?.mail).toBe('already-have-account');
  expect((await door.readMail('owner@example.org')).text).toContain('tab=forgot-password');
  expect((await door.login('owner@example.org', stranger)).status).toBe(401);
  expect((await door.login('owner@example.org', password)).status).toBe(200);

  const ask = (email: string) => door.visitor().post('/api/forgot-password', { email });
  const asked = await Promise.all(['owner@example.org', 'never-seen@example.org'].map(ask));
  expect(asked[0]!.body).toEqual(asked[1]!.body);
  expect(asked[0]!.body.message).toContain('If an account');
  expect(await door.mails('never-seen@example.org')).toEqual([]);
});

test('a scanner that asks for the head of a link confirms no address', async () => {
  const email = 'scanned@example.org';
  await door.signUp(email);
  const link = `/api/verify-email?token=${await tokenMailed(door, email)}`;
  expect((await door.visitor().call('HEAD', link)).status).toBe(200);
  expect((await door.login(email)).status).toBe(403);
});

test.each([
  ['before', [byStranger, {}]],
  ['after', [{}, byStranger]],
])('the owner’s verification voids a password that a stranger set %s the owner’s', async (when, forms) => {
  const email = `victim-${when}@example.org`;
  const tokens = new Map<object, string>();
  for (const form of forms) {
    await door.signUp(email, form);
    tokens.set(form, await tokenMailed(door, email));
  }
  const theirs = tokens.get(byStranger)!;
  tokens.delete(byStranger);
  for (const own of tokens.values()) expect((await door.verify(own)).status).toBe(200);
  const { status, body } = await door.verify(theirs);
  expect([status, body.message]).toEqual([409, expect.stringContaining('has been confirmed already')]);
  expect((await door.login(email, stranger)).status).toBe(401);
  expect((await door.login(email, password)).status).toBe(200);
});

test('"this was not me" voids a stranger’s sign-up, even after a scanner opened its link', async () => {
  await door.signUp('scanned@example.org', byStranger);
  const token = await tokenMailed(door, 'scanned@example.org');
  await door.visitor('203.0.113.9').get(`/api/verify-email?token=${token}`);
  expect((await door.login('scanned@example.org', stranger)).status).toBe(200);
  expect((await door.visitor().post('/api/signup/cancel', { token })).status).toBe(200);
  expect((await door.login('scanned@example.org', stranger)).status).toBe(401);
  expect(await door.app.db.select().from(users).where(eq(users.email, 'scanned@example.org'))).toEqual([]);

  await door.signUp('unopened@example.org', byStranger);
  const unopened = await tokenMailed(door, 'unopened@example.org');
  await door.signUp('unopened@example.org');
  expect((await door.visitor().post('/api/signup/cancel', { token: unopened })).status).toBe(200);
  expect((await door.verify(unopened)).status).toBe(400);
  const own = await tokenMailed(door, 'unopened@example.org');
  expect((await door.verify(own)).status).toBe(200);
  expect((await door.visitor().post('/api/signup/cancel', { token: unopened })).status).toBe(409);
});

test('a password reset verifies the address, voids strangers’ sign-ups, and ends every session', async () => {
  await door.signUp('hijacked@example.org', byStranger);
  const theirs = await tokenMailed(door, 'hijacked@example.org');
  await door.verify(theirs);
  const intruder = door.visitor();
  await intruder.post('/api/auth/login', { email: 'hijacked@example.org', password: stranger });
  expect((await intruder.get('/api/auth/me')).status).toBe(200);

  await door.visitor().post('/api/forgot-password', { email: 'hijacked@example.org' });
  const token = await tokenMailed(door, 'hijacked@example.org', 'reset');
  const reset = await door.reset(token);
  expect(reset.status).toBe(200);
  expect((await intruder.get('/api/auth/me')).status).toBe(401);
  expect((await door.login('hijacked@example.org', stranger)).status).toBe(401);
  expect((await door.login('hijacked@example.org', password)).status).toBe(200);
});

test('the topic of a sign-up can be searched once, from any browser, within ten minutes', async () => {
  await door.signUp('topic@example.org', { pendingSearch: '  soil   microbiome ' });
  const token = await tokenMailed(door, 'topic@example.org');
  const scanner = door.visitor('203.0.113.9');
  const phone = door.visitor();
  for (const visitor of [scanner, phone]) {
    const { body } = await visitor.get(`/api/verify-email?token=${token}`);
    const user = { email: 'topic@example.org' };
    expect(body).toEqual({ success: true, user, pendingSearch: 'soil microbiome', signedIn: false });
  }
  expect(await redeem(phone)).toMatchObject({ email: 'topic@example.org' });
  expect(await redeem(phone)).toBeNull();
  expect(await redeem(scanner), 'one search for all who opened the link').toBeNull();
  expect((await phone.get(`/api/verify-email?token=${token}`)).body.pendingSearch).toBeNull();
});

describe('a confirmation mail requested by a stranger', () => {
  test('carries no word of the topic that the stranger typed', async () => {
    for (const pendingSearch of ['win at https://evil.example/now', 'win at evil dot example']) {
      await door.signUp('spam@example.org', { pendingSearch });
      const { html, text } = await door.readMail('spam@example.org');
      expect(`${html}${text}`).not.toMatch(/evil|win at/);
    }
  });

  test('carries no word of the browser that the stranger invented', async () => {
    const agents = [
      'Send money to evil.example now/1.0 x',
      'Mozilla/5.0 (evil.example) evil/9',
      `${'e'.repeat(9000)}vil`,
    ];
    for (const agent of agents) {
      const form = signupForm('agent@example.org');
      await door.visitor().call('POST', '/api/signup', form, { 'user-agent': agent });
      const { html, text } = await door.readMail('agent@example.org');
      expect(`${html}${text}`).not.toMatch(/evil|Send money|e{20}/);
    }
  });
});

test('the one-time search token expires', async () => {
  await door.signUp('slow@example.org', { pendingSearch: 'soil microbiome' });
  const visitor = door.visitor();
  await visitor.get(`/api/verify-email?token=${await tokenMailed(door, 'slow@example.org')}`);
  door.pass(11 * 60);
  expect(await redeem(visitor)).toBeNull();
});

test('concurrent uses of one search token count once', async () => {
  await door.signUp('twice@example.org');
  const visitor = door.visitor();
  await visitor.get(`/api/verify-email?token=${await tokenMailed(door, 'twice@example.org')}`);
  const got = await Promise.all([redeem(visitor), redeem(visitor), redeem(visitor)]);
  expect(got.filter(Boolean)).toHaveLength(1);
});

test('a refused search does not use up the token', async () => {
  const email = 'full@example.org';
  await door.signUp(email);
  const visitor = door.visitor();
  await visitor.get(`/api/verify-email?token=${await tokenMailed(door, email)}`);
  const search = (searchTerm: string, of = email) =>
    visitor.post('/api/immediate-search', { email: of, searchTerm });
  expect((await search('soil microbiome', 'another@example.org')).status).toBe(403);
  const [user] = await door.app.db.select().from(users).where(eq(users.email, email));
  await addTopic(door.app, user!.id, 'sand');
  expect(await search('soil microbiome')).toMatchObject({ status: 402, body: { requiresPayment: true } });

  await door.app.db.delete(searchTerms).where(eq(searchTerms.userId, user!.id));
  expect((await search('soil microbiome')).status).toBe(200);
  expect((await search('soil microbiome')).status, 'it is used up now').toBe(401);
});

/** The search call with only the cookie. */
async function redeem(visitor: ReturnType<Door['visitor']>) {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return new Promise((resolve, reject) => {
    const probe = new Hono().get('/', async (http) => {
      await redeemSearchToken(door.app, http).then(resolve, reject);
      return http.body(null);
    });
    void probe.request('/', { headers: { cookie } });
  });
}
