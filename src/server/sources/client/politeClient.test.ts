import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openLog } from '#platform/runtime/log.ts';
import { withServer } from '#test/fixtures/sources/server.ts';
import { SourceFailure } from '../record/source.ts';
import { type Manners, type PolitelyOptions, politely, type Question } from './politeClient.ts';

const free: Manners = { requests: 1000, perMs: 1, atOnce: 10, backOffMs: 1 };

const client = (options: Partial<PolitelyOptions> = {}, manners = free) =>
  politely(manners, { userAgent: 'Litwatch/0 (mailto:a@b.example)', log: openLog('silent'), ...options });

const question = (url: string, rest: Partial<Question<string>> = {}): Question<string> => ({
  source: 'arxiv',
  url: new URL(url),
  read: (body) => body,
  urgent: true,
  ...rest,
});

const failed = async (asking: Promise<unknown>): Promise<SourceFailure> => {
  const error = await asking.then(
    () => null,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(SourceFailure);
  return error as SourceFailure;
};

const plain = (
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
) => {
  response.writeHead(status, headers);
  response.end(body);
};

describe('politely', () => {
  it('says who asks, by POST when there is a form', () =>
    withServer(
      (_, response) => plain(response, 200, 'here'),
      async (url, asked) => {
        await expect(client()(question(`${url}/a`, { form: new URLSearchParams({ q: 'x' }) }))).resolves.toBe(
          'here',
        );
        expect(asked[0]).toMatchObject({ method: 'POST', path: '/a' });
        expect(asked[0]?.headers['user-agent']).toBe('Litwatch/0 (mailto:a@b.example)');
        expect(asked[0]?.form.get('q')).toBe('x');
      },
    ));

  // Each failure by its kind, what an operator reads of it, and how often it was asked for.
  it.each<[string, (response: ServerResponse) => unknown, string, RegExp, number]>([
    [
      '429 without a Retry-After',
      (r) => plain(r, 429, 'Rate exceeded.'),
      'rate-limited',
      /429, no Retry-After: Rate exceeded/,
      3,
    ],
    [
      '429 with one',
      (r) => plain(r, 429, '', { 'retry-after': '0' }),
      'rate-limited',
      /429, Retry-After 0 s/,
      3,
    ],
    ['503', (r) => plain(r, 503, '<html>down</html>'), 'unavailable', /503, no Retry-After: <html>down/, 3],
    ['414', (r) => plain(r, 414, 'Submitted URI too large!'), 'refused', /414: Submitted URI/, 1],
    ['an empty body', (r) => plain(r, 200, ''), 'empty-reply', /status 200/, 3],
    [
      'a web page',
      (r) => plain(r, 200, '\n<!DOCTYPE HTML><html>Sorry</html>', { 'content-type': 'text/html' }),
      'malformed',
      /text\/html: .*Sorry/,
      3,
    ],
    [
      'a body that breaks off',
      (r) => {
        r.writeHead(200, { 'content-length': '1000' });
        r.write('<a>', () => r.destroy());
      },
      'short',
      /terminated/,
      3,
    ],
    [
      'compression that is none',
      (r) => {
        r.writeHead(200, { 'content-encoding': 'gzip' });
        r.end('not gzip at all');
      },
      'short',
      /./,
      3,
    ],
    ['too much', (r) => plain(r, 200, 'x'.repeat(5000)), 'too-large', /2000 bytes/, 1],
    [
      'too much, compressed',
      (r) => {
        r.writeHead(200, { 'content-encoding': 'gzip' });
        r.end(gzipSync('x'.repeat(100_000)));
      },
      'too-large',
      /2000 bytes/,
      1,
    ],
    ['no answer', () => undefined, 'timeout', /no answer began/, 3],
    [
      'an answer that does not end',
      (r) => {
        r.writeHead(200);
        r.write('<a>');
      },
      'timeout',
      /did not end/,
      3,
    ],
    ['a closed connection', (r) => r.destroy(), 'unreachable', /fetch failed/, 3],
  ])('tells %s', (_, answer, kind, detail, requests) =>
    withServer(
      (_asked, response) => answer(response),
      async (url, asked) => {
        const error = await failed(
          client({ limits: { beginMs: 150, wholeMs: 300, bytes: 2000 } })(question(url)),
        );
        expect(error).toMatchObject({ kind, source: 'arxiv', detail: expect.stringMatching(detail) });
        expect(error.message).toMatch(/^(?:The answer of )?arXiv .*\.$/);
        expect(asked).toHaveLength(requests);
      },
    ),
  );

  it('tells that nobody is there', async () => {
    let gone = '';
    await withServer(
      () => undefined,
      async (url) => {
        gone = url;
      },
    );
    const error = await failed(client()(question(gone)));
    expect(error).toMatchObject({
      kind: 'unreachable',
      message: 'arXiv could not be reached.',
      detail: expect.stringMatching('ECONNREFUSED'),
    });
  });

  it('asks again for an answer that its reader finds broken off, and takes the next', () =>
    withServer(
      (_, response, nth) => plain(response, 200, nth === 1 ? 'half' : 'whole'),
      async (url) => {
        const read = (body: string) => {
          if (body !== 'whole') throw new SourceFailure('arxiv', 'short', 'It broke off.');
          return body;
        };
        await expect(client()(question(url, { read }))).resolves.toBe('whole');
      },
    ));

  it('reads the body of a status it was told to read', () =>
    withServer(
      (_, response) => plain(response, 400, '<feed/>'),
      async (url) => {
        await expect(client()(question(url, { alsoRead: [400] }))).resolves.toBe('<feed/>');
      },
    ));

  it('waits as long as it is asked to', () =>
    withServer(
      (_, response, nth) =>
        nth === 1 ? plain(response, 503, '', { 'retry-after': '1' }) : plain(response, 200, 'ok'),
      async (url, asked) => {
        const begun = performance.now();
        await expect(client()(question(url))).resolves.toBe('ok');
        expect(performance.now() - begun).toBeGreaterThanOrEqual(1000);
        expect(asked).toHaveLength(2);
      },
    ));

  it('gives up rather than wait for hours, and asks nothing more of the organisation meanwhile', () =>
    withServer(
      (_, response) => plain(response, 429, 'later', { 'retry-after': '7200' }),
      async (url, asked) => {
        const ask = client();
        expect(await failed(ask(question(url)))).toMatchObject({ kind: 'rate-limited' });
        const second = await failed(ask(question(`${url}/other`, { urgent: false })));
        expect(second).toMatchObject({ kind: 'rate-limited', message: 'arXiv asked us to come back later.' });
        expect(asked).toHaveLength(1);
      },
    ));

  it('keeps the pace over all of its questions, and one connection when told', () => {
    let under = 0;
    let most = 0;
    return withServer(
      async (_, response) => {
        most = Math.max(most, ++under);
        await sleep(5);
        under--;
        plain(response, 200, 'ok');
      },
      async (url) => {
        const ask = client({ isNear: () => false }, { requests: 1, perMs: 40, atOnce: 1, backOffMs: 1 });
        const begun = performance.now();
        await Promise.all([1, 2, 3, 4, 5].map(() => ask(question(url))));
        expect(performance.now() - begun).toBeGreaterThanOrEqual(4 * 40 - 5);
        expect(most).toBe(1);
      },
    );
  });

  it('lets a waiting reader go ahead of a harvest', () => {
    return withServer(
      (_, response) => plain(response, 200, 'ok'),
      async (url, asked) => {
        const ask = client({ isNear: () => false }, { requests: 1, perMs: 20, atOnce: 1, backOffMs: 1 });
        const harvest = [1, 2, 3].map((n) => ask(question(`${url}/harvest/${n}`, { urgent: false })));
        await Promise.all([...harvest, ask(question(`${url}/reader`))]);
        expect(asked.map(({ path }) => path)).toEqual(['/harvest/1', '/reader', '/harvest/2', '/harvest/3']);
      },
    );
  });

  it('stops when told to, with the reason given', () =>
    withServer(
      () => undefined,
      async (url) => {
        const stop = new AbortController();
        const asking = client()(question(url, { signal: stop.signal }));
        setTimeout(() => stop.abort(new Error('enough')), 20);
        await expect(asking).rejects.toThrow('enough');
      },
    ));
});
