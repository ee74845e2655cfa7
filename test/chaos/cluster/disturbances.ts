import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { checkInstallation } from '#app/check.ts';
import { type Database, openDatabase } from '#platform/db/open.ts';
import { usualSources } from '#shared/papers/sources.ts';
import { newReader, Visitor } from '#test/world.ts';
import { surroundings } from '../setup/killing.ts';
import { type LitwatchProcess, spawnLitwatch, until } from '../setup/process.ts';
import { addDueReaders, readSources, standing } from '../setup/seed.ts';
import { type Cluster, startCluster } from './machines.ts';

export interface Disturbed {
  due: number;
  mails: number;
  ids: number;
  lost: number;
  /** Readers who got two mails with different Message-IDs. */
  twice: number;
  /** Seconds from the disturbance until a statement could write again. */
  back: number;
  /** Seconds from the disturbance until the next mail. */
  firstMail: number;
  /** Seconds that a reader's first digest took afterwards. */
  firstDigest: number;
  /** Calls of readers by the status of their answer, 0 where there was none. */
  answers: Record<number, number>;
  /** Processes that ended by themselves. */
  ended: number;
  seconds: number;
}

/** What is done to a running cluster. `work` are the processes: web, worker, and the worker of the second machine. */
export interface Disturbance {
  name: string;
  /** Whether it kills a process that sends, so that its last mails may come again under the same Message-ID. */
  killsSender?: boolean;
  disturb(cluster: Cluster, work: Work): Promise<void>;
  mend?(cluster: Cluster, work: Work): Promise<void>;
}

interface Work {
  web: LitwatchProcess;
  workers: LitwatchProcess[];
  /** Starts a worker on a machine. */
  startWorker(at: number): LitwatchProcess;
}

let fallen = '';
const restoreFallen = async (cluster: Cluster) => {
  cluster.databases.find(({ name }) => name === fallen)!.startMachine();
  await cluster.settled();
};

export const disturbances: readonly Disturbance[] = [
  {
    name: 'switchover under load',
    disturb: (cluster) => cluster.switchOver(),
    mend: (cluster) => cluster.settled(),
  },
  {
    name: 'postmaster of the primary killed',
    disturb: async (cluster) => (await cluster.primary()).machine.killServer(),
    mend: (cluster) => cluster.settled(),
  },
  {
    name: 'machine of the primary killed',
    async disturb(cluster) {
      const { machine } = await cluster.primary();
      fallen = machine.name;
      machine.killMachine();
    },
    mend: restoreFallen,
  },
  {
    name: 'PgBouncer restarted',
    async disturb({ works }) {
      for (const machine of works) await machine.restartPgBouncer();
    },
  },
  {
    name: 'etcd away for 20 seconds',
    async disturb({ databases }) {
      await Promise.all(databases.map((machine) => machine.stopEtcd()));
      await delay(20_000);
      for (const machine of databases) machine.startEtcd();
    },
    mend: (cluster) => cluster.settled(),
  },
  {
    name: 'machine of a worker killed',
    killsSender: true,
    async disturb({ works }, { workers }) {
      await workers[1]!.kill();
      works[1]!.kill();
    },
    async mend({ works }, work) {
      works[1]!.start();
      work.workers[1] = work.startWorker(1);
      await work.workers[1].ready;
    },
  },
];

export interface Running {
  cluster: Cluster;
  /** Seconds until the cluster ran. */
  startSeconds: number;
  /** Kills the primary while two workers fill the empty library; the records then, and of a harvest left alone. */
  harvestThroughFailover(): Promise<{ records: number; alone: number; back: number }>;
  /** What `npm start -- --check` says on the first machine. */
  check(): Promise<{ lines: string[]; code: number }>;
  /** Waits until the library is filled, undisturbed. */
  harvested(): Promise<void>;
  run(disturbance: Disturbance, due: number): Promise<Disturbed>;
  stop(): Promise<void>;
}

/** Small pages, so that a harvest takes a while. */
const pages = { pageSize: { biorxiv: 4, arxivOai: 8 } };

