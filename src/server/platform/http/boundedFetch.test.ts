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
