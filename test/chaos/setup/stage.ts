import { AsyncLocalStorage } from 'node:async_hooks';
import path from 'node:path';
import { type Database, openDatabase } from '#platform/db/open.ts';
import type { SourcesOptions } from '#stand-ins/sources/server.ts';
import { createDatabase } from '#test/createDatabase.ts';
import { surroundings as openSurroundings } from '#test/surroundings.ts';
import { asked } from './asked.ts';
import { type LitwatchProcess, spawnLitwatch, until, watchService } from './process.ts';
import { isFinished, seedDue } from './seed.ts';

export type Stage = Awaited<ReturnType<typeof setStage>>;

/** Seconds after which what has not come counts as lost. */
export const patience = 1800;

/**
 * Runs one part with stand-ins, an empty database and processes of its own, which end with it, and adds its line to the table.
 * @param adminUrl the PostgreSQL server of its database; null for an embedded database in a folder
 * @param work what happens, and holds or breaks its promises; returns what else its line says
 */
export async function onStage(
  part: string,
  adminUrl: string | null,
  work: (stage: Stage) => Promise<Row>,
  options: SourcesOptions = {},
): Promise<void> {
  const stage = await setStage(adminUrl, options);
  try {
    const columns = await work(stage);
    const seconds = tenths(columns.seconds ?? stage.seconds());
    rows[part] = { ...columns, seconds, out: tenths(stage.out()) };
    hold(
      'no process ends by itself',
      stage.processes.every((one) => !one.endedAlone()),
    );
  } finally {
    await stage.close();
  }
}

async function setStage(adminUrl: string | null, options: SourcesOptions) {
  const around = await surroundings(options);
  const server = adminUrl ? await createDatabase(adminUrl) : null;
  const { environment } = around;
  if (server) environment.DATABASE_URL = server.url;
  const folder = server ? null : path.join(environment.DATA_DIR!, 'database');
  const processes: LitwatchProcess[] = [];
  const service = watchService(() => processes);
  let startedAt = performance.now();
  let kept: Database | null = null;
  /** Starts the product with the environment as it is then. */
  const spawn = (...args: string[]): LitwatchProcess => {
    if (processes.length === 0) startedAt = performance.now();
    const started = spawnLitwatch(args, environment, asked.log);
    processes.push(started);
    return started;
  };
  /** The embedded database is open only meanwhile, and no process may run: it is as a restart would find it. */
  const inDatabase = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const database = kept ?? (await openDatabase({ url: server?.url ?? null, folder }));
    if (server) kept = database;
    try {
      return await work(database);
    } finally {
      if (!server) await database.close();
    }
  };
  /** Since the first process was started. */
  const seconds = () => (performance.now() - startedAt) / 1000;
  return {
    ...around,
    ...{ processes, spawn, inDatabase, seconds },
    /** The address of the database on a server. */
    url: server?.url ?? '',
    isLate: () => seconds() > patience,
    /** Seconds in which no process was ready. */
    out: service.stop,
    /** Starts the product, and waits until it is ready. */
    async start(...args: string[]) {
      const started = spawn(...args);
      await started.ready;
      return started;
    },
    /** Fills the library, and adds this many readers whose weekly digest is due. */
    seed: (due: number) => inDatabase((database) => seedDue(database, { environment, count: due })),
    /** Waits until every digest is finished on the server, or the seconds have passed. */
    finished: (seconds = patience) => inDatabase(({ db }) => until(() => isFinished(db), seconds)),
    async close() {
      service.stop();
      await Promise.all(processes.map((one) => one.kill()));
      await kept?.close();
      // A server that was left broken takes its database along.
      await server?.drop().catch(() => undefined);
      await around.close();
    },
  };
}

export type Surroundings = Awaited<ReturnType<typeof surroundings>>;

/** What is around the product. Its secret is known: processes come and go, and channels are sealed beforehand. */
export async function surroundings(options?: SourcesOptions) {
  const around = await openSurroundings(options);
  around.environment.SESSION_SECRET = 'chaos: at least thirty-two characters';
  return around;
}

/** Counts what arrived by its id; `twice` is what came again without being in doubt. */
export function countIds(ids: readonly string[], doubtful: ReadonlySet<string>) {
  const times = Map.groupBy(ids, (id) => id);
  const again = [...times].filter(([, copies]) => copies.length > 1);
  const doubt = again.filter(([id]) => doubtful.has(id)).length;
  return { mails: ids.length, ids: times.size, twice: again.length - doubt, doubt };
}

/** Counts mails to readers who are due one each; `twice` are those who got two under different Message-IDs. */
export function countReaders(mails: readonly { to: string[]; messageId: string }[], due: number) {
  const byReader = [...Map.groupBy(mails, ({ to }) => to.join()).values()];
  const idsIn = (some: typeof mails) => new Set(some.map(({ messageId }) => messageId)).size;
  const ids = idsIn(mails);
  const twice = byReader.filter((own) => idsIn(own) > 1).length;
  return { due, mails: mails.length, ids, lost: due - byReader.length, twice, doubt: mails.length - ids };
}

/** The id of a digest in its Message-ID. */
export const digestIn = (messageId: string): string => messageId.replace(/^<|@.*$/g, '');

/** The result of one part of the run. */
interface Row {
  due?: number;
  kills?: number;
  mails?: number;
  /** Number of distinct Message-IDs. */
  ids?: number;
  lost?: number;
  twice?: number;
  /** Mails sent again under the same Message-ID, because nobody could know whether they were accepted. */
  doubt?: number;
  seconds?: number;
  /** Seconds in which no process was ready. */
  out?: number;
}

const broken: string[] = [];
/** The table at the end, by part. */
const rows: Record<string, Row> = {};

const tenths = (seconds: number): number => Number(seconds.toFixed(1));

/** The lines of the running part. Parts run concurrently, and their lines must not mix. */
const linesOfPart = new AsyncLocalStorage<string[]>();

function print(line: string): void {
  const lines = linesOfPart.getStore();
  if (!lines) throw new Error('Only a part of the run has something to say.');
  lines.push(line);
}

/**
 * Runs one part and prints its title and lines at its end. A part that throws counts as a broken promise; the other parts
 * continue.
 */
export async function part(title: string, happens: () => Promise<void>): Promise<void> {
  const lines = [`\n${title}`];
  await linesOfPart.run(lines, async () => {
    try {
      await happens();
    } catch (error) {
      hold(`it goes on to its end: ${error instanceof Error ? error.message : error}`, false);
    }
  });
  for (const line of lines) console.log(line);
}

/** Prints a line about progress. */
export const say = (line: string): void => print(`    ${line}`);

/** Prints a promise and whether it is kept. A broken promise fails the run. */
export function hold(promise: string, isKept: boolean): void {
  print(`  ${isKept ? 'kept  ' : 'BROKEN'}  ${promise}`);
  if (!isKept) broken.push(promise);
}

/** Prints the table and the number of broken promises, and returns the exit code. */
export function printReport(): number {
  if (Object.keys(rows).length > 0) printTable();
  console.log(broken.length ? `\n${broken.length} promises were broken.` : '\nEvery promise was kept.');
  return broken.length ? 1 : 0;
}

function printTable(): void {
  console.table(rows);
  console.log(
    'ids: distinct Message-IDs; doubt: again under the same Message-ID, where nobody could know whether the mail had',
  );
  console.log('been taken (a kill, or a broken connection, between the server’s yes and our note of it);');
  console.log('out: seconds in which /readyz of no process said ready.');
}
