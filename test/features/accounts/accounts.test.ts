import { eq } from 'drizzle-orm';
import { signupAttempts, users } from '#platform/db/schema.ts';
import { newReader, openDoor, opened, password, signupForm, tokenMailed, twice } from './accountsSetup.ts';

const door = await opened(openDoor());

const userBy = async (email: string) =>
  (await door.app.db.select().from(users).where(eq(users.email, email)))[0];
const verify = (token: string, visitor = door.visitor()) => visitor.get(`/api/verify-email?token=${token}`);

test('a reader signs up, confirms, signs in, and signs out', async () => {
  const visitor = door.visitor();
  const form = signupForm(' Ada@Example.org ', { researchField: 'biology', timeZone: 'Europe/Berlin' });
  const signup = await visitor.post('/api/signup', form);
  expect(signup).toMatchObject({ status: 200, body: { message: expect.stringMatching(/check your email/) } });
  const given = { isEmailVerified: false, ipAddress: '198.51.100.0/24' };
  expect(await userBy('ada@example.org')).toMatchObject(given);

  const mail = await door.readMail('ada@example.org');
  for (const part of ['Firefox on Linux', '198.51.100.0/24', '/cancel-signup?token='])
    expect(mail.text).toContain(part);
  const token = await tokenMailed(door, 'ada@example.org');
  const answer = { success: true, user: { email: 'ada@example.org' }, pendingSearch: null };
  const elsewhere = door.visitor();
  expect((await verify(token, elsewhere)).body).toEqual({ ...answer, signedIn: false });
  expect((await elsewhere.get('/api/auth/me')).status, 'no session in another browser').toBe(401);
  expect((await verify(token, visitor)).body).toEqual({ ...answer, signedIn: true });
  expect((await visitor.get('/api/auth/me')).status, 'a session where the sign-up was made').toBe(200);
  expect((await visitor.post('/api/auth/logout')).status).toBe(200);
  expect((await verify(token, visitor)).body, 'once').toEqual({ ...answer, signedIn: false });
  expect((await door.mails('ada@example.org')).map(({ mail }) => mail)).toEqual(['verify', 'welcome']);

  const { status, body } = await visitor.post('/api/auth/login', { email: 'ADA@example.org', password });
  expect(status).toBe(200);
  const me = {
    id: body.user.id,
    email: 'ada@example.org',
    researchField: 'biology',
    subscriptionTier: 'free',
    isUnlimited: false,
    isAdmin: false,
    mailBlocked: null,
    libraryLink: null,
    topicsPerReader: null,
    hasPassword: true,
    createdAt: '2026-03-02T09:00:00.000Z',
  };
  expect((await visitor.get('/api/auth/me')).body).toEqual({ user: me });
  expect((await visitor.get('/api/auth/user')).body).toEqual(me);
  expect((await visitor.get('/api/users/Ada%40example.org')).body).toEqual(me);
  expect((await visitor.get(`/api/users/${me.id}/preferences`)).body.timeZone).toBe('Europe/Berlin');
  const left = await visitor.post('/api/auth/logout');
  expect([left.status, left.headers.get('clear-site-data')]).toEqual([200, '"cache"']);
  expect((await visitor.get('/api/auth/me')).status).toBe(401);
});

test('the older form has the same rules and the same responses', async () => {
  const form = { email: 'old@example.org', password, researchField: 'Marine biology' };
  const visitor = door.visitor();
  const answer = await visitor.post('/api/auth/signup', form);
  expect(answer).toEqual({ ...(await door.signUp('older@example.org')), headers: answer.headers });
  await verify(await tokenMailed(door, 'old@example.org'));
  expect((await door.login('old@example.org')).body.user.researchField).toBe('Marine biology');
  const six = await visitor.post('/api/auth/signup', { ...form, password: 'Abc1!x' });
  expect([six.status, six.body.message]).toEqual([400, 'Password must be at least 8 characters long']);
});

describe('rules of the forms', () => {
  const rules: [string, object, string][] = [
    ['/api/signup', { email: 'nobody' }, 'Please enter a valid email address'],
    ['/api/signup', { password: 'Ab1!' }, 'Password must be at least 8 characters long'],
    ['/api/signup', { password: 'lower-case-1' }, 'Password must contain at least one uppercase letter'],
    ['/api/signup', { password: 'UPPER-CASE-1' }, 'Password must contain at least one lowercase letter'],
    ['/api/signup', { password: 'No-number-here' }, 'Password must contain at least one number'],
    ['/api/signup', { password: 'NoSpecial123' }, 'Password must contain at least one special character'],
    ['/api/signup', { confirmPassword: 'Another-1' }, "Passwords don't match"],
    ['/api/signup', { agreeToTerms: false }, 'You must agree to the Terms and Conditions'],
    ['/api/signup', { agreeToPrivacy: false }, 'You must agree to the Privacy Policy'],
    ['/api/auth/signup', { email: '' }, 'Please enter a valid email address'],
    ['/api/auth/signup', { researchField: ' ' }, 'Please enter your research field'],
    ['/api/auth/login', { email: 'x@' }, 'Please enter a valid email address'],
    ['/api/auth/login', { password: '' }, 'Password is required'],
    ['/api/forgot-password', { email: 'x' }, 'Please enter a valid email address'],
    ['/api/reset-password', { token: '' }, 'Reset token is required'],
    ['/api/reset-password', { token: undefined }, 'Reset token is required'],
    ['/api/reset-password', { token: 't', confirmPassword: 'Another-1' }, 'Passwords do not match'],
    ['/api/reset-password', { token: 't', password: 'short' }, 'Password must be at least 8 characters long'],
  ];
  test.each(rules)('answers %s %j with its sentence', async (path, change, sentence) => {
    const form = signupForm('rules@example.org', { researchField: 'biology', token: 'x', ...change });
    const both = 'password' in change ? { confirmPassword: change.password } : {};
    const { status, body } = await door.visitor().post(path, { ...form, ...both });
    expect([status, body]).toMatchObject([400, { message: sentence, code: 'invalid' }]);
    expect(Object.values(body.fields)).toContain(sentence);
  });
});

