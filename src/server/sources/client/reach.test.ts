import { describe, expect, it } from 'vitest';
import { withServer } from '#test/fixtures/sources/server.ts';
import { isReachable } from './reach.ts';

describe('isReachable', () => {
  it('is content with any answer, and with none is not', async () => {
    let gone = '';
    await withServer(
      (_, response) => response.writeHead(404).end(),
      async (url) => {
        gone = url;
        expect(await isReachable(url, 'Litwatch', 1000)).toBe(true);
      },
    );
    expect(await isReachable(gone, 'Litwatch', 1000)).toBe(false);
    await withServer(
      () => undefined,
      async (url) => expect(await isReachable(url, 'Litwatch', 50)).toBe(false),
    );
  });
});
