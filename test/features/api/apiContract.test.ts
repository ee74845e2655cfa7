import { eq } from 'drizzle-orm';
import { api } from '#app/docs/openapi.ts';
import { users } from '#platform/db/schema.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { newReader, openDoor, opened, password, signupForm } from '../accounts/accountsSetup.ts';

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_PRO: 'price_1',
  STRIPE_PRICE_TEAM: 'price_2',
};
const door = await opened(
  openDoor({ environment: { ANALYTICS_SCRIPT_URL: 'https://analytics.example/script.js', ...stripe } }),
);
const calls = Object.values(api).flatMap((feature) => Object.values<Endpoint>(feature));
const asked = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

test('every contract has a route, and every route a contract', () => {
  const served = door.door.routes
    .filter(({ method, path }) => method !== 'ALL' && /^\/(api|references|feeds|shared)\//.test(path))
    .map(asked);
  expect([...new Set(served)].sort()).toEqual(calls.map(asked).sort());
});

test('a body without a length is not read before its sender is known', async () => {
  let parts = 0;
  const body = new ReadableStream(
    {
      pull: (stream) => {
        if (++parts > 100) stream.close();
        else stream.enqueue(new Uint8Array(10_000));
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const init = { method: 'POST', headers, body, duplex: 'half' };
  expect((await door.door.request('/api/imports', init)).status).toBe(401);
  expect(parts).toBeLessThan(2);
});

test('calls that rank, search or write out, and links without a sign-in, have a limit', async () => {
  const once = { account: [[1, 60]] };
  const limits = { ranking: once, reading: once, link: { network: [[1, 60]] } };
  const limited = await openDoor({ limited: limits as never });
  try {
    for (const kind of ['ranking', 'reading', 'link'] as const) {
      const reader = await newReader(limited, `${kind}@example.org`);
      const costly = calls.filter(({ costs, method }) => costs === kind && method === 'GET');
      const statuses: number[] = [];
      for (const { path } of costly)
        statuses.push((await reader.get(path.replace(/:\w+/g, crypto.randomUUID()))).status);
      expect(statuses.slice(1), kind).toEqual(statuses.slice(1).map(() => 429));
      expect(statuses.length, kind).toBeGreaterThan(1);
    }
  } finally {
    await limited.close();
  }
  const searches = calls.filter(
    ({ query, access }) => access === 'session' && 'q' in ((query as { shape?: object }).shape ?? {}),
  );
  expect(searches.filter(({ costs, path }) => !costs && !/export/.test(path)).map(asked)).toEqual([]);
  const links = calls.filter(
    ({ method, access, path }) => method + access === 'GETanyone' && /\/:/.test(path),
  );
  expect(links.filter(({ costs, path }) => !costs && !/unsubscribe/.test(path)).map(asked)).toEqual([]);
});

test('a field that a contract does not name is refused to everybody who is signed in', async () => {
  const reader = await newReader(door, 'assigns@example.org');
  await door.app.db.update(users).set({ isAdmin: true }).where(eq(users.id, reader.id));
  const writes = calls.filter(({ method, access }) => method !== 'GET' && access !== 'anyone');
  for (const { method, path } of writes) {
    const { status, body } = await reader.call(method, path.replace(/:\w+/g, '1'), { isUnlimited: true });
    expect([path, status, body.fields?.['']]).toEqual([path, 400, 'Unknown field: isUnlimited.']);
  }
  expect(writes.length).toBeGreaterThan(50);
});

test('API tokens allow only calls that read', () => {
  for (const call of calls.filter(({ allowApiToken }) => allowApiToken)) expect(asked(call)).toMatch(/^GET /);
});

test('the OpenAPI description names every call', async () => {
  const { body, headers } = await door.visitor().get('/api/openapi.json');
  expect(headers.get('content-type')).toContain('application/json');
  const described = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(described.sort()).toEqual(calls.map(asked).sort());
  const form = body.paths['/api/signup'].post.requestBody.content['application/json'];
  expect(form.schema.required).toContain('email');
});

test('the API page lists every call, without a script', async () => {
  const page = await door.visitor().get('/api/docs');
  expect(page.headers.get('content-type')).toContain('text/html');
  for (const call of calls) expect(page.body).toContain(asked(call));
  expect(page.body).not.toContain('<script');
});

describe('malformed requests', () => {
  const login = (body: unknown, type?: string) =>
    door.visitor().call('POST', '/api/auth/login', body, type ? { 'content-type': type } : {});
  const marked = `e${'\u0301\u0323'.repeat(14_000)}@example.org`;
  const objects = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
  type Answer = { status: number; body: { message: string; code: string } };

  test.each<[string, number, () => Promise<Answer>]>([
    ['not JSON', 400, () => login('{"email":')],
    ['an array', 400, () => login([])],
    ['null', 400, () => login('null')],
    ['a wrong type', 400, () => login({ email: 7, password: {} })],
    ['4,000 levels of nesting', 400, () => login('['.repeat(4000) + ']'.repeat(4000))],
    ['10,000 objects in each other', 400, () => login(objects)],
    ['combining marks', 400, () => login({ email: marked, password: 'x' })],
    ['NUL', 400, () => login({ email: 'a@b.org', password: 'a\0b' })],
    ['a form', 415, () => login('email=a%40b.org', 'application/x-www-form-urlencoded')],
    ['text', 415, () => login('{"email":"a@b.org","password":"x"}', 'text/plain')],
    ['JSON-like', 415, () => login('{}', 'application/jsonp')],
    ['a huge body', 413, () => login({ email: 'x'.repeat(70_000) })],
    ['too much for a link', 413, () => door.visitor().post('/api/unsubscribe/x', 'x'.repeat(600_000))],
    ['an unknown path', 404, () => door.visitor().get('/api/nothing')],
    ['another method', 404, () => door.visitor().delete('/api/signup')],
    ['a broken escape', 401, () => door.visitor().get('/api/users/%E0%A4%A')],
  ])('are refused with a 4xx and a sentence: %s', async (_, status, ask) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(/^[A-Z].+[a-z.]$/);
    expect(answer.body.code).toBeTruthy();
  });
});

test('a request loses endless combining marks and lone surrogates before anything else reads it', async () => {
  const reader = await newReader(door, 'marks@example.org');
  const marked = (marks: number, end = '\ud800') => `Moss-on-roofs-9x${'\u0301'.repeat(marks)} ${end}`;
  const change = { currentPassword: password, password: marked(40), confirmPassword: marked(40) };
  expect((await reader.post('/api/account/password', change)).status).toBe(200);
  const statusFor = async (marks: number) => {
    const form = { email: reader.email, password: marked(marks, '\ufffd') };
    return (await door.visitor().post('/api/auth/login', form)).status;
  };
  expect([await statusFor(29), await statusFor(30), await statusFor(41)]).toEqual([401, 200, 200]);
});

test('an internal error answers 500 with a general sentence, without its cause', async () => {
  const broken = await openDoor();
  await broken.close();
  const { status, body } = await broken.login('a@b.org');
  expect(status).toBe(500);
  const message = 'Something went wrong on our side. Please try again in a moment.';
  expect(body).toEqual({ message, code: 'internal' });
});

describe('writes from other sites (CSRF)', () => {
  const signup = (headers: Record<string, string>) =>
    door.door.request('/api/signup', {
      method: 'POST',
      headers: { 'content-type': 'application/json', host: 'litwatch.test', ...headers },
      body: JSON.stringify(signupForm('origin@example.org')),
    });
  test.each([
    [200, 'a client that is no browser', {}],
    [200, 'our own page', { 'sec-fetch-site': 'same-origin', origin: 'http://litwatch.test' }],
    [200, 'our page in an older browser', { origin: 'http://litwatch.test' }],
    [200, 'a request without a page', { 'sec-fetch-site': 'none' }],
    [403, 'another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    [403, 'another host of ours', { 'sec-fetch-site': 'same-site' }],
    [403, 'another site in an older browser', { origin: 'https://evil.example' }],
    [403, 'a sandboxed frame', { origin: 'null' }],
    [403, 'a forged origin', { 'sec-fetch-site': 'cross-site', origin: 'http://litwatch.test' }],
  ])('answers %i to %s', async (status, _, headers) => expect((await signup(headers)).status).toBe(status));

  test('allows calls that authenticate themselves from anywhere', async () => {
    const oneClick = await door.door.request('/api/unsubscribe/unknown', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect([400, 404]).toContain(oneClick.status);
    const webhook = await door.door.request('/api/stripe/webhook', { method: 'POST', body: '{}' });
    expect(webhook.status).toBe(400);
  });
});

test('private responses forbid caching, sniffing and referrers', async () => {
  const reader = await newReader(door, 'headers@example.org');
  const { headers } = await reader.get('/api/auth/me');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  const refused = await door.visitor().get('/api/auth/me');
  expect(refused.headers.get('cache-control')).toBe('no-store');
});

test('no answer allows another origin, and no method works but those of the contracts', async () => {
  const from = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
  const asked = async (method: string, path: string) => door.door.request(path, { method, headers: from });
  for (const [method, path, status] of [
    ['OPTIONS', '/api/tokens', 404],
    ['PUT', '/api/auth/me', 404],
    ['GET', '/api/site', 200],
  ] as const) {
    const answer = await asked(method, path);
    expect(answer.status, `${method} ${path}`).toBe(status);
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

describe('content security policy', () => {
  const policy = async (path: string) => {
    const { headers } = await door.visitor().get(path);
    return { csp: headers.get('content-security-policy')!, headers };
  };
  test('allows only our own scripts, never inline, and no framing', async () => {
    for (const path of ['/', '/dashboard', '/payment', '/verify-email', '/nothing', '/api/docs']) {
      const { csp, headers } = await policy(path);
      expect(csp).toContain("default-src 'self'");
      expect(csp).toMatch(/script-src 'self'[^;]*/);
      expect(/script-src[^;]*/.exec(csp)![0]).not.toContain('unsafe');
      expect(csp).toContain("frame-ancestors 'none'");
      expect(headers.get('permissions-policy')).toContain('camera=()');
    }
  });
  test('allows the payment provider on payment pages, and analytics only on pages without a token', async () => {
    expect((await policy('/payment')).csp).toContain('https://js.stripe.com');
    expect((await policy('/subscribe/fix-payment')).csp).toContain('https://js.stripe.com');
    expect((await policy('/dashboard')).csp).not.toContain('stripe');
    expect((await policy('/dashboard')).csp).toContain('https://analytics.example');
    for (const page of ['verify-email', 'reset-password', 'unsubscribe', 'cancel-signup']) {
      const { csp, headers } = await policy(`/${page}?token=x`);
      expect(csp).not.toContain('analytics');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });
});

test('answers 200 at /healthz and /readyz', async () => {
  expect((await door.visitor().get('/healthz')).status).toBe(200);
  expect((await door.visitor().get('/readyz')).status).toBe(200);
});
