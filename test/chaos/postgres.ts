import { spawnSync } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface PostgresServer {
  /** Of the database `postgres`, as its superuser. */
  url: string;
  stop(): Promise<void>;
}

/** A PostgreSQL server of this test's own on a free loopback port, from the distribution's binaries; null where there are none. */
export async function startPostgres(): Promise<PostgresServer | null> {
  const bin = globSync('/usr/lib/postgresql/*/bin').sort().at(-1);
  if (!bin) return null;
  const folder = mkdtempSync(path.join(tmpdir(), 'litwatch-postgres-'));
  const asRoot = process.getuid?.() === 0;
  if (asRoot) run('chown', ['postgres', folder]);
  else chmodSync(folder, 0o700);
  // PostgreSQL refuses to run as root.
  const asPostgres = (command: string, args: string[]) =>
    asRoot ? run('runuser', ['-u', 'postgres', '--', command, ...args]) : run(command, args);
  const data = path.join(folder, 'data');
  const port = await freePort();
  asPostgres(`${bin}/initdb`, ['-D', data, '-A', 'trust', '-U', 'litwatch', '--no-sync']);
  const settings = [
    `-p ${port} -k ${folder}`,
    '-c listen_addresses=127.0.0.1',
    '-c max_connections=200',
    // What is killed here is the product, not this server.
    '-c fsync=off',
  ].join(' ');
  asPostgres(`${bin}/pg_ctl`, ['-D', data, '-w', '-o', settings, '-l', `${folder}/log`, 'start']);
  return {
    url: `postgres://litwatch@127.0.0.1:${port}/postgres`,
    async stop() {
      asPostgres(`${bin}/pg_ctl`, ['-D', data, '-m', 'immediate', 'stop']);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function run(command: string, args: string[]): void {
  // No pipe: the server that pg_ctl leaves running would hold it open for ever.
  const { status, error } = spawnSync(command, args, { stdio: 'ignore' });
  if (status !== 0) throw error ?? new Error(`${command} ${args.join(' ')} ended with ${status}.`);
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
