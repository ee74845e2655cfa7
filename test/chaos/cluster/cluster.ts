import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Database, openDatabase } from '#platform/db/open.ts';
import { recordMoment } from '#platform/installation.ts';
import { usualSources } from '#shared/papers/sources.ts';
import { check } from '#test/features/operations/startOf.ts';
import { newReader, Visitor } from '#test/world.ts';
import { recordsIn, smallPages, undisturbed } from '../kills/harvesting.ts';
import { addressOf, type LitwatchProcess, spawnLitwatch, until } from '../setup/process.ts';
import { addDueReaders, countOf, isFinished } from '../setup/seed.ts';
import { countReaders, hold, part, type Surroundings, say, surroundings } from '../setup/stage.ts';
import { type Cluster, startCluster, whyNoCluster } from './machines.ts';

/**
 * `npm run chaos -- cluster`: Litwatch on three PostgreSQL servers under Patroni, as `deploy/cluster` sets them up, while
 * parts of it are killed and moved. `--only switchover` makes a run of a minute.
 */
export async function onCluster({ due, only }: { due: number; only: string | undefined }): Promise<void> {
  const reason = whyNoCluster();
  if (reason) return console.log(`The cluster is skipped: ${reason}.`);
  const wanted = disturbances.filter(({ name }) => !only || name.includes(only));
  const running = await startRunning();
  try {
    console.log(`The cluster was up after ${running.startSeconds.toFixed(0)} s.`);
    await part('npm start -- --check through PgBouncer', async () => {
      const { lines, code } = await running.check();
      for (const line of lines) if (/primary|pooler/.test(line)) say(line);
      hold(
        'it names primary, standbys, which of them is synchronous, and the pooler',
        code === 0 &&
          lines.some((line) =>
            /5432 is primary; standbys: node.*\(synchronous, \d+ kB behind\)/.test(line),
          ) &&
          lines.some((line) => line.includes('DATABASE_POOLER')),
      );
    });
    if (only) await running.harvested();
    else
      await part('A standby promoted while a harvest writes', async () => {
        const { records, alone, back } = await running.harvestThroughFailover();
        say(`${records} of ${alone} records; the database was back after ${back.toFixed(1)} s`);
        hold('every record is stored, and none twice', records === alone);
      });
    for (const disturbance of wanted)
      await part(`${disturbance.name}, ${due} digests due`, async () =>
        judge(disturbance, await running.run(disturbance, due)),
      );
  } finally {
    await running.stop();
  }
}

/** A reader's first digest takes about six seconds where all is well, and more on a busy machine. */
const usualSeconds = 30;

function judge({ killsSender }: Disturbance, outcome: Awaited<ReturnType<Running['run']>>): void {
  const { due, mails, ids, lost, twice, back, firstMail, firstDigest, answers, ended } = outcome;
  const [backIn, mailIn, digestIn] = [back, firstMail, firstDigest].map((seconds) => seconds.toFixed(1));
  say(`back in ${backIn} s, the next mail in ${mailIn} s, the next first digest in ${digestIn} s`);
  const calls = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
  say(`${mails} mails, ${ids} ids, ${lost} lost; calls answered: ${calls.join(', ')}`);
  hold(`every digest arrives: ${due}`, lost === 0 && ids === due);
  hold('no reader gets one under two ids', twice === 0);
  if (!killsSender) hold('none goes out twice', mails === ids);
  hold('no call is answered with a 500', !answers[500]);
  hold('no process ends by itself', ended === 0);
  hold(`the next first digest comes in ${usualSeconds} s`, firstDigest < usualSeconds);
}

