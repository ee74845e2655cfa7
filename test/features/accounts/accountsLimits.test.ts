import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { rateLimits } from '#platform/db/schema.ts';
import { limit, limited, waitFor } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
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

type Visiting = ReturnType<Door['visitor']>;
const door = await opened(openDoor({ limited: {} }));

test('sign-in attempts are counted, and the error says how long to wait', async () => {
  const tryFrom = (network: string, email = 'target@example.org') =>
    door.visitor(network).post('/api/auth/login', { email, password });
  for (let tries = 0; tries < 10; tries++) expect((await tryFrom('203.0.113.1')).status).toBe(401);
  const refused = await tryFrom('203.0.113.1');
  expect(refused.status).toBe(429);
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  const message = expect.stringMatching(/^Too many attempts\. Please try again in \d+ seconds?\.$/);
  expect(refused.body).toEqual({ message, code: 'limited', retryAfter: wait });
  expect((await tryFrom('203.0.113.1', 'bystander@example.org')).status).toBe(401);
  expect((await tryFrom('198.51.100.9')).status, 'a stranger cannot lock the reader out').toBe(401);
});

test('an open browser guesses ten passwords in a quarter of an hour, and is then refused with the right one', async () => {
  const reader = await newReader(door, 'guessed@example.org');
  const prove = async (given: string) =>
    (await reader.post('/api/account/prove', { password: given })).status;
  for (let at = 0; at < 10; at++) expect(await prove(`Guess-number-${at}-here`)).toBe(403);
  expect(await prove(password)).toBe(429);
});

test('sign-ups and resets are counted by address; its spelling makes no difference', async () => {
  for (const path of ['/api/signup', '/api/forgot-password']) {
    const spell = ['Many@example.org', 'many@EXAMPLE.org', ' many@example.org'];
    for (let tries = 0; tries < 5; tries++)
      expect((await door.visitor().post(path, signupForm(spell[tries % 3]!))).status).toBe(200);
    expect((await door.visitor().post(path, signupForm('many@example.org'))).status).toBe(429);
  }
});

