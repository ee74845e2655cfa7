import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Config } from '../runtime/config.ts';

export interface Listening {
  port: number;
  /** Takes no new calls and lets running ones finish, three seconds at most. */
  close(): Promise<void>;
}

/** @throws the system's error when the port is not available (`EADDRINUSE`) */
export const listen = (router: Hono, { port, host }: Pick<Config, 'port' | 'host'>): Promise<Listening> =>
  new Promise((resolve, reject) => {
    const server = serve({
      fetch: router.fetch,
      port,
      hostname: host,
      // A slow client (slowloris) holds a connection for half a minute at most.
      serverOptions: { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 10_000 },
    }) as Server;
    server.once('error', reject);
    server.once('listening', () =>
      resolve({ port: (server.address() as AddressInfo).port, close: () => close(server) }),
    );
  });

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), 3000);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
