import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, globSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asClient } from '#test/createDatabase.ts';

export interface PostgresServer {
  /** Address of the database `postgres`, as its superuser. */
  url: string;
  port: number;
  /** `fast` ends transactions; `immediate` ends the server like a crash. */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  /** Ends the server like a crash. */
  kill(): Promise<void>;
  /** Starts a standby that follows this server. */
  startStandby(): Promise<PostgresServer>;
  /** Stops a standby from receiving anything. */
  stopFollowing(): Promise<void>;
  /** Promotes a standby to primary, on the port of `former`, which has ended. */
  promoteAt(former: PostgresServer): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A private PostgreSQL server on a free loopback port, from the distribution's binaries; null if there are none.
 */
export async function startPostgres(): Promise<PostgresServer | null> {
  const bin = globSync('/usr/lib/postgresql/*/bin').sort().at(-1);
  if (!bin) return null;
  return startServer(bin, (folder, asPostgres) =>
    asPostgres(`${bin}/initdb`, ['-D', folder, '-A', 'trust', '-U', 'litwatch', '-E', 'UTF8', '--no-sync']),
  );
}

type AsPostgres = (command: string, args: string[]) => Promise<void>;

async function startServer(
  bin: string,
  create: (data: string, asPostgres: AsPostgres) => Promise<void>,
): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'litwatch-postgres-'));
  const asRoot = process.getuid?.() === 0;
  if (asRoot) await run('chown', ['postgres', folder]);
  else chmodSync(folder, 0o700);
  // PostgreSQL refuses to run as root.
  const asPostgres: AsPostgres = (command, args) =>
    asRoot ? run('runuser', ['-u', 'postgres', '--', command, ...args]) : run(command, args);
  const data = path.join(folder, 'data');
  let port = await freePort();
  await create(data, asPostgres);
  const settings = () =>
    [
      `-p ${port} -k ${folder}`,
      '-c listen_addresses=127.0.0.1',
      '-c max_connections=200',
      // Only a process is killed here, not the machine, so nothing needs to reach the disk.
      '-c fsync=off',
    ].join(' ');
  const control = (...args: string[]) => asPostgres(`${bin}/pg_ctl`, ['-D', data, '-w', ...args]);
  const start = (command: 'start' | 'restart' = 'start', ...args: string[]) =>
    control('-o', settings(), '-l', `${folder}/log`, ...args, command);
  await start();
  const url = `postgres://litwatch@127.0.0.1:${port}/postgres`;
  return {
    url,
    port,
    restart: (mode) => start('restart', '-m', mode),
    kill: () => control('-m', 'immediate', 'stop'),
    startStandby: () =>
      startServer(bin, (standby, asPostgres) =>
        asPostgres(`${bin}/pg_basebackup`, ['-D', standby, '-R', '-X', 'stream', '-c', 'fast', '-d', url]),
      ),
    stopFollowing: () =>
      asClient(url, async (client) => {
        await client.query("alter system set primary_conninfo = ''");
        await client.query('select pg_reload_conf()');
      }),
    async promoteAt(former) {
      await control('promote');
      port = former.port;
      await start('restart', '-m', 'fast');
    },
    async stop() {
      await control('-m', 'immediate', 'stop');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function run(command: string, args: string[]): Promise<void> {
  // No pipe, because the server that pg_ctl leaves running would keep it open forever.
  const [status] = await once(spawn(command, args, { stdio: 'ignore' }), 'exit');
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}.`);
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  await once(server.close(), 'close');
  return port;
}
