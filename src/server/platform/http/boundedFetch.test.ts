import { growing, withServer } from '#test/fixtures/sources/server.ts';
import { boundedFetch, TooLarge } from './boundedFetch.ts';

const most = 100_000;

describe('reply of a server', () => {
  it.each(Object.entries(growing))('is read up to its bound: %s', (_, reply) =>
    withServer(
      (_asked, response) => reply(response),
      async (url) => {
        const response = await boundedFetch(most)(url);
        expect(response).toMatchObject({ status: 200, ok: true });
        await expect(response.text()).rejects.toThrow(TooLarge);
      },
    ),
  );

  it('is read to its end below the bound, with its status and its headers', () =>
    withServer(
      ({ path }, response) =>
        response.writeHead(path === '/gone' ? 204 : 404, { 'x-a': 'b' }).end(' '.repeat(most)),
      async (url) => {
        const response = await boundedFetch(most)(url);
        expect(response).toMatchObject({ status: 404, ok: false });
        expect(response.headers.get('x-a')).toBe('b');
        expect(await response.text()).toHaveLength(most);
        expect((await boundedFetch(most)(`${url}/gone`)).body).toBeNull();
      },
    ));
});
