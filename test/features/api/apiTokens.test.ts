import { eq } from 'drizzle-orm';
import { api } from '#app/docs/openapi.ts';
import { apiTokens } from '#features/tokens/tables.ts';
import { type Endpoint, fillPath } from '#shared/contract/endpoint.ts';
import { newReader, openDoor, opened, password, tokenMailed } from '../accounts/accountsSetup.ts';

const door = await opened(openDoor());

async function withToken(email: string) {
  const reader = await newReader(door, email);
  const { body } = await reader.post('/api/tokens', { name: ' My\n notebook ' });
  return { reader, ...(body as { id: string; token: string; name: string }) };
}

/** Calls like a script, without cookies and a browser's headers. */
const ask = (token: string, path: string, method = 'GET', headers: Record<string, string> = {}) =>
  door.door.request(path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: '{}' }),
  });

describe('API token', () => {
  test('shows a new token once, and stores only its hash', async () => {
    const { reader, id, token, name } = await withToken('made@example.org');
    expect(token).toMatch(/^litwatch_[\w-]{43}$/);
    expect(name).toBe('My notebook');
    const [row] = await door.app.db.select().from(apiTokens).where(eq(apiTokens.id, id));
    expect(JSON.stringify(row)).not.toContain(token.slice(9));
    const { body } = await reader.get('/api/tokens');
    const never = { lastUsedAt: null, expiresAt: null };
    expect(body).toEqual([{ id, name, scope: 'read', createdAt: expect.any(String), ...never }]);
    const nameless = await reader.post('/api/tokens', { name: '   ' });
    expect(nameless.body.message).toBe('Please give the token a name.');
  });

  test('reads the owner’s topics, digests and account, and records its last use', async () => {
    const { reader, token } = await withToken('reads@example.org');
    const me = await (await ask(token, '/api/auth/me')).json();
    expect(me.user).toMatchObject({ id: reader.id, email: 'reads@example.org' });
    for (const path of [`/api/users/${reader.id}/search-terms`, `/api/users/${reader.id}/digests`])
      expect(await (await ask(token, path)).json()).toEqual([]);
    const [listed] = (await reader.get('/api/tokens')).body;
    expect(listed.lastUsedAt).toBe(door.clock.now.toISOString());
  });

  test('reads nothing of other readers', async () => {
    const { token } = await withToken('curious@example.org');
    const other = await newReader(door, 'other@example.org');
    expect((await ask(token, `/api/users/${other.id}/digests`)).status).toBe(404);
    expect((await ask(token, `/api/users/${other.id}/search-terms`)).status).toBe(404);
  });

  test('rejects malformed and unknown tokens', async () => {
    for (const token of ['', 'x', 'litwatch_x', 'null', "' or 1=1 --"])
      expect((await ask(token, '/api/auth/me')).status).toBe(401);
  });
});

describe('calls that a token may not make', () => {
  const calls = Object.values(api)
    .flatMap((feature) => Object.values<Endpoint>(feature))
    .filter(({ access, allowApiToken }) => access === 'session' && !allowApiToken);

  test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    'answers 401 to %s',
    async (_, call) => {
      const { reader, id, token } = await withToken(
        `${call.method}${call.path.replace(/\W/g, '')}@example.org`.toLowerCase(),
      );
      const own = call.path.startsWith('/api/tokens') ? id : reader.id;
      const path = fillPath(call.path, { id: own, email: reader.email });
      const cookies = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const json = { 'content-type': 'application/json' };
      expect((await ask(token, path, call.method, json)).status).toBe(401);
      // Sending a session cookie too does not help.
      expect((await ask(token, path, call.method, { ...json, cookie: cookies })).status).toBe(401);
    },
  );

  test('answers 401 to a search', async () => {
    const { token } = await withToken('search@example.org');
    const answer = await door.door.request('/api/immediate-search', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ searchTerm: 'moss' }),
    });
    expect(answer.status).toBe(401);
  });
});

describe('end of a token', () => {
  const reads = async (token: string) => (await ask(token, '/api/auth/me')).status;

  test('the owner can revoke it', async () => {
    const { reader, id, token } = await withToken('revokes@example.org');
    expect(await reads(token)).toBe(200);
    expect((await reader.delete(`/api/tokens/${id}`)).status).toBe(200);
    expect(await reads(token)).toBe(401);
    expect((await reader.get('/api/tokens')).body).toEqual([]);
  });

  test('a deleted account ends it', async () => {
    const { reader, token } = await withToken('closed@example.org');
    await reader.post('/api/account/delete', { password });
    expect(await reads(token)).toBe(401);
  });

  test('a password reset ends it', async () => {
    const { token } = await withToken('reset@example.org');
    await door.visitor().post('/api/forgot-password', { email: 'reset@example.org' });
    const reset = await tokenMailed(door, 'reset@example.org', 'reset');
    const fresh = 'Another-horse-9-battery';
    await door.reset(reset, fresh);
    expect(await reads(token)).toBe(401);
  });
});
