import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Hono } from 'hono';
import { type Config, ConfigError } from '../runtime/config.ts';

export interface Listening {
  port: number;
  /** Takes no new calls and lets running ones finish, three seconds at most. */
  close(): Promise<void>;
}

/**
 * Serves a router.
 * @param setting the variable that names the port
 * @throws ConfigError when the port is taken or not allowed, or the address is not one of this machine
 */
export async function listen(
  router: Hono,
  { port, host }: Pick<Config, 'port' | 'host'>,
  setting: 'PORT' | 'METRICS_PORT' = 'PORT',
): Promise<Listening> {
  try {
    return await open(router, { port, host });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new ConfigError(`${setting} ${port} is taken by another program; set ${setting} to a free one.`);
    if (code === 'EACCES')
      throw new ConfigError(`${setting} ${port} is not for this user; set ${setting} to one above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new ConfigError(`HOST ${host} is no address of this machine; 0.0.0.0 stands for all it has.`);
    throw error;
  }
}

const open = (router: Hono, { port, host }: Pick<Config, 'port' | 'host'>): Promise<Listening> =>
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
