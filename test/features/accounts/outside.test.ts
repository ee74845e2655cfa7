import { eq } from 'drizzle-orm';
import { readConfig } from '#app/settings.ts';
import { externalAccounts } from '#features/signOn/tables.ts';
import { users } from '#platform/db/schema.ts';
import { type OidcFault, type OidcStandIn, type Person, startOidc } from '#stand-ins/oidc/server.ts';
import { opened, openFreshDatabase } from '#test/freshDatabase.ts';
import { type Door, newReader, openDoor, password, signupForm, tokenMailed, twice } from './accountsSetup.ts';

let oidc: OidcStandIn;
let door: Door;
const database = await opened(openFreshDatabase());
beforeEach(async () => {
  oidc = await startOidc();
  await open();
});
afterEach(() => oidc.close());

const open = async (more: Record<string, string> = {}) => {
  door = await openDoor({ database, environment: { ...oidc.environment, ...more } });
};

type Visitor = ReturnType<Door['visitor']>;

/** Signs in at the provider as the person, and returns the address to which it redirects the browser. */
async function leave(visitor: Visitor, sub: string): Promise<string> {
  const started = await visitor.get('/api/oidc/start');
  expect(started.status).toBe(302);
  return follow(started.headers.get('location')!, sub);
}

/** The same, to connect the reader's account. */
async function leaveToConnect(visitor: Visitor, sub: string): Promise<string> {
  const { status, body } = await visitor.post('/api/oidc/connect');
  expect(status, JSON.stringify(body)).toBe(200);
  return follow(body.address, sub);
}

async function follow(address: string, sub: string): Promise<string> {
  const there = new URL(address);
  there.pathname = `/authorize/as/${sub}`;
  const back = await fetch(there, { redirect: 'manual' });
  expect(back.status).toBe(302);
  const { pathname, search } = new URL(back.headers.get('location')!);
  return pathname + search;
}

const sentTo = async (visitor: Visitor, path: string) => (await visitor.get(path)).headers.get('location');

async function signIn(sub: string, visitor = door.visitor()) {
  return Object.assign(visitor, { sentTo: await sentTo(visitor, await leave(visitor, sub)) });
}

const me = async (visitor: Visitor) => (await visitor.get('/api/auth/me')).body.user;

