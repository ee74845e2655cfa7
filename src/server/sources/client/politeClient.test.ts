import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLog } from '#platform/runtime/log.ts';
import { withServer } from '#test/fixtures/sources/server.ts';
import { SourceFailure } from '../record/source.ts';
import {
  isLoopback,
  type PoliteClientOptions,
  politeClient,
  type RateLimitPolicy,
  type SourceRequest,
} from './politeClient.ts';

const free: RateLimitPolicy = { requests: 1000, perMs: 1, concurrency: 10, backOffMs: 1 };

const client = (options: Partial<PoliteClientOptions> = {}, policy = free) =>
  politeClient(policy, { userAgent: 'Litwatch/0 (mailto:a@b.example)', log: openLog('silent'), ...options });

const request = (url: string, rest: Partial<SourceRequest<string>> = {}): SourceRequest<string> => ({
  source: 'arxiv',
  url: new URL(url),
  read: (body) => body,
  urgent: true,
  ...rest,
});

const failed = async (asking: Promise<unknown>): Promise<SourceFailure> => {
  const error = await asking.then(() => null).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(SourceFailure);
  return error as SourceFailure;
};

type Answer = (response: ServerResponse) => unknown;

const says =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body);

/** Begins an answer and does not end it. */
const begins =
  (headers: Record<string, string>, then: Answer = () => undefined): Answer =>
  (response) =>
    response.writeHead(200, headers).write('<a>', () => then(response));

const closes: Answer = (response) => response.destroy();

