import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import type { Hono, MiddlewareHandler } from 'hono';
import { type Config, ConfigError } from '../runtime/config.ts';

export interface Listening {
  port: number;
  /**
   * Refuses new calls and lets running ones finish, for at most three seconds. Before that, it serves calls for `drainMs`,
   * and then until there was none for a second, at most twice as long in total. A load balancer sends calls elsewhere only
   * after it has asked `/readyz` again, which may take a while on a busy machine, and the next call may already be on its
   * way on a connection that is closed.
   */
  close(options?: { drainMs?: number }): Promise<void>;
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
      // How long a body may take, `boundBody` says. Between calls a connection waits longer than
      // a proxy's (a minute, by default), because the side that sends the next call must be the one that closes.
      serverOptions: { requestTimeout: 0, headersTimeout: 15_000, keepAliveTimeout: 75_000 },
    }) as Server;
    let lastCallAt = performance.now();
    server.on('request', boundBody);
    server.on('request', ({ url = '' }) => {
      if (!/^\/(?:readyz|healthz|metrics)\b/.test(url)) lastCallAt = performance.now();
    });
    const quietMs = () => performance.now() - lastCallAt;
    server.once('error', reject);
    server.once('listening', () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        close: async ({ drainMs = 0 } = {}) => {
          if (drainMs) await drain(quietMs, drainMs);
          await close(server);
        },
      }),
    );
  });

const bodySeconds = 30;
/** Slower than a train's connection. */
const leastBytesPerSecond = 16 * 1024;
/** More than the largest body that is accepted. */
const bytesAtMost = 8 * 1024 * 1024;

/** A slow client (slowloris) holds a call for half a minute at most, or as long as a body of its size takes on a slow line. */
export function boundBody(request: IncomingMessage): void {
  const bytes = Math.min(bytesAtMost, Number(request.headers['content-length']) || 0);
  const milliseconds = 1000 * Math.max(bodySeconds, bytes / leastBytesPerSecond);
  const timer = setTimeout(() => request.complete || request.destroy(), milliseconds);
  for (const end of ['end', 'close']) request.once(end, () => clearTimeout(timer));
}

/** After this time without a call, no more are expected. */
const calmMs = 1000;

async function drain(quietMs: () => number, drainMs: number): Promise<void> {
  const latest = performance.now() + 2 * drainMs;
  await delay(drainMs);
  // Calls that came while this process had no turn are read before the next immediate, and after timers.
  for (await immediate(); quietMs() < calmMs && performance.now() < latest; await immediate())
    await delay(50);
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), 3000);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });

/** While stopping, asks clients to come back on a new connection, which a load balancer sends to another process. */
export const closeWhen =
  (isStopping: () => boolean): MiddlewareHandler =>
  async (http, next) => {
    await next();
    if (isStopping()) http.header('Connection', 'close');
  };