describe('single sign-on', () => {
  it('opens an account for a verified address, and finds it again by its name at the provider', async () => {
    const visitor = await signIn('1');
    expect(visitor.sentTo).toBe('/auth?arrived=1');
    const first = await me(visitor);
    expect(first).toMatchObject({ email: 'ada@example.org', hasPassword: false, isAdmin: false });
    Object.assign(oidc.people[0]!, { email: 'ada.new@example.org' });
    expect((await me(await signIn('1'))).id).toBe(first.id);
  });

  it('goes on when the provider changes its keys, and then takes no withdrawn one', async () => {
    const first = await me(await signIn('1'));
    oidc.rotate();
    // An unknown key is looked for once a minute.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await me(await signIn('1'))).id).toBe(first.id);
    oidc.misbehave('withdrawn-key');
    expect((await signIn('1')).sentTo).toBe('/auth?tab=login&problem=failed');
  });

  it('links to no account with a password by its address alone: its owner signs in with that and connects the two', async () => {
    const reader = await newReader(door, 'ada@example.org');
    expect((await signIn('1')).sentTo).toBe('/auth?tab=login&problem=known');
    expect(await door.app.db.select().from(externalAccounts)).toEqual([]);
    await reader.get(await leaveToConnect(reader, '1'));
    expect((await me(await signIn('1'))).id).toBe(reader.id);
  });

  it('links to an account without another proof, whose address was proven by mail, and tells it', async () => {
    const reader = await newReader(door, 'ada@example.org');
    await door.app.db.update(users).set({ hasPassword: false }).where(eq(users.id, reader.id));
    expect((await me(await signIn('1'))).id).toBe(reader.id);
    expect((await door.readMail('ada@example.org')).text).toContain('An account elsewhere was connected');
  });

  it('takes an address with a letter that only looks like one of ASCII for no address', async () => {
    await newReader(door, 'kim@example.org');
    Object.assign(oidc.people[0]!, { email: '\u212Aim@example.org' });
    expect((await signIn('1')).sentTo).toBe('/auth?tab=login&problem=unverified');
  });

  it('lets an account without a password have its first only by a mailed link', async () => {
    const visitor = await signIn('1');
    const fresh = twice(password);
    const { status } = await visitor.post('/api/account/password', { ...fresh, currentPassword: password });
    expect(status).toBe(403);
    await door.visitor().post('/api/forgot-password', { email: 'ada@example.org' });
    const token = await tokenMailed(door, 'ada@example.org', 'reset');
    expect((await door.visitor().post('/api/reset-password', { ...fresh, token })).status).toBe(200);
    expect((await door.login('ada@example.org')).status).toBe(200);
  });

  it('links nothing by an address that the provider has not verified, or does not name', async () => {
    await newReader(door, 'eve@example.org');
    for (const sub of ['3', '4']) {
      const visitor = await signIn(sub);
      expect(visitor.sentTo).toBe('/auth?tab=login&problem=unverified');
      expect(await me(visitor)).toBeUndefined();
    }
    expect(await door.app.db.select().from(externalAccounts)).toEqual([]);
  });

  const isVerified = { email_verified: true };
  it.each<[string, boolean, Partial<Person>, Partial<Person>, string]>([
    ['userinfo is of another person', true, isVerified, { sub: '2' }, 'failed'],
    ['the ID token does not call its address verified', false, {}, isVerified, 'unverified'],
    ['userinfo does not call its own verified', true, isVerified, { email_verified: false }, 'unverified'],
  ])('links nothing if %s, whatever the other says', async (_, isOnlyThere, inToken, there, problem) => {
    await open({ OIDC_ADMIN_GROUP: 'admins' });
    Object.assign(oidc.people[0]!, { groups: undefined, email_verified: undefined, ...inToken });
    if (isOnlyThere) oidc.onlyAtUserinfo.push('email');
    Object.assign(oidc.atUserinfo, there);
    expect((await signIn('1')).sentTo).toBe(`/auth?tab=login&problem=${problem}`);
    expect(await door.app.db.select().from(users)).toEqual([]);
  });

  it('links nothing to an account with an unproven address', async () => {
    const reader = await newReader(door, 'ada@example.org');
    await door.app.db.update(users).set({ isAddressProven: false }).where(eq(users.id, reader.id));
    expect((await signIn('1')).sentTo).toBe('/auth?tab=login&problem=unproven');
  });

  it.each<[string, object]>([
    ...['a\ud800', 'a\0', 'a'.repeat(256)].map((sub): [string, object] => ['failed', { sub }]),
    ['unverified', { email: ['ada@example.org'] }],
    ['unverified', { email: `${'a'.repeat(500_000)}@example.org` }],
    ['unverified', { email: 'ada\ud800@example.org' }],
    ['unverified', { email_verified: 'false' }],
    ['unverified', { email_verified: [true] }],
  ])('links nothing by a claim of another shape: %s', async (problem, claims) => {
    const visitor = door.visitor();
    const back = await leave(visitor, '1');
    Object.assign(oidc.people[0]!, claims);
    expect(await sentTo(visitor, back)).toBe(`/auth?tab=login&problem=${problem}`);
    expect(await door.app.db.select().from(users)).toEqual([]);
  });

  it('voids a stranger’s open sign-up for the same address, with its password', async () => {
    await door.signUp('ada@example.org');
    expect((await signIn('1')).sentTo).toBe('/auth?arrived=1');
    const stranger = await door.login('ada@example.org');
    expect(stranger.status).toBe(401);
  });

  it('creates no account if sign-up would be refused', async () => {
    await open({ SIGNUP: 'domain', SIGNUP_DOMAINS: 'lab.example.edu' });
    expect((await signIn('1')).sentTo).toBe('/auth?tab=login&problem=refused');
    expect(await door.app.db.select().from(users)).toEqual([]);
  });

  it.each<[string, Partial<Person>, boolean, (keyof Person)[]?]>([
    ['a list without it', { groups: ['readers'] }, false],
    ['an empty list', { groups: [] }, false],
    ['no claim', { groups: undefined }, false],
    ['another group as a string', { groups: 'readers' }, false],
    ['the group as a string', { groups: 'admins' }, true],
    ['a list at userinfo only', { groups: ['admins'] }, true, ['groups']],
    ['no claim at userinfo either', { groups: undefined }, false, ['groups', 'email']],
    ['a longer name', { groups: ['admins-of-others'] }, false],
    ['a list as a name', { groups: [{ name: ['admins'] }] as never }, false],
  ])(
    'gives the administrator role to members of the group alone, by %s',
    async (_, claims, isAdmin, atUserinfo = []) => {
      await open({ OIDC_ADMIN_GROUP: 'admins' });
      expect((await me(await signIn('2'))).isAdmin).toBe(true);
      Object.assign(oidc.people[1]!, claims);
      oidc.onlyAtUserinfo.push(...atUserinfo);
      expect((await me(await signIn('2'))).isAdmin).toBe(isAdmin);
    },
  );

  it('refuses a suspended reader', async () => {
    await signIn('1');
    await door.app.db.update(users).set({ isActive: false });
    expect((await signIn('1')).sentTo).toBe('/auth?tab=login&problem=closed');
  });

  it('connects an account without an address to the signed-in reader, and to nobody else', async () => {
    const reader = await newReader(door, 'reader@example.org');
    const back = await leaveToConnect(reader, '4');
    expect(await sentTo(reader, back)).toBe('/dashboard?connected=1');
    expect((await me(await signIn('4'))).id).toBe(reader.id);
    const other = await newReader(door, 'other@example.org');
    const again = await leaveToConnect(other, '4');
    expect(await sentTo(other, again)).toBe('/auth?tab=login&problem=taken');
  });

  it('leads a sign-out on to the provider, only after a sign-in there', async () => {
    const { body } = await (await signIn('1')).post('/api/auth/logout');
    expect(body.leaveAt).toMatch(new RegExp(`^${oidc.url}/logout\\?.*post_logout_redirect_uri=`));
    const reader = await newReader(door, 'reader@example.org');
    expect((await reader.post('/api/auth/logout')).body.leaveAt).toBeNull();
  });

  it('lets a reader without a password delete the account only after a recent sign-in', async () => {
    const visitor = await signIn('1');
    door.pass(16 * 60);
    expect((await visitor.post('/api/account/delete', {})).status).toBe(403);
    expect((await (await signIn('1')).post('/api/account/delete', {})).status).toBe(200);
    const reader = await newReader(door, 'reader@example.org');
    expect((await reader.post('/api/account/delete', {})).status).toBe(400);
  });
});

