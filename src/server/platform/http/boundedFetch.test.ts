import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { growing, withServer } from '#test/fixtures/sources/server.ts';
import { boundedFetch, TooLarge } from './boundedFetch.ts';

describe('reply of a server', () => {
  it.each(Object.entries(growing))('is read up to its bound: %s', (_, reply) =>
    withServer(
      (_asked, response) => reply(response),
      async (url) => {
        const response = await boundedFetch(100_000)(url);
        expect(response).toMatchObject({ status: 200, ok: true });
        await expect(response.text()).rejects.toThrow(TooLarge);
      },
    ),
  );

  it('holds up no other look-up while the name server of its name is silent', async () => {
    const silent = createSocket('udp4');
    await once(silent.bind(0, '127.0.0.1'), 'listening');
    const from = performance.now();
    const ask = boundedFetch(1000, [`127.0.0.1:${silent.address().port}`]);
    const asked = Promise.allSettled([1, 2, 3, 4, 5].map((n) => ask(`http://n${n}.example/`)));
    await Promise.all([once(silent, 'message'), lookup('localhost')]);
    expect(performance.now() - from).toBeLessThan(2000);
    expect((await asked).every(({ status }) => status === 'rejected')).toBe(true);
    expect(performance.now() - from).toBeLessThan(6000);
    silent.close();
  });

  it('is none to which a redirect leads', () =>
    withServer(
      ({ path }, response) =>
        path === '/there' ? response.end('{}') : response.writeHead(307, { location: '/there' }).end(),
      async (url, asked) => {
        await expect(boundedFetch(100_000)(url)).rejects.toThrow('fetch failed');
        expect(asked).toHaveLength(1);
      },
    ));
});
