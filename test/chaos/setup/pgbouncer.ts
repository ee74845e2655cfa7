import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './postgres.ts';
import { until } from './process.ts';

export interface PgBouncer {
  /** Such as `1.18.0`. */
  version: string;
  program: string;
}

/** Where builds are kept. Remove the folder to build the newest version again. */
const kept = path.resolve(import.meta.dirname, '../../../node_modules/.cache/pgbouncer');

/**
 * The distribution's PgBouncer, and the newest whose source Debian has. Installs or builds both if this runs as root and
 * there is apt-get; leaves out an unavailable one.
 */
export function findPgBouncers(): PgBouncer[] {
  if (!versionOf('pgbouncer')) install('pgbouncer');
  const built = () =>
    globSync(path.join(kept, 'pgbouncer-*', 'pgbouncer'))
      .sort()
      .at(-1);
  if (!built()) buildNewest();
  const found = ['pgbouncer', built()].map((program) => {
    const version = program && versionOf(program);
    return version ? { program, version } : null;
  });
  const bouncers = found.filter((one) => one !== null);
  return bouncers.filter(({ version }, at) => bouncers.findIndex((one) => one.version === version) === at);
}

const versionOf = (program: string): string | null =>
  /PgBouncer (\S+)/.exec(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1] ?? null;

const install = (...packages: string[]) =>
  spawnSync('apt-get', ['install', '-y', ...packages], { stdio: 'ignore' });

/** Debian's distributions, newest first. A mirror may list a version that it does not have. */
const suites = ['unstable', 'testing', 'stable'];

/**
 * Builds from Debian's newest source, because its package would need a newer C library. apt uses separate settings and
 * lists, so that the machine's do not change, and the machine's own mirror.
 */
function buildNewest(): void {
  const asked = ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages', 'Label: Debian'];
  const mirror = spawnSync('apt-get', asked, { encoding: 'utf8' }).stdout?.split('\n')[0];
  if (!mirror) return;
  mkdirSync(kept, { recursive: true });
  const archive = newestOf(mirror);
  if (!archive || !run('tar', ['-xf', archive])) return;
  install('gcc', 'make', 'pkg-config', 'libevent-dev');
  const source = globSync(path.join(kept, 'pgbouncer-*', 'configure'))
    .sort()
    .at(-1);
  if (!source) return;
  const folder = path.dirname(source);
  if (run('./configure', ['--without-openssl', '--without-cares'], folder)) run('make', [], folder);
}

/** The first available source; does not try the others. */
function newestOf(mirror: string): string | null {
  for (const suite of suites) {
    const archive = download(mirror, suite);
    if (archive) return archive;
  }
  return null;
}

/** The source's archive; null if the mirror does not have it. */
function download(mirror: string, suite: string): string | null {
  const lists = path.join(kept, suite);
  mkdirSync(path.join(lists, 'partial'), { recursive: true });
  const list = path.join(kept, `${suite}.list`);
  const keys = '/usr/share/keyrings/debian-archive-keyring.gpg';
  writeFileSync(list, `deb-src [signed-by=${keys}] ${mirror} ${suite} main\n`);
  const settings = [
    ...['-o', `Dir::Etc::SourceList=${list}`, '-o', 'Dir::Etc::SourceParts=/dev/null'],
    ...['-o', `Dir::State::Lists=${lists}`, '-o', 'Dir::Cache::pkgcache=', '-o', 'Dir::Cache::srcpkgcache='],
  ];
  run('apt-get', [...settings, 'update']);
  run('apt-get', [...settings, 'source', '--download-only', 'pgbouncer']);
  rmSync(lists, { recursive: true });
  return globSync(path.join(kept, 'pgbouncer_*.orig.tar.*')).at(-1) ?? null;
}

const run = (command: string, args: string[], folder = kept): boolean =>
  spawnSync(command, args, { cwd: folder, stdio: 'ignore' }).status === 0;

/** PgBouncer in transaction mode before the server at `url`. */
export async function startPgBouncer(
  url: string,
  program: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'litwatch-pgbouncer-'));
  // It refuses to run as root, and reads its files as another user.
  chmodSync(folder, 0o755);
  const runnable = path.isAbsolute(program) ? path.join(folder, 'pgbouncer') : program;
  if (runnable !== program) copyFileSync(program, runnable);
  const port = await freePort();
  const target = new URL(url);
  writeFileSync(path.join(folder, 'users.txt'), `"${target.username}" ""\n`);
  const config = path.join(folder, 'pgbouncer.ini');
  writeFileSync(
    config,
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
  const child: ChildProcess =
    process.getuid?.() === 0
      ? spawn('setpriv', ['--reuid=postgres', '--clear-groups', runnable, config], { stdio: 'ignore' })
      : spawn(runnable, [config], { stdio: 'ignore' });
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

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