describe('limits that strangers try to exhaust', () => {
  const translated = ['192.0.2.55', '64:ff9b::192.0.2.55', '2002:c000:237::', '2001:0:1::f227:3fff:fdc8'];
  const guess = (from: Visiting, email: string, typed = 'Wrong-horse-9-battery') =>
    from.post('/api/auth/login', { email, password: typed });

  test('400 guesses from one network leave the owner able to sign in from another', async () => {
    const { email } = await newReader(door, 'guessed@example.org');
    const stranger = door.visitor('203.0.113.40');
    const answers = new Set<number>();
    for (let tries = 0; tries < 400; tries++) answers.add((await guess(stranger, email)).status);
    expect([...answers].sort()).toEqual([401, 429]);
    expect((await guess(door.visitor('203.0.113.41'), email, password)).status).toBe(200);
  });

  test('guesses from many networks slow strangers down, and lock the owner out of no browser', async () => {
    const owner = await newReader(door, 'botnet@example.org');
    const { email } = owner;
    await owner.post('/api/auth/logout');
    for (let host = 1; host <= 8; host++)
      for (let tries = 0; tries < 9; tries++) await guess(door.visitor(`192.0.2.${host}`), email);
    const strange = door.visitor('192.0.2.98');
    const statuses: number[] = [];
    for (let tries = 0; tries < 5; tries++) statuses.push((await guess(strange, email)).status);
    expect(statuses, 'a stranger has a few attempts left').toEqual([401, 401, 401, 429, 429]);
    expect((await guess(strange, 'nobody-there@example.org')).status).toBe(401);
    expect((await guess(door.visitor('192.0.2.99'), email, password)).status, 'a new browser').toBe(200);
    expect((await guess(owner, email, password)).status, 'the known browser').toBe(200);
  });

  test.each([
    ['one /64', (n: number) => `2001:db8:0:1::${n.toString(16)}`, 20],
    ['the 256 networks of a household’s /56', (n: number) => `2001:db8:0:${(n % 256).toString(16)}::1`, 30],
    ['what NAT64, 6to4 and Teredo make of one IPv4 address', (n: number) => translated[n % 4]!, 20],
    ['the 65,536 networks of a /48', (n: number) => `2001:db8:1:${(n * 199).toString(16)}::1`, 40],
  ])('%s guess as one', async (name, address, most) => {
    const email = `household-${name.length}@example.org`;
    const statuses: number[] = [];
    for (let minute = 0; minute < 4; minute++) {
      await expireWindows(minute * 60);
      for (let n = 0; n < 30; n++)
        statuses.push((await guess(door.visitor(address(n + minute * 30)), email)).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(most);
    expect((await guess(door.visitor('203.0.113.90'), email)).status, 'from elsewhere').toBe(401);
  });

  test.each([
    ['mails of sign-ups', 'signup', 10],
    ['mails of resets', 'reset', 10],
    ['previews, which look up', 'preview', 20],
    ['tries of a mailed link', 'end-access', 120],
  ] as const)('a household leaves others their %s', async (_, name, most) => {
    const account = `asked-${name}@example.org`;
    let allowed = 0;
    for (let n = 0; n < most + 20; n++) {
      const network = `2001:db8:2:${(n * 199).toString(16)}::1`;
      if (!(await waitFor(door.app, name, { account, network }))) allowed++;
    }
    expect(allowed).toBe(most);
    expect(await waitFor(door.app, name, { account, network: '192.0.2.77' }), 'from elsewhere').toBe(0);
  });

  test('a known browser has its own limit', async () => {
    const owner = await newReader(door, 'lent@example.org');
    for (let tries = 0; tries < 10; tries++) expect((await guess(owner, owner.email)).status).toBe(401);
    expect((await guess(owner, owner.email)).status).toBe(429);
  });

  test('a completed password reset ends the wait', async () => {
    const { email } = await newReader(door, 'locked@example.org');
    const owner = door.visitor('198.51.100.60');
    for (let tries = 0; tries < 10; tries++) await guess(owner, email);
    expect((await guess(owner, email, password)).status).toBe(429);
    const fresh = 'Another-horse-7-battery';
    await owner.post('/api/forgot-password', { email });
    const token = await tokenMailed(door, email, 'reset');
    const reset = { token, ...twice(fresh) };
    expect((await owner.post('/api/reset-password', reset)).status).toBe(200);
    expect((await guess(owner, email, fresh)).status).toBe(200);
  });

  test('one network cannot use up the sign-ups and resets of an address', async () => {
    for (const path of ['/api/signup', '/api/forgot-password']) {
      const form = signupForm('wanted@example.org');
      for (let tries = 0; tries < 40; tries++) await door.visitor('203.0.113.50').post(path, form);
      expect((await door.visitor('203.0.113.51').post(path, form)).status, path).toBe(200);
    }
  });

  test('requests from many networks neither end the owner’s reset link nor leave the mailbox without one', async () => {
    const { email } = await newReader(door, 'reset-flood@example.org');
    const ask = (from: string) => {
      // Time passes: a link made later has another end.
      door.pass(20);
      return door.visitor(from).post('/api/forgot-password', { email });
    };
    await ask('198.51.100.61');
    const token = await tokenMailed(door, email, 'reset');
    for (let host = 1; host <= 40; host++) expect((await ask(`203.0.113.${host}`)).status).toBe(200);
    expect(await tokenMailed(door, email, 'reset')).toBe(token);
    expect((await door.mails(email)).length).toBeLessThan(20);
    door.pass(40 * 60);
    await expireWindows(1800);
    await ask('203.0.113.200');
    const later = await tokenMailed(door, email, 'reset');
    expect(later).not.toBe(token);
    const fresh = 'Another-horse-7-battery';
    const set = (one: string) => door.reset(one, fresh);
    expect((await set(later)).status).toBe(200);
  });

  test('a reset link ends with any new password', async () => {
    const owner = await newReader(door, 'reset-dies@example.org');
    await door.visitor('203.0.113.91').post('/api/forgot-password', { email: owner.email });
    const token = await tokenMailed(door, owner.email, 'reset');
    const fresh = 'Another-horse-7-battery';
    const changed = await owner.post('/api/account/password', { currentPassword: password, ...twice(fresh) });
    expect(changed.status).toBe(200);
    const answer = await owner.post('/api/reset-password', { token, ...twice(fresh) });
    expect(answer.status).toBe(400);
  });
});

describe('what was never done', () => {
  const bare = { account: 'someone@example.org', network: '203.0.113.120' };

  const first = { code: 'ABCDE-ABCDE-ABCDE-ABCDE', email: 'first@example.org' };
  test.each([
    ['a sign-up', '/api/signup', (typed: string) => signupForm('chooses@example.org', twice(typed)), 200],
    ['the first administrator', '/api/setup', (typed: string) => ({ ...first, ...twice(typed) }), 403],
  ] as const)('counts for nothing: %s with a password that is refused', async (_, path, form, status) => {
    const visitor = door.visitor('203.0.113.121');
    for (let tries = 0; tries < 22; tries++)
      expect((await visitor.post(path, form('Password123!'))).status).toBe(400);
    expect((await visitor.post(path, form(password))).status).toBe(status);
  });

  test('counts for nothing: a new password that is refused, and a proof without a password', async () => {
    const owner = await newReader(door, 'changes@example.org');
    const change = (typed: string) =>
      owner.post('/api/account/password', { currentPassword: password, ...twice(typed) });
    for (let tries = 0; tries < 12; tries++) expect((await change('Password123!')).status).toBe(400);
    for (let tries = 0; tries < 12; tries++)
      expect((await owner.post('/api/account/delete', {})).status).toBe(400);
    expect((await change('Another-horse-7-battery')).status).toBe(200);
  });

  test('counts for nothing: a topic that the plan refuses', async () => {
    const reader = await newReader(door, 'full-plan@example.org');
    const add = (searchTerm: string) => reader.post('/api/immediate-search', { searchTerm });
    expect((await add('zinc')).status).toBe(200);
    for (let tries = 0; tries < 25; tries++) expect((await add(`iron ${tries}`)).status).toBe(402);
    expect((await add('zinc')).status, 'what is done counts as before').toBe(200);
  });

  test('counts for nothing: what a wider window or another limit of the attempt refuses', async () => {
    const app = {
      ...door.app,
      limits: { signup: { both: [[3, 60]], network: [[4, 60]] }, reset: { account: [[2, 60]] } } as never,
    };
    const other = { ...bare, account: 'other@example.org' };
    for (let tries = 0; tries < 3; tries++) await limit(app, 'signup', other);
    expect(await waitFor(app, 'signup', bare, ['reset', bare])).toBe(0);
    for (let tries = 0; tries < 9; tries++)
      expect(await waitFor(app, 'reset', bare, ['signup', bare])).toBeGreaterThan(0);
    expect(await waitFor(app, 'reset', bare)).toBe(0);
    const elsewhere = { ...bare, network: '203.0.113.122' };
    const both = async () =>
      (await Promise.all([1, 2, 3, 4].map(() => waitFor(app, 'signup', elsewhere)))).filter((wait) => !wait);
    expect(await both(), 'exact, also at once').toHaveLength(3);
    expect(await waitFor(app, 'reset', bare)).toBeGreaterThan(0);
  });

  test('counts if somebody outside was asked, and only then', async () => {
    const app = { ...door.app, limits: { import: { account: [[2, 60]] } } as never };
    const fail = (code: 'conflict' | 'unavailable') =>
      limited(app, ['import', bare], async () => {
        throw new AppError(code, 'No.');
      }).catch(({ code }) => code);
    for (let time = 0; time < 3; time++) expect(await fail('conflict')).toBe('conflict');
    const codes = ['unavailable', 'unavailable', 'limited'];
    for (const code of codes) expect(await fail('unavailable')).toBe(code);
  });
});

/** Ends the windows of this many seconds or less, as if that time had passed. */
const expireWindows = (seconds: number) =>
  door.app.db.execute(sql`delete from rate_limits where split_part(key, ':', 3) ~ '^\\d+$'
    and split_part(key, ':', 3)::int <= ${seconds} or split_part(key, ':', 2) = 'beyond' and split_part(key, ':', 4)::int <= ${seconds}`);

test('counts of many calls at once are exact', async () => {
  const app = { ...door.app, limits: { export: { account: [[5, 60] as [number, number]] } } };
  const call = () => limit(app, 'export', { account: 'at-once' });
  const calls = await Promise.allSettled(Array.from({ length: 12 }, call));
  expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
});

test('counters in a copy of the database fit no address that somebody tries', async () => {
  const email = 'counted@example.org';
  const keys = async (secret: string) => {
    await door.app.db.delete(rateLimits);
    await limit({ ...door.app, secret }, 'signup', { account: email, network: '203.0.113.77' });
    return (await door.app.db.select({ key: rateLimits.key }).from(rateLimits)).map(({ key }) => key).sort();
  };
  const held = await keys(door.app.secret);
  for (const tried of [email, '203.0.113.77', `${email} 203.0.113.77`]) {
    const hash = createHash('sha256').update(tried).digest('base64url').slice(0, 22);
    expect(held.filter((key) => key.includes(tried) || key.includes(hash))).toEqual([]);
  }
  expect(held.length).toBeGreaterThan(3);
  expect(await keys('another secret of thirty-two characters')).not.toEqual(held);
});

test('an address forwarded by nobody we trust counts for nothing', async () => {
  const limited = { verification: { network: [[2, 60]] } };
  const tight = await openDoor({ environment: { TRUSTED_PROXIES: '10.0.0.0/8' }, limited: limited as never });
  try {
    const verify = (claimed: string) => tight.visitor(claimed).get('/api/verify-email?token=x');
    expect((await verify('192.0.2.1')).status).toBe(400);
    expect((await verify('192.0.2.2')).status).toBe(400);
    expect((await verify('192.0.2.3')).status).toBe(429);
  } finally {
    await tight.close();
  }
});