describe('attack on single sign-on', () => {
  const failed = '/auth?tab=login&problem=failed';

  it.each<OidcFault>([
    ...(['wrong-nonce', 'wrong-issuer', 'wrong-audience', 'wrong-key', 'expired', 'mix-up'] as const),
    ...(['unsigned', 'public-key', 'many-keys', 'endless'] as const),
  ])('is refused: %s', async (fault) => {
    oidc.misbehave(fault);
    const startedAt = performance.now();
    const visitor = await signIn('1');
    expect(performance.now() - startedAt, 'before its time is over').toBeLessThan(8000);
    expect(visitor.sentTo).toBe(failed);
    expect(await me(visitor)).toBeUndefined();
    expect(await door.app.db.select().from(users)).toEqual([]);
  });

  it('is refused with an answer that was meant for another browser, or has another state', async () => {
    const [attacker, victim] = [door.visitor(), door.visitor()];
    const answer = await leave(attacker, '1');
    expect(await sentTo(victim, answer)).toBe(failed);
    await victim.get('/api/oidc/start');
    expect(await sentTo(victim, answer)).toBe(failed);
    expect(await me(victim)).toBeUndefined();
    const own = await leave(victim, '1');
    expect(await sentTo(victim, own.replace(/state=[^&]+/, 'state=other'))).toBe(failed);
  });

  it('is refused with an answer that comes twice, or too late', async () => {
    const visitor = door.visitor();
    const answer = await leave(visitor, '1');
    const cookies = new Map(visitor.cookies);
    expect(await sentTo(visitor, answer)).toBe('/auth?arrived=1');
    const copy = door.visitor();
    for (const [name, value] of cookies) copy.cookies.set(name, value);
    expect(await sentTo(copy, answer)).toBe(failed);
    const late = door.visitor();
    const lateAnswer = await leave(late, '1');
    door.pass(11 * 60);
    expect(await sentTo(late, lateAnswer)).toBe(failed);
  });

  it('signs nobody in, and connects nothing, by a link on another site', async () => {
    const reader = await newReader(door, 'reader@example.org');
    const elsewhere = { 'sec-fetch-site': 'cross-site' };
    const started = await reader.get('/api/oidc/start?connect=1', elsewhere);
    expect(started.headers.get('location')).toBe('/auth?tab=login');
    expect([...reader.cookies.keys()]).toEqual(expect.not.arrayContaining(['litwatch-oidc']));
    expect((await reader.call('POST', '/api/oidc/connect', {}, elsewhere)).status).toBe(403);
    expect((await door.visitor().get('/api/oidc/start', { 'sec-fetch-site': 'none' })).status).toBe(302);
  });

  it('connects nothing at an open browser, and what was connected ends from the mail about a new password', async () => {
    const reader = await newReader(door, 'reader@example.org');
    const back = await leaveToConnect(reader, '4');
    await reader.get(back);
    expect((await door.readMail(reader.email)).text).toContain('An account elsewhere was connected');
    door.pass(16 * 60);
    const { status, body } = await reader.post('/api/oidc/connect');
    expect([status, body.needsProof]).toEqual([403, ['password']]);
    const change = { currentPassword: password, ...twice('Quite-another-7-horse') };
    await reader.post('/api/account/password', change);
    const { data } = (await door.mails(reader.email)).at(-1)!;
    expect(data.access).toEqual([`sign-in by an account at ${new URL(oidc.url).host}`]);
    const token = new URL(String(data.endLink)).searchParams.get('token');
    expect((await door.visitor().post('/api/access/end', { token })).status).toBe(200);
    expect(await door.app.db.select().from(externalAccounts)).toEqual([]);
  });

  it('cannot connect an account after another reader has signed in meanwhile', async () => {
    const reader = await newReader(door, 'reader@example.org');
    const answer = await leaveToConnect(reader, '4');
    const other = await newReader(door, 'other@example.org');
    for (const [name, value] of reader.cookies) if (name.endsWith('-oidc')) other.cookies.set(name, value);
    expect(await sentTo(other, answer)).toBe(failed);
    expect(await door.app.db.select().from(externalAccounts)).toEqual([]);
  });
});

