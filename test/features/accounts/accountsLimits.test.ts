import { afterAll, beforeAll, expect, test } from 'vitest';
import { limit } from '#platform/rateLimits.ts';
import { type Door, openDoor, password, signupForm } from './accountsSetup.ts';

let door: Door;
beforeAll(async () => {
  door = await openDoor({ limited: {} });
});
afterAll(() => door.close());

test('tries to sign in are counted, and waiting is said in words', async () => {
  const tryFrom = (network: string, email = 'target@example.org') =>
    door.visitor(network).post('/api/auth/login', { email, password });
  for (let tries = 0; tries < 10; tries++) expect((await tryFrom('203.0.113.1')).status).toBe(401);
  const refused = await tryFrom('203.0.113.1');
  expect(refused.status).toBe(429);
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect(refused.body).toEqual({
    message: expect.stringMatching(/^Too many attempts\. Please try again in \d+ seconds?\.$/),
    code: 'limited',
    retryAfter: wait,
  });
  expect((await tryFrom('203.0.113.1', 'bystander@example.org')).status).toBe(401);
  expect((await tryFrom('198.51.100.9')).status, 'a stranger cannot lock the reader out').toBe(401);
});

test('one account is counted over all networks too', async () => {
  const app = { ...door.app, limits: { login: { account: [[2, 60] as [number, number]] } } };
  await limit(app, 'login', { account: 'everywhere', network: 'a' });
  await limit(app, 'login', { account: 'everywhere', network: 'b' });
  const third = limit(app, 'login', { account: 'everywhere', network: 'c' });
  await expect(third).rejects.toMatchObject({ code: 'limited' });
});

test('sign-ups and resets are counted by address; its spelling makes no difference', async () => {
  for (const path of ['/api/signup', '/api/forgot-password']) {
    const spell = ['Many@example.org', 'many@EXAMPLE.org', ' many@example.org'];
    for (let tries = 0; tries < 5; tries++)
      expect((await door.visitor().post(path, signupForm(spell[tries % 3]!))).status).toBe(200);
    expect((await door.visitor().post(path, signupForm('many@example.org'))).status).toBe(429);
  }
});

test('one network is counted over all addresses; a whole IPv6 /64 is one', async () => {
  const app = { ...door.app, limits: { reset: { network: [[2, 60] as [number, number]] } } };
  await limit(app, 'reset', { account: 'a', network: 'n' });
  await limit(app, 'reset', { account: 'b', network: 'n' });
  await expect(limit(app, 'reset', { account: 'c', network: 'n' })).rejects.toMatchObject({
    code: 'limited',
  });
  await limit(app, 'reset', { account: 'a', network: 'm' });

  const tight = await openDoor({ limited: { verification: { network: [[3, 60]] } } });
  try {
    const verify = (host: number) => tight.visitor(`2001:db8::${host}`).get('/api/verify-email?token=x');
    for (let host = 1; host <= 3; host++) expect((await verify(host)).status).toBe(400);
    expect((await verify(4)).status).toBe(429);
    expect((await tight.visitor('2001:db8:0:1::1').get('/api/verify-email?token=x')).status).toBe(400);
  } finally {
    await tight.close();
  }
});

test('counts of many calls at once are exact', async () => {
  const app = { ...door.app, limits: { export: { account: [[5, 60] as [number, number]] } } };
  const calls = await Promise.allSettled(
    Array.from({ length: 12 }, () => limit(app, 'export', { account: 'at-once' })),
  );
  expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
});

test('an address forwarded by nobody we trust counts for nothing', async () => {
  const tight = await openDoor({
    environment: { TRUSTED_PROXIES: '10.0.0.0/8' },
    limited: { verification: { network: [[2, 60]] } },
  });
  try {
    const verify = (claimed: string) => tight.visitor(claimed).get('/api/verify-email?token=x');
    expect((await verify('192.0.2.1')).status).toBe(400);
    expect((await verify('192.0.2.2')).status).toBe(400);
    expect((await verify('192.0.2.3')).status).toBe(429);
  } finally {
    await tight.close();
  }
});
