import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { listen } from './listen.ts';

describe('listening', () => {
  it('refuses in one line a port that is taken, and an address that is not of this machine', async () => {
    const first = await listen(new Hono(), { host: '127.0.0.1', port: 0 });
    const { port } = first;
    await expect(listen(new Hono(), { host: '127.0.0.1', port })).rejects.toThrow(
      `PORT ${port} is taken by another program; set PORT to a free one.`,
    );
    await expect(listen(new Hono(), { host: '127.0.0.1', port }, 'METRICS_PORT')).rejects.toThrow(
      /^METRICS_PORT .* set METRICS_PORT to a free one\.$/,
    );
    await first.close();
    // An address that stands in examples only.
    await expect(listen(new Hono(), { host: '192.0.2.1', port: 0 })).rejects.toThrow(
      /^HOST 192\.0\.2\.1 is no address of this machine/,
    );
  });
});