describe('server without passwords', () => {
  it('refuses every call that takes one, and says how to sign in', async () => {
    await open({ PASSWORDS: 'off' });
    const token = { token: 'x', ...twice(password) };
    for (const [path, body] of [
      ['/api/signup', signupForm('a@example.org')],
      ['/api/auth/login', { email: 'a@example.org', password }],
      ['/api/forgot-password', { email: 'a@example.org' }],
      ['/api/reset-password', token],
    ] as const)
      expect([path, (await door.visitor().post(path, body)).status]).toEqual([path, 403]);
    const { body } = await door.visitor().get('/api/site');
    expect(body.signIn).toEqual({ passwords: false, passwordRule: 'kinds' });
    const signOn = { outside: 'your institution’s account', proxy: false };
    expect(body.features).toMatchObject({ signOn, passkeys: false });
  });

  it('needs another way to sign in', async () =>
    expect(() => readConfig({ PASSWORDS: 'off' })).toThrow(/^OIDC_ISSUER or AUTH_HEADER must be set/));
});

describe('header of a trusted proxy', () => {
  const header = { AUTH_HEADER: 'X-Forwarded-Email' };
  const as = (email: string) => ({ 'x-forwarded-email': email });

  it('identifies the caller', async () => {
    await open(header);
    const { body } = await door.visitor().get('/api/auth/me', as('Ada@Example.org'));
    expect(body.user).toMatchObject({ email: 'ada@example.org', hasPassword: false });
    expect((await door.visitor().get('/api/auth/me', as('ada@example.org'))).body.user.id).toBe(body.user.id);
    expect((await door.visitor().get('/api/auth/me')).status).toBe(401);
    expect((await door.visitor().get('/api/auth/me', as('not an address'))).status).toBe(403);
  });

  it('is ignored from anywhere but a trusted proxy, whatever other headers claim', async () => {
    await open({ ...header, TRUSTED_PROXIES: '10.0.0.1' });
    for (const forwarded of ['10.0.0.1', '198.51.100.7, 10.0.0.1'])
      expect((await door.visitor(forwarded).get('/api/auth/me', as('ada@example.org'))).status).toBe(401);
    expect(await door.app.db.select().from(users)).toEqual([]);
  });

  it('admits nobody that sign-up would refuse', async () => {
    await open({ ...header, SIGNUP: 'closed' });
    const { status, body } = await door.visitor().get('/api/auth/me', as('ada@example.org'));
    expect([status, body.code]).toEqual([403, 'forbidden']);
  });

  it('stops the start without trusted proxies', async () =>
    expect(() => readConfig(header)).toThrow(/^TRUSTED_PROXIES must be set when AUTH_HEADER is/));
});
