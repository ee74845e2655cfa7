import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asClient } from '#test/createDatabase.ts';
import { until } from '../setup/process.ts';

const deploy = path.resolve(import.meta.dirname, '../../../deploy/cluster');
const programs = ['etcd', 'patroni', 'haproxy', 'pgbouncer', 'pgbackrest'];
const packages = 'etcd-server patroni python3-etcd haproxy pgbouncer pgbackrest postgresql'.split(' ');

/**
 * Why a cluster cannot be started here; null if it can. Installs Debian's packages if this runs as root and there is
 * apt-get.
 */
export function whyNoCluster(): string | null {
  if (process.getuid?.() !== 0) return 'its programs have to run as other users, and this is not root';
  const missing = () => programs.filter((name) => !programPath(name));
  if (missing().length) {
    const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    spawnSync('apt-get', ['update', '-qq'], options);
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
  }
  if (missing().length) return `Debian's packages cannot be installed: ${missing().join(', ')}`;
  return postgresBin() ? null : 'PostgreSQL is not installed';
}

const programPath = (name: string): string | undefined =>
  [`/usr/bin/${name}`, `/usr/sbin/${name}`].find((file) => existsSync(file));

const postgresBin = (): string | undefined => globSync('/usr/lib/postgresql/*/bin').sort().at(-1);

type DatabaseMachine = ReturnType<typeof databaseMachine>;
type WorkMachine = Awaited<ReturnType<typeof workMachine>>;
export type Cluster = Awaited<ReturnType<typeof startCluster>>;

const password = 'litwatch-in-a-cluster';

/**
 * Three database machines and `workMachines` others, each an address of the loopback network, started from the files
 * of `deploy/cluster`. Only addresses, folders and passwords are replaced.
 */
export async function startCluster(workMachines: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'litwatch-cluster-'));
  chmodSync(folder, 0o755);
  const network = `127.0.${1 + Math.floor(Math.random() * 250)}.`;
  const databases = [1, 2, 3].map((at) => databaseMachine(folder, network, at));
  for (const machine of databases) machine.startMachine();
  const works: WorkMachine[] = [];
  const stop = async () => {
    for (const machine of [...works]) machine.kill();
    for (const machine of databases) machine.killMachine();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  /** Waits for the primary. */
  const primary = async (): Promise<DatabaseMachine> => {
    let found: DatabaseMachine | undefined;
    await until(async () => {
      const are = await Promise.all(databases.map((machine) => machine.isPrimary()));
      found = databases[are.indexOf(true)];
      return found !== undefined;
    }, 120);
    if (!found) throw new Error(`No primary after two minutes.`);
    return found;
  };
  try {
    await createDatabase((await primary()).address);
    for (let at = 1; at <= workMachines; at++) works.push(await workMachine(folder, network, at));
    const cluster = {
      ...{ databases, works, primary, stop },
      /** Moves the primary to a synchronous standby, as `patronictl switchover` does. */
      async switchOver() {
        const { name, address } = await primary();
        await post(`http://${address}:8008/switchover`, { leader: name });
      },
      /** Waits until all three members run and one standby is synchronous. */
      settled: () => settled(databases),
      /** Runs pgBackRest on the primary. */
      async backUp(...args: string[]): Promise<number | null> {
        const { name } = await primary();
        const ran = asPostgres(folder, name, ['pgbackrest', '--stanza=litwatch', ...args], {});
        return (await once(ran, 'exit'))[0];
      },
    };
    await cluster.settled();
    return cluster;
  } catch (error) {
    const logs = globSync(path.join(folder, '*', 'log')).map(
      (file) => `${file}:\n${readFileSync(file, 'utf8').slice(-2000)}`,
    );
    await stop();
    throw new Error(`The cluster did not start.\n${logs.join('\n')}`, { cause: error });
  }
}

/** A file of `deploy/cluster` for one machine of this cluster. */
function placed(file: string, { folder, network, name }: { folder: string; network: string; name: string }) {
  const own = path.join(folder, name);
  return (
    readFileSync(path.join(deploy, file), 'utf8')
      // A connection within the loopback network comes from 127.0.0.1, whatever address it goes to.
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replaceAll('10.0.0.', network)
      .replaceAll('/var/lib/postgresql/15/litwatch', `${own}/data`)
      .replaceAll('/usr/lib/postgresql/15/bin', postgresBin()!)
      .replaceAll('/var/lib/etcd', own)
      .replaceAll('/var/run/postgresql', own)
      .replaceAll('/var/lib/pgbackrest', `${folder}/backups`)
      .replaceAll('/tmp/pgbackrest', `${own}/lock`)
      .replaceAll('/etc/pgbouncer', own)
      .replaceAll(/CHANGE-\w+/g, password)
  );
}

/** Variables of a file with lines NAME=value. */
const variables = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]));

/** Starts a program as the user postgres; what it prints goes to a file in the machine's folder. */
function asPostgres(folder: string, name: string, command: string[], environment: Record<string, string>) {
  const log = openSync(path.join(folder, name, 'log'), 'a');
  return spawn('setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', ...command], {
    cwd: folder,
    stdio: ['ignore', log, log],
    env: {
      PATH: `/usr/sbin:/usr/bin:/sbin:/bin`,
      LANG: 'C.UTF-8',
      PGBACKREST_CONFIG: path.join(folder, name, 'pgbackrest.conf'),
      ...environment,
    },
  });
}

