import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import { AppError } from '#shared/contract/errors.ts';
import type { Log } from '../runtime/log.ts';
import { failure } from './errors.ts';
import { listen } from './listen.ts';

it('logs no error for a client that hangs up in the middle of a request, and one for a bug', async () => {
  const lines: unknown[] = [];
  const log = { error: (line: unknown) => lines.push(line) } as unknown as Log;
  let arrived = 0;
  const router = new Hono()
    .post('/', async (http) => {
      arrived++;
      return http.json(await http.req.json());
    })
    .get('/bug', () => {
      throw new Error('a bug');
    })
    .onError((error, http) => failure(log, http, error));
  const server = await listen(router, { host: '127.0.0.1', port: 0 });
  try {
    const socket = connect(server.port, '127.0.0.1');
    socket.write(
      'POST / HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a"',
    );
    await expect.poll(() => arrived).toBe(1);
    socket.destroy();
    await delay(200);
    expect(lines).toEqual([]);
    expect((await fetch(`http://127.0.0.1:${server.port}/bug`)).status).toBe(500);
    expect(lines).toHaveLength(1);
  } finally {
    await server.close();
  }
});

it.each([
  ['a date out of range', '22008', 400],
  ['a byte that is no text', '22021', 400],
  ['a missing table', '42P01', 500],
])('answers %s of the database (%s) with %i', async (_, code, status) => {
  const quiet = { error() {}, warn() {} } as unknown as Log;
  const cause = Object.assign(new Error('refused'), { code });
  const router = new Hono()
    .get('/', () => {
      throw Object.assign(new Error('failed', { cause }), { query: 'select' });
    })
    .onError((error, http) => failure(quiet, http, error));
  expect((await router.request('/')).status).toBe(status);
});

it('logs of a refused call the coarse network, the hashed account and the request', async () => {
  const lines: object[] = [];
  const log = { info: (line: object) => lines.push(line) } as unknown as Log;
  const router = new Hono()
    .use(requestId())
    .get('/', (http) => {
      http.set('network', '203.0.113.0/24');
      http.set('account', 'a-hash');
      throw new AppError('unauthenticated', 'No.');
    })
    .onError((error, http) => failure(log, http, error));
  const { headers } = await router.request('/');
  const request = headers.get('x-request-id');
  expect(lines).toMatchObject([{ network: '203.0.113.0/24', account: 'a-hash', request }]);
  expect(request).toBeTruthy();
});