test.each([
  ...'Password123! P@ssw0rd1 Qwerty123! Litwatch2026! 1qaz@WSX Admin@123 Welcome@123 Abcd@1234'.split(' '),
  ...'Aa123456@ Pass@123 Google@123 Zaq1@wsx Summer2024! Ab1!Ab1!Ab1! Liverpool1! Iloveyou1!'.split(' '),
])('the common password %s is refused', async (common) => {
  const { status, body } = await door.signUp('common@example.org', twice(common));
  expect(status).toBe(400);
  expect(body.fields.password).toContain('too common');
});

test('a long passphrase is welcome, the own address is not', async () => {
  const long = `${'Correct horse battery staple 9 '.repeat(8)}!`;
  expect((await door.signUp('long@example.org', twice(long))).status).toBe(200);
  const own = 'Rosalind1!';
  const answer = await door.signUp('rosalind@example.org', twice(own));
  expect(answer.body.fields.password).toBe('Password must not be your email address');
});

test('every character of a password counts: case, blanks at its ends, and the last of 256', async () => {
  const whole = ` Aé9! quiet herons wade${'x'.repeat(232)} `;
  const email = 'every-character@example.org';
  expect((await door.signUp(email, twice(whole))).status).toBe(200);
  await verify(await tokenMailed(door, email));
  const attempt = async (given: string) => (await door.login(email, given)).status;
  for (const other of [whole.trim(), whole.slice(0, -1), whole.toLowerCase(), `${whole.slice(0, -2)}y `])
    expect(await attempt(other)).toBe(401);
  expect(await attempt(whole)).toBe(200);
  // The same letter as typed on another keyboard (NFKC).
  expect(await attempt(whole.normalize('NFD'))).toBe(200);
});

test('signing up again sends a new link, and both links open the account with their own password', async () => {
  const second = 'Another-horse-8-battery';
  await door.signUp('again@example.org');
  const first = await tokenMailed(door, 'again@example.org');
  await door.signUp('again@example.org', twice(second));
  expect(await tokenMailed(door, 'again@example.org')).not.toBe(first);
  expect((await verify(first)).status).toBe(200);
  expect((await door.login('again@example.org', second)).status).toBe(401);
  expect((await door.login('again@example.org')).status).toBe(200);
});

test('the link expires after a day, and says so', async () => {
  await door.signUp('late@example.org');
  const token = await tokenMailed(door, 'late@example.org');
  door.pass(25 * 3600);
  const message = 'The verification link is invalid or has expired.';
  for (const bad of [token, 'nonsense'])
    expect(await verify(bad)).toMatchObject({ status: 400, body: { message } });
  expect((await door.visitor().get('/api/verify-email')).body.message).toBe('No verification token provided');
});

test('only somebody with the password learns that the address is not confirmed', async () => {
  await door.signUp('waiting@example.org');
  const message = 'Invalid email or password';
  const guessed = await door.login('waiting@example.org', 'Wrong-horse-1');
  expect(guessed).toMatchObject({ status: 401, body: { message } });
  expect(await door.login('waiting@example.org')).toMatchObject({ status: 403, body: { unverified: true } });
});

test('tokens are stored as hashes only', async () => {
  await door.signUp('hashed@example.org', { pendingSearch: 'soil microbiome' });
  const token = await tokenMailed(door, 'hashed@example.org');
  const held = [signupAttempts, users].map((table) => door.app.db.select().from(table));
  const rows = JSON.stringify(await Promise.all(held));
  expect(rows).not.toContain(token);
  expect(rows).not.toContain(password);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
});

// Response times must not reveal whether an address has an account.

await newReader(door, 'known@example.org');

const attempts: Record<string, (email: string) => Promise<{ status: number }>> = {
  'signing in': (email) => door.visitor().post('/api/auth/login', { email, password: 'Wrong-horse-1' }),
  'signing up': (email) => door.signUp(email),
  'asking for a reset': (email) => door.visitor().post('/api/forgot-password', { email }),
};

/**
 * Known and unknown addresses take turns, so that load on the machine affects both alike, and their medians must be within
 * 10 %. On a busy machine up to 240 samples are taken: a real difference does not disappear with more.
 */
test.each(Object.keys(attempts))(
  '%s takes as long for an unknown address as for a known one',
  { timeout: 240_000 },
  async (name) => {
    const known: number[] = [];
    const unknown: number[] = [];
    for (let pair = 1; pair <= 240; pair++) {
      const turns: [string, number[]][] = [
        ['known@example.org', known],
        [`stranger${pair}@example.org`, unknown],
      ];
      for (const [email, times] of pair % 2 ? turns.reverse() : turns) {
        const startedAt = performance.now();
        await attempts[name]!(email);
        times.push(performance.now() - startedAt);
      }
      if (pair % 40 === 0 && Math.abs(median(known) / median(unknown) - 1) < 0.1) return;
    }
    expect(Math.abs(median(known) / median(unknown) - 1)).toBeLessThan(0.1);
  },
);

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