describe('politeClient', () => {
  it('identifies us, and sends a form by POST', () =>
    withServer('here', async (url, asked) => {
      await expect(client()(request(`${url}/a`, { form: new URLSearchParams({ q: 'x' }) }))).resolves.toBe(
        'here',
      );
      expect(asked[0]).toMatchObject({ method: 'POST', path: '/a' });
      expect(asked[0]?.headers['user-agent']).toBe('Litwatch/0 (mailto:a@b.example)');
      expect(asked[0]?.form.get('q')).toBe('x');
    }));

  const html = { 'content-type': 'text/html' };
  // Each failure with its kind, its message to operators, and the number of attempts.
  it.each<[string, Answer, string, RegExp, number]>([
    ['429', says(429, 'Rate exceeded.'), 'rate-limited', /429, no Retry-After: Rate exceeded/, 3],
    ['429 with a wait', says(429, '', { 'retry-after': '0' }), 'rate-limited', /429, Retry-After 0 s/, 3],
    ['503', says(503, '<html>down</html>'), 'unavailable', /503, no Retry-After: <html>down/, 3],
    ['414', says(414, 'Submitted URI too large!'), 'refused', /414: Submitted URI/, 1],
    ['an empty body', says(200, ''), 'empty-reply', /status 200/, 3],
    [
      'a web page',
      says(200, '\n<!DOCTYPE HTML><html>Sorry</html>', html),
      'malformed',
      /text\/html: .*Sorry/,
      3,
    ],
    ['a body that breaks off', begins({ 'content-length': '1000' }, closes), 'short', /terminated/, 3],
    [
      'compression that is none',
      says(200, 'not gzip at all', { 'content-encoding': 'gzip' }),
      'short',
      /./,
      3,
    ],
    ['too much', says(200, 'x'.repeat(5000)), 'too-large', /2000 bytes/, 1],
    ['no answer', () => undefined, 'timeout', /no answer began/, 3],
    ['an answer that does not end', begins({}), 'timeout', /did not end/, 3],
    ['a closed connection', closes, 'unreachable', /fetch failed/, 3],
  ])('reports %s', (_, answer, kind, detail, requests) =>
    withServer(
      (_asked, response) => answer(response),
      async (url, asked) => {
        const asking = client({ limits: { beginMs: 150, wholeMs: 300, bytes: 2000 } })(request(url));
        const error = await failed(Promise.race([asking, sleep(10_000, 'still waiting', { ref: false })]));
        expect(error).toMatchObject({ kind, source: 'arxiv', detail: expect.stringMatching(detail) });
        expect(error.message).toMatch(/^(?:The answer of )?arXiv .*\.$/);
        expect(asked).toHaveLength(requests);
      },
    ),
  );

  it('reports a closed port as unreachable', async () => {
    let closed = '';
    await withServer('', async (url) => {
      closed = url;
    });
    const error = await failed(client()(request(closed)));
    const detail = expect.stringMatching('ECONNREFUSED');
    expect(error).toMatchObject({ kind: 'unreachable', message: 'arXiv could not be reached.', detail });
  });

  it('retries a reply that its parser finds truncated', () =>
    withServer(
      (_, response, nth) => response.end(nth === 1 ? 'half' : 'whole'),
      async (url) => {
        const read = (body: string) => {
          if (body !== 'whole') throw new SourceFailure('arxiv', 'short', 'It broke off.');
          return body;
        };
        await expect(client()(request(url, { read }))).resolves.toBe('whole');
      },
    ));

  it('parses the body of a status listed in alsoRead', () =>
    withServer(
      (_, response) => response.writeHead(400).end('<feed/>'),
      (url) => expect(client()(request(url, { alsoRead: [400] }))).resolves.toBe('<feed/>'),
    ));

  it('waits as long as Retry-After says', () =>
    withServer(
      (_, response, nth) =>
        nth === 1 ? response.writeHead(503, { 'retry-after': '1' }).end() : response.end('ok'),
      async (url, asked) => {
        const startedAt = performance.now();
        await expect(client()(request(url))).resolves.toBe('ok');
        expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1000);
        expect(asked).toHaveLength(2);
      },
    ));

  it('gives up instead of waiting for hours, and makes no further request to that organization', () =>
    withServer(
      (_, response) => response.writeHead(429, { 'retry-after': '7200' }).end('later'),
      async (url, asked) => {
        const ask = client();
        expect(await failed(ask(request(url)))).toMatchObject({ kind: 'rate-limited' });
        const second = await failed(ask(request(`${url}/other`, { urgent: false })));
        expect(second).toMatchObject({ kind: 'rate-limited', message: 'arXiv asked us to come back later.' });
        expect(asked).toHaveLength(1);
      },
    ));

  it('keeps one rate limit and one connection over all requests', () => {
    let under = 0;
    let most = 0;
    return withServer(
      async (_, response) => {
        most = Math.max(most, ++under);
        await sleep(5);
        under--;
        response.end('ok');
      },
      async (url) => {
        const ask = client({ isExempt: () => false }, { ...free, requests: 1, perMs: 40, concurrency: 1 });
        const startedAt = performance.now();
        await Promise.all([1, 2, 3, 4, 5].map(() => ask(request(url))));
        expect(performance.now() - startedAt).toBeGreaterThanOrEqual(4 * 40 - 5);
        expect(most).toBe(1);
      },
    );
  });

  it('sends a reader’s request before those of a harvest', () =>
    withServer('ok', async (url, asked) => {
      const ask = client({ isExempt: () => false }, { ...free, requests: 1, perMs: 20, concurrency: 1 });
      const harvest = [1, 2, 3].map((n) => ask(request(`${url}/harvest/${n}`, { urgent: false })));
      await Promise.all([...harvest, ask(request(`${url}/reader`))]);
      expect(asked.map(({ path }) => path)).toEqual(['/harvest/1', '/reader', '/harvest/2', '/harvest/3']);
    }));

  // A call's own time is no fault of ours, and must not be answered as one.
  it.each<[string, Answer, Partial<RateLimitPolicy>]>([
    ['in its reply', begins({}), {}],
    ['between attempts', says(503, 'busy'), { backOffMs: 10_000 }],
    ['in the queue', says(200, 'here'), { requests: 1, perMs: 10_000 }],
  ])(
    'fails as the source if the time of the call is over, and stops with the reason of a caller, %s',
    (_, answer, policy) =>
      withServer(
        (_, response) => answer(response),
        async (url) => {
          const ask = client({ isExempt: () => false }, { ...free, ...policy });
          if (policy.perMs) await ask(request(url));
          const { kind } = await failed(ask(request(url, { signal: AbortSignal.timeout(60) })));
          expect(kind).toBe('timeout');
          const stop = new AbortController();
          setTimeout(() => stop.abort(new Error('enough')), 20);
          await expect(ask(request(url, { signal: stop.signal }))).rejects.toThrow('enough');
        },
      ),
  );

  it('follows a redirect on the same host', () =>
    withServer(
      ({ path }, response) =>
        path === '/old' ? response.writeHead(301, { location: '/new' }).end() : response.end('here'),
      async (url) => expect(await client()(request(`${url}/old`))).toBe('here'),
    ));

  it('hands no key to another host that a redirect names', () =>
    withServer('caught', async (thief, caught) =>
      withServer(
        (_, response) => response.writeHead(307, { location: thief.replace('127.0.0.1', 'localhost') }).end(),
        async (url) => {
          const form = new URLSearchParams({ api_key: 'secret' });
          expect((await failed(client()(request(url, { form })))).kind).toBe('refused');
          expect((await failed(client()(request(`${url}/?api_key=secret`)))).kind).toBe('refused');
          expect(caught).toEqual([]);
        },
      ),
    ));
});

describe('isLoopback', () => {
  it.each([
    ...['http://127.0.0.1:1', 'http://127.9.9.9', 'http://127.1'],
    ...['http://[::1]:8080', 'http://localhost', 'http://a.localhost'],
  ])('accepts %s', (address) => expect(isLoopback(new URL(address))).toBe(true));

  it.each([
    ...['https://export.arxiv.org', 'http://128.0.0.1'],
    ...['http://127.0.0.1.example', 'http://localhost.example'],
  ])('rejects %s', (address) => expect(isLoopback(new URL(address))).toBe(false));
});
