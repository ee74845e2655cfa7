import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';
import { boundBody, listen } from './listen.ts';

test.each([
  [undefined, 30],
  [1_000_000, 62],
  [4_500_000, 275],
  [1e12, 512],
])('a slow body has %2$s seconds for %1$s bytes', (bytes, seconds) => {
  vi.useFakeTimers();
  const request = Object.assign(new EventEmitter(), {
    ...{ headers: { 'content-length': bytes && String(bytes) }, complete: false, destroy: vi.fn() },
  });
  boundBody(request as unknown as IncomingMessage);
  vi.advanceTimersByTime((seconds - 1) * 1000);
  expect(request.destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1100);
  expect(request.destroy).toHaveBeenCalled();
  vi.useRealTimers();
});

describe('listen', () => {
  it('refuses a taken port, and an address of another machine, with one line', async () => {
    const first = await listen(new Hono(), { host: '127.0.0.1', port: 0 });
    const { port } = first;
    await expect(listen(new Hono(), { host: '127.0.0.1', port })).rejects.toThrow(
      `PORT ${port} is taken by another program; set PORT to a free one.`,
    );
    await expect(listen(new Hono(), { host: '127.0.0.1', port }, 'METRICS_PORT')).rejects.toThrow(
      /^METRICS_PORT .* set METRICS_PORT to a free one\.$/,
    );
    await first.close();
    // An address reserved for examples.
    await expect(listen(new Hono(), { host: '192.0.2.1', port: 0 })).rejects.toThrow(
      /^HOST 192\.0\.2\.1 is no address of this machine/,
    );
  });

  it('serves while calls come, except health checks, and ends a second after the last', async () => {
    const router = new Hono().get('*', (http) => http.text('here'));
    const server = await listen(router, { host: '127.0.0.1', port: 0 });
    const ask = async (path: string) => (await fetch(`http://127.0.0.1:${server.port}${path}`)).status;
    let isClosed = false;
    const closed = server.close({ drainMs: 1000 }).then(() => {
      isClosed = true;
    });
    let lastAt = performance.now();
    for (const startedAt = lastAt; lastAt - startedAt < 900; lastAt = performance.now()) {
      expect(await ask('/')).toBe(200);
      await delay(100);
    }
    while (!isClosed) {
      await ask('/readyz').catch(() => null);
      await delay(20);
    }
    await closed;
    // Measured from the response to the last call, whose request came slightly earlier.
    expect(performance.now() - lastAt).toBeGreaterThan(700);
    await expect(ask('/')).rejects.toThrow();
  });
});
