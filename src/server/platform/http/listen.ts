import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Config } from '../runtime/config.ts';

export interface Listening {
  port: number;
  /** Takes no new calls and lets those in hand finish, at most ten seconds. */
  close(): Promise<void>;
}

/** @throws when the port cannot be had. */
export const listen = (door: Hono, { port, host }: Pick<Config, 'port' | 'host'>): Promise<Listening> =>
  new Promise((resolve, reject) => {
    const server = serve({
      fetch: door.fetch,
      port,
      hostname: host,
      // A client that dribbles its request holds a connection for half a minute at most.
      serverOptions: { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 10_000 },
    }) as Server;
    server.once('error', reject);
    server.once('listening', () =>
      resolve({ port: (server.address() as AddressInfo).port, close: () => close(server) }),
    );
  });

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const impatient = setTimeout(() => server.closeAllConnections(), 10_000);
    server.close(() => {
      clearTimeout(impatient);
      resolve();
    });
    server.closeIdleConnections();
  });
