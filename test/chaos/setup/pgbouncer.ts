import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './postgres.ts';
import { until } from './process.ts';

/**
 * PgBouncer in transaction mode before the server at `url`; null where it is not installed and cannot be. It is
 * installed when this runs as root on a distribution with apt-get.
 */
export async function startPgBouncer(url: string): Promise<{ url: string; stop(): Promise<void> } | null> {
  if (!isInstalled()) spawnSync('apt-get', ['install', '-y', 'pgbouncer'], { stdio: 'ignore' });
  if (!isInstalled()) return null;
  const folder = mkdtempSync(path.join(tmpdir(), 'litwatch-pgbouncer-'));
  // It refuses to run as root, and reads its files as another user.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const target = new URL(url);
  writeFileSync(path.join(folder, 'users.txt'), `"${target.username}" ""\n`);
  writeFileSync(
    path.join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `* = host=${target.hostname} port=${target.port} user=${target.username}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      `auth_file = ${folder}/users.txt`,
      'pool_mode = transaction',
    ].join('\n'),
  );
  const config = path.join(folder, 'pgbouncer.ini');
  const child: ChildProcess =
    process.getuid?.() === 0
      ? spawn('setpriv', ['--reuid=postgres', '--clear-groups', 'pgbouncer', config], { stdio: 'ignore' })
      : spawn('pgbouncer', [config], { stdio: 'ignore' });
  await until(() => answers(port), 10);
  const pooled = new URL(url);
  pooled.port = String(port);
  return {
    url: pooled.toString(),
    async stop() {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const isInstalled = (): boolean => spawnSync('pgbouncer', ['--version'], { stdio: 'ignore' }).status === 0;

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