/** A cluster with one web process and two workers, on two machines. The library is empty. */
export async function startRunning(): Promise<Running> {
  const startedAt = performance.now();
  const cluster = await startCluster(2);
  const startSeconds = since(startedAt);
  if ((await cluster.backUp('stanza-create')) !== 0) throw new Error('pgBackRest made no repository.');
  const around = await surroundings(pages);
  const environment = (at: number) => ({
    ...around.environment,
    DATABASE_URL: cluster.works[at]!.url,
    DATABASE_POOLER: 'transaction',
  });
  const all: LitwatchProcess[] = [];
  const spawnAt = (at: number, flag: string) => {
    const started = spawnLitwatch([flag], environment(at));
    all.push(started);
    return started;
  };
  const inSources = (behavior: { kind: 'slow'; ms: number } | null) => {
    for (const source of usualSources) around.sources.misbehave(source, behavior);
  };
  inSources({ kind: 'slow', ms: 100 });
  const atFullSpeed = () => inSources(null);
  const web = spawnAt(0, '--web');
  const work: Work = { web, workers: [], startWorker: (at) => spawnAt(at, '--worker') };
  const url = /http:\S+/.exec(await web.ready)![0];
  work.workers.push(work.startWorker(0), work.startWorker(1));
  await Promise.all(work.workers.map(({ ready }) => ready));
  const database = await openDatabase({ url: cluster.works[0]!.url, folder: null });
  let round = 0;
  return {
    ...{ cluster, startSeconds },
    async check() {
      const lines: string[] = [];
      const code = await checkInstallation(
        (line) => lines.push(line),
        () => new Date(),
        environment(0),
      );
      return { lines, code };
    },
    async harvested() {
      atFullSpeed();
      await until(() => isHarvested(database), 180);
    },
    async harvestThroughFailover() {
      await until(async () => (await recordsIn(database)) > 20, 60);
      const { machine } = await cluster.primary();
      fallen = machine.name;
      machine.killMachine();
      const back = await backAfter(database);
      await restoreFallen(cluster);
      await until(() => isHarvested(database), 180);
      atFullSpeed();
      return { records: await recordsIn(database), alone: await recordsAlone(around.environment), back };
    },
    async run(disturbance, due) {
      around.smtp.clear();
      const startedAt = performance.now();
      const caller = await signIn(url, around, ++round);
      await until(async () => around.smtp.mails.length > 0, 60);
      around.smtp.clear();
      await addDueReaders(database.db, due, `round-${round}`);
      const calling = callAsReaders(url, caller);
      await until(() => around.smtp.distinct >= due / 2, 300);
      const disturbedAt = performance.now();
      const before = around.smtp.mails.length;
      const [back, firstMail] = await Promise.all([
        disturbance.disturb(cluster, work).then(() => backAfter(database, disturbedAt)),
        until(() => around.smtp.mails.length > before, 240).then(() => since(disturbedAt)),
      ]);
      await until(async () => isFinished(database), 400);
      const firstDigest = await firstDigestOf(url, around, round);
      const answers = calling.stop();
      await disturbance.mend?.(cluster, work);
      await delay(2000);
      const ours = around.smtp.mails.filter(({ to }) => to.join().includes(`round-${round}-`));
      const byReader = Map.groupBy(ours, ({ to }) => to.join());
      const ids = new Set(ours.map(({ messageId }) => messageId)).size;
      const twice = [...byReader.values()].filter(
        (mails) => new Set(mails.map(({ messageId }) => messageId)).size > 1,
      ).length;
      return {
        ...{ due, mails: ours.length, ids, lost: due - byReader.size, twice, back, firstMail, firstDigest },
        ...{ answers, ended: all.filter((one) => one.endedAlone()).length, seconds: since(startedAt) },
      };
    },
    async stop() {
      await database.close().catch(() => undefined);
      await Promise.all(all.map((one) => one.kill()));
      await around.close();
      await cluster.stop();
    },
  };
}

type Around = Awaited<ReturnType<typeof surroundings>>;

const visitorAt = (url: string, { smtp }: Around) => ({ smtp, browser: () => new Visitor(url) });

/** A reader who is signed in before anything is disturbed. */
const signIn = (url: string, around: Around, round: number): Promise<Visitor & { id: string }> =>
  newReader(visitorAt(url, around), `caller-${round}@chaos.example`);

/** Calls five times a second what a reader calls, until it is stopped; counts the answers by status. */
function callAsReaders(_url: string, reader: Visitor & { id: string }): { stop(): Record<number, number> } {
  const counts: Record<number, number> = {};
  const paths = ['/api/auth/me', `/api/users/${reader.id}/search-terms`, '/api/digests'];
  let turn = 0;
  const timer = setInterval(() => {
    const call =
      turn % 4 === 3
        ? reader.patch(`/api/users/${reader.id}/preferences`, { dailyHighlights: turn % 8 === 3 })
        : reader.get(paths[turn % 4]!);
    turn++;
    call.then(
      ({ status }) => {
        counts[status] = (counts[status] ?? 0) + 1;
      },
      () => {
        counts[0] = (counts[0] ?? 0) + 1;
      },
    );
  }, 200);
  return {
    stop() {
      clearInterval(timer);
      return counts;
    },
  };
}

/** Seconds from signing up with a topic to its digest. */
async function firstDigestOf(url: string, around: Around, round: number): Promise<number> {
  const email = `first-${round}@chaos.example`;
  const reader = await newReader(visitorAt(url, around), email);
  const startedAt = performance.now();
  await reader.post('/api/immediate-search', { searchTerm: 'heart failure' });
  await around.smtp.waitFor(({ to, headers }) => to.includes(email) && 'list-unsubscribe' in headers, 60);
  return since(startedAt);
}

/** Waits until the database takes a row again. */
async function backAfter({ db }: Database, from = performance.now()): Promise<number> {
  await until(async () => {
    try {
      await db.execute(sql`insert into system_state (name, at) values ('probe', now())
        on conflict (name) do update set at = excluded.at`);
      return true;
    } catch {
      return false;
    }
  }, 180);
  return since(from);
}

const isFinished = async ({ db }: Database): Promise<boolean> => {
  try {
    const { digests, due } = await standing(db);
    return due === 0 && !digests.pending && !digests.sending;
  } catch {
    return false;
  }
};

async function recordsIn({ db }: Database): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(sql`select count(*) from paper_records`);
  return Number(rows[0]!.count);
}

/** Whether every source was read whole. Not while the database is away: a busy cluster may elect once more. */
async function isHarvested({ db }: Database): Promise<boolean> {
  const whole = sql`select count(distinct source) from harvests where status = 'complete'`;
  const { rows } = await db.execute<{ count: string }>(whole).catch(() => ({ rows: [] }));
  return Number(rows[0]?.count) >= usualSources.length;
}

/** The records that a harvest of the same sources stores when nothing disturbs it. */
async function recordsAlone(environment: Record<string, string>): Promise<number> {
  const database = await openDatabase({ url: null, folder: null });
  await readSources(database, environment);
  const records = await recordsIn(database);
  await database.close();
  return records;
}

const since = (startedAt: number): number => (performance.now() - startedAt) / 1000;
