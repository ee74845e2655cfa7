import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type ServerName, serverOf } from '../servers/servers.ts';
import { test as base, expect } from './browser.ts';

/**
 * `test` of a file with a server of its own. It runs while the file's tests do: in all others an idle server would take a
 * twentieth of a processor, and a good part of the time of a single test.
 */
export const testOn = (name: ServerName) =>
  base.extend<object, { server: undefined }>({
    server: [
      async ({ browserName: _ }, use) => {
        const { command, url, env } = serverOf(name);
        const server = spawn(process.execPath, command.split(' ').slice(1), {
          env: { ...process.env, ...env },
          stdio: ['ignore', 'ignore', 'inherit'],
        });
        const ended = once(server, 'exit');
        await expect(async () => expect((await fetch(url)).ok).toBe(true)).toPass();
        await use(undefined);
        server.kill('SIGTERM');
        await ended;
      },
      { scope: 'worker', auto: true, timeout: 180_000 },
    ],
  });