/** A machine with etcd, PostgreSQL and Patroni. */
function databaseMachine(folder: string, network: string, at: number) {
  const name = `node${at}`;
  const address = `${network}1${at}`;
  const own = path.join(folder, name);
  for (const inside of [own, path.join(folder, 'backups')]) mkdirSync(inside, { recursive: true });
  const where = { folder, network, name };
  for (const file of ['patroni.yml', 'pgbackrest.conf'])
    writeFileSync(path.join(own, file), placed(file, where));
  spawnSync('chown', ['-R', 'postgres:postgres', own, path.join(folder, 'backups')]);
  const environment = {
    ...variables(placed('etcd.env', where)),
    ...variables(placed('node.env', where).replaceAll('node1', name).replaceAll(`${network}11`, address)),
  };
  let etcd: ChildProcess | undefined;
  let patroni: ChildProcess | undefined;
  const postmaster = (): number | null => {
    const file = path.join(own, 'data', 'postmaster.pid');
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null;
  };
  /** Ends the server as a crash does; Patroni is left alone. */
  const killServer = () => {
    const pid = postmaster();
    if (pid) end(pid);
  };
  const startEtcd = () => {
    etcd = asPostgres(folder, name, ['etcd'], environment);
  };
  return {
    ...{ name, address, killServer, startEtcd },
    /** Ends all at once, as if the power had failed. */
    killMachine() {
      patroni?.kill('SIGKILL');
      etcd?.kill('SIGKILL');
      killServer();
    },
    startMachine() {
      startEtcd();
      patroni = asPostgres(folder, name, ['patroni', path.join(own, 'patroni.yml')], environment);
    },
    async stopEtcd() {
      etcd?.kill('SIGTERM');
      if (etcd && etcd.exitCode === null) await once(etcd, 'exit');
    },
    /** Whether Patroni says that it is the primary. */
    isPrimary: async () => (await ask(`http://${address}:8008/primary`))?.status === 200,
  };
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended since its number was read.
  }
}

/** A machine that runs Litwatch, with HAProxy and PgBouncer of its own. */
async function workMachine(folder: string, network: string, at: number) {
  const name = `work${at}`;
  const address = `${network}2${at}`;
  const own = path.join(folder, name);
  mkdirSync(own);
  for (const file of ['haproxy.cfg', 'pgbouncer.ini'])
    writeFileSync(
      path.join(own, file),
      placed(file, { folder, network, name }).replaceAll('127.0.0.1', address),
    );
  writeFileSync(path.join(own, 'userlist.txt'), `"litwatch" "${password}"\n`);
  spawnSync('chown', ['-R', 'postgres:postgres', own]);
  const start = (...command: string[]): ChildProcess => asPostgres(folder, name, command, {});
  const startHaproxy = () => start('haproxy', '-f', path.join(own, 'haproxy.cfg'));
  const startPgBouncer = () => start('pgbouncer', path.join(own, 'pgbouncer.ini'));
  let haproxy = startHaproxy();
  let pgbouncer = startPgBouncer();
  const url = `postgres://litwatch:${password}@${address}:6432/litwatch`;
  await until(() => answers(url), 30);
  return {
    /** The value of DATABASE_URL there. */
    url,
    async restartPgBouncer() {
      pgbouncer.kill('SIGKILL');
      await once(pgbouncer, 'exit');
      pgbouncer = startPgBouncer();
    },
    start() {
      haproxy = startHaproxy();
      pgbouncer = startPgBouncer();
    },
    /** Ends HAProxy and PgBouncer. */
    kill() {
      haproxy.kill('SIGKILL');
      pgbouncer.kill('SIGKILL');
    },
  };
}

/** The statements that docs/operating.md has an operator run on the first primary. */
const createDatabase = (address: string): Promise<void> =>
  asClient(`postgres://postgres:${password}@${address}:5432/postgres`, async (client) => {
    await client.query(`create role litwatch login password '${password}'`);
    await client.query('create database litwatch owner litwatch');
    await client.query('grant pg_monitor to litwatch');
  });

type Members = { members?: { role: string; state: string }[] };

async function settled(databases: readonly DatabaseMachine[]): Promise<void> {
  const look = async () => {
    for (const { address } of databases) {
      const answer = await ask(`http://${address}:8008/cluster`);
      const { members = [] } = ((await answer?.json().catch(() => null)) ?? {}) as Members;
      const states = members.map(({ role, state }) => `${role} ${state}`);
      const standbys = states.filter((state) => /^(sync_standby|replica) (running|streaming)$/.test(state));
      if (standbys.length === 2 && standbys.some((state) => state.startsWith('sync_standby'))) return true;
    }
    return false;
  };
  await until(look, 180);
  if (!(await look())) throw new Error(`The cluster has not settled within three minutes.`);
}

const answers = (url: string): Promise<boolean> =>
  asClient({ connectionString: url, connectionTimeoutMillis: 2000 }, (client) => {
    client.on('error', () => undefined);
    return client.query('select 1');
  }).then(
    () => true,
    () => false,
  );

/** The answer of Patroni; null if there is none. */
const ask = (url: string): Promise<Response | null> =>
  fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => null);

async function post(url: string, body: unknown): Promise<void> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
}
