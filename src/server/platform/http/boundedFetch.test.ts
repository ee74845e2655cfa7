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
});