/** What is done to a running cluster. `work` are the processes: web, worker, and the worker of the second machine. */
interface Disturbance {
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

const disturbances: readonly Disturbance[] = [
  {
    name: 'switchover under load',
    disturb: (cluster) => cluster.switchOver(),
    mend: (cluster) => cluster.settled(),
  },
  {
    name: 'postmaster of the primary killed',
    disturb: async (cluster) => (await cluster.primary()).killServer(),
    mend: (cluster) => cluster.settled(),
  },
  {
    name: 'machine of the primary killed',
    async disturb(cluster) {
      const machine = await cluster.primary();
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

type Running = Awaited<ReturnType<typeof startRunning>>;

/** A cluster with one web process and two workers, on two machines. The library is empty. */
async function startRunning() {
  const startedAt = performance.now();
  const cluster = await startCluster(2);
  const startSeconds = since(startedAt);
  if ((await cluster.backUp('stanza-create')) !== 0) throw new Error('pgBackRest made no repository.');
  const around = await surroundings(smallPages);
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
  const url = await addressOf(web);
  work.workers.push(work.startWorker(0), work.startWorker(1));
  await Promise.all(work.workers.map(({ ready }) => ready));
  const database = await openDatabase({ url: cluster.works[0]!.url, folder: null });
  let round = 0;
  return {
    /** Seconds until the cluster ran. */
    startSeconds,
    /** What `npm start -- --check` says on the first machine. */
    check: () => check(environment(0)),
    /** Waits until the library is filled, undisturbed. */
    async harvested() {
      atFullSpeed();
      await until(() => isHarvested(database), 180);
    },
    /** Kills the primary while two workers fill the empty library; the records then, and of a harvest left alone. */
    async harvestThroughFailover() {
      await until(async () => (await recordsIn(database.db)) > 20, 60);
      const machine = await cluster.primary();
      fallen = machine.name;
      machine.killMachine();
      const back = await backAfter(database);
      await restoreFallen(cluster);
      await until(() => isHarvested(database), 180);
      atFullSpeed();
      const { records: alone } = await undisturbed(around);
      return { records: await recordsIn(database.db), alone, back };
    },
    /**
     * Disturbs the cluster while digests are due. Answers are counted by status, 0 where there was none; `ended` are processes
     * that ended by themselves. In seconds: until a statement could write again, until the next mail, and what a reader's
     * first digest took afterwards.
     */
    async run(disturbance: Disturbance, due: number) {
      around.smtp.clear();
      const caller = await readerAt(url, around, `caller-${++round}@chaos.example`);
      await until(async () => around.smtp.mails.length > 0, 60);
      around.smtp.clear();
      await addDueReaders(database.db, due, `round-${round}`);
      const calling = callAsReader(caller);
      await until(() => around.smtp.distinct >= due / 2, 300);
      const disturbedAt = performance.now();
      const before = around.smtp.mails.length;
      const [back, firstMail] = await Promise.all([
        disturbance.disturb(cluster, work).then(() => backAfter(database, disturbedAt)),
        until(() => around.smtp.mails.length > before, 240).then(() => since(disturbedAt)),
      ]);
      await until(() => isFinished(database.db).catch(() => false), 400);
      const firstDigest = await firstDigestOf(url, around, round);
      const answers = calling.stop();
      await disturbance.mend?.(cluster, work);
      await delay(2000);
      const ours = around.smtp.mails.filter(({ to }) => to.join().includes(`round-${round}-`));
      const ended = all.filter((one) => one.endedAlone()).length;
      return { ...countReaders(ours, due), back, firstMail, firstDigest, answers, ended };
    },
    async stop() {
      await database.close().catch(() => undefined);
      await Promise.all(all.map((one) => one.kill()));
      await around.close();
      await cluster.stop();
    },
  };
}

const readerAt = (url: string, { smtp }: Surroundings, email: string): Promise<Visitor & { id: string }> =>
  newReader({ smtp, browser: () => new Visitor(url) }, email);

/** Calls five times a second what a reader calls, until it is stopped; counts the answers by status. */
function callAsReader(reader: Visitor & { id: string }): { stop(): Record<number, number> } {
  const counts: Record<number, number> = {};
  const paths = ['/api/auth/me', `/api/users/${reader.id}/search-terms`, '/api/digests'];
  let turn = 0;
  const timer = setInterval(async () => {
    const at = turn++ % 8;
    const call =
      at % 4 === 3
        ? reader.patch(`/api/users/${reader.id}/preferences`, { dailyHighlights: at === 3 })
        : reader.get(paths[at % 4]!);
    const { status } = await call.catch(() => ({ status: 0 }));
    counts[status] = (counts[status] ?? 0) + 1;
  }, 200);
  return {
    stop() {
      clearInterval(timer);
      return counts;
    },
  };
}

/** Seconds from signing up with a topic to its digest. */
async function firstDigestOf(url: string, around: Surroundings, round: number): Promise<number> {
  const email = `first-${round}@chaos.example`;
  const reader = await readerAt(url, around, email);
  const startedAt = performance.now();
  await reader.post('/api/immediate-search', { searchTerm: 'heart failure' });
  await around.smtp.waitFor(({ to, headers }) => to.includes(email) && 'list-unsubscribe' in headers, 60);
  return since(startedAt);
}

/** Waits until the database takes a row again. */
async function backAfter({ db }: Database, from = performance.now()): Promise<number> {
  const write = () =>
    recordMoment(db, 'probe', { at: new Date() }).then(
      () => true,
      () => false,
    );
  await until(write, 180);
  return since(from);
}

/** Whether every source was read whole. Not while the database is away: a busy cluster may elect once more. */
const isHarvested = ({ db }: Database): Promise<boolean> =>
  countOf(db, sql`from (select distinct source from harvests where status = 'complete') whole`).then(
    (count) => count >= usualSources.length,
    () => false,
  );

const since = (startedAt: number): number => (performance.now() - startedAt) / 1000;
