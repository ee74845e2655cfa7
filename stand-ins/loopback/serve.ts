import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';

/** Where a stand-in listens: on a free port of loopback, unless given. */
export type Place = { port?: number; host?: string };

/** Serves an app; rejects if the port is taken. `close` ends open connections too. */
export async function serveApp(
  { fetch }: { fetch: (request: Request, env: never) => Response | Promise<Response> },
  { port = 0, host = '127.0.0.1' }: Place = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createAdaptorServer({ fetch: fetch as never }) as Server;
  await once(server.listen(port, host), 'listening');
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** What a test chose to go wrong: with the next requests, or until the test takes it back. */
export function openTroubles<T>() {
  let current: { as: T; left: number } | null = null;
  return {
    set(as: T | null, times = Number.POSITIVE_INFINITY): void {
      current = as === null ? null : { as, left: times };
    },
    /** The trouble of a request that it concerns, which counts; null for none. */
    take(concerns: (as: T) => boolean = () => true): T | null {
      if (!current || !concerns(current.as)) return null;
      const { as } = current;
      if (--current.left <= 0) current = null;
      return as;
    },
  };
}
