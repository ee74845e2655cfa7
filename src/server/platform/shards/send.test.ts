import { once } from 'node:events';
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendAsItIs } from './send.ts';

interface Seen {
  line: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

let url: string;
let server: http.Server;
const seen: Seen[] = [];
beforeAll(async () => {
  server = http.createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
    const status = Number(/^\/(\d+)/.exec(request.url!)?.[1] ?? 200);
    response.writeHead(status, [
      ...['Set-Cookie', 'a=1; Path=/', 'Set-Cookie', 'b=2; Path=/'],
      ...['Location', '/elsewhere', 'Content-Type', 'text/plain'],
    ]);
    response.end(status === 200 ? `${request.method} of ${body.length}` : undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => server.close());

const ask = async (path: string, init: RequestInit & { duplex?: 'half' } = {}) => {
  seen.length = 0;
  const answer = await sendAsItIs(new Request(url + path, init));
  return { answer, text: await answer.text() };
};

describe('a call to another shard', () => {
  it('has the headers it was given and no others', async () => {
    await ask('/x?a=b', { headers: { 'sec-fetch-mode': 'navigate', cookie: 'a=b; c=d' } });
    expect(seen).toMatchObject([{ line: 'GET /x?a=b' }]);
    const { host, connection, ...given } = seen[0]!.headers;
    expect(given).toEqual({ 'sec-fetch-mode': 'navigate', cookie: 'a=b; c=d' });
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('keeps the body of a %s together', async (method) => {
    // Without a frame the other side would take it for a call of its own.
    const body = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
    const { text } = await ask('/x', { method, body: Buffer.from(body), duplex: 'half' });
    expect(text).toBe(`${method} of ${body.length}`);
    await ask('/next');
    expect(seen.map(({ line }) => line)).toEqual(['GET /next']);
  });

  it.each(['POST', 'DELETE'])('is a %s without a body', async (method) => {
    expect((await ask('/x', { method })).text).toBe(`${method} of 0`);
  });

  it('brings every cookie back', async () => {
    const { answer } = await ask('/x');
    expect(answer.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Path=/']);
  });

  it.each([204, 302, 304, 404, 503])('brings back status %i, and follows nothing', async (status) => {
    const { answer, text } = await ask(`/${status}`);
    expect([answer.status, answer.headers.get('location'), text]).toEqual([status, '/elsewhere', '']);
    expect(seen).toHaveLength(1);
  });

  it('fails where nothing listens', async () => {
    await expect(sendAsItIs(new Request('http://127.0.0.1:9/'))).rejects.toThrow('ECONNREFUSED');
  });

  it('ends with its signal', async () => {
    const signal = AbortSignal.abort();
    await expect(sendAsItIs(new Request(url, { signal }))).rejects.toThrow('abort');
  });
});
