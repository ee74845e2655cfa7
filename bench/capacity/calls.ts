import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { type Database, openDatabase } from '#platform/db/open.ts';
import { startPostgres } from '#test/chaos/setup/postgres.ts';
import { spawnLitwatch } from '#test/chaos/setup/process.ts';
import { corpusOfSize } from '../data/corpusOfSize.ts';
import { temporaryFolder } from '../data/folders.ts';
import { quietEnvironment } from '../data/quietEnvironment.ts';
import { calls, headersOf, seedVisitors } from './visitors.ts';

const callsPerEndpoint = 400;
const concurrency = 4;
/** Readers whose calls are repeated, so that caches are warm. */
const regulars = 40;
/** Readers whose calls are made once. */
const firstTimers = 120;

/**
 * The cost of one dashboard call by endpoint: CPU milliseconds of the web process (all threads) and of PostgreSQL,
 * statements, and the size of the response. CPU time does not count other processes.
 */
export default async function run(): Promise<void> {
  const papers = corpusOfSize(4000);
  const postgres = papers && (await startPostgres());
  if (!papers || !postgres) {
    console.error('calls: skipped, the real records or PostgreSQL are missing.');
    return;
  }
  const folder = temporaryFolder();
  const database = await openDatabase({ url: postgres.url, folder: null });
  const visitors = await seedVisitors(database.db, papers, { visitors: regulars + firstTimers, weeks: 8 });
  const port = 20_000 + (process.pid % 20_000);
  const environment = { ...quietEnvironment(folder), DATABASE_URL: postgres.url, PORT: String(port) };
  // Production requires a mail server; no mail is sent.
  const web = spawnLitwatch(['--web'], { ...environment, SMTP_URL: 'smtp://127.0.0.1:9' });
  try {
    await web.ready;
    console.log('| call | web, ms | PostgreSQL, ms | statements | bytes |\n|---|---|---|---|---|');
    const line = async (name: string, pathOf: (id: string) => string, ids: string[], asked: number) => {
      const ask = async (at: number) => {
        const id = ids[at % ids.length]!;
        const answer = await fetch(`http://127.0.0.1:${port}${pathOf(id)}`, { headers: headersOf(id) });
        if (!answer.ok) throw new Error(`${pathOf(id)} answered ${answer.status}`);
        return Number(answer.headers.get('content-length')) || (await answer.arrayBuffer()).byteLength;
      };
      if (asked > ids.length) await many(ask, asked);
      const before = await usage(database, web.pid);
      const bytes = await many(ask, asked);
      const after = await usage(database, web.pid);
      const each = (spent: number) => (spent / asked).toFixed(2);
      const cells = [
        name,
        each(after.web - before.web),
        each(after.postgres - before.postgres),
        each(after.statements - before.statements),
        Math.round(bytes / asked),
      ];
      console.log(`| ${cells.join(' | ')} |`);
    };
    const [known, unknown] = [visitors.slice(0, regulars), visitors.slice(regulars)];
    for (const [name, pathOf] of Object.entries(calls)) await line(name, pathOf, known, callsPerEndpoint);
    await line('digests, for the first time', calls.digests, unknown, unknown.length);
  } finally {
    await web.kill();
    await database.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes this many calls, some concurrently, and sums what they return. */
async function many(ask: (at: number) => Promise<number>, count: number): Promise<number> {
  let sum = 0;
  let next = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < count) {
        const one = await ask(next++);
        sum += one;
      }
    }),
  );
  return sum;
}

/** CPU milliseconds so far, and statements that PostgreSQL has finished. */
async function usage({ db }: Database, webPid: number) {
  // PostgreSQL reports a connection's statistics up to a second after it becomes idle.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const { rows } = await db.execute<{ pid: number; xacts: string }>(sql`
    select pid, (select sum(xact_commit) from pg_stat_database) as xacts from pg_stat_activity
    where pid <> pg_backend_pid()`);
  return {
    web: cpuMs(webPid),
    postgres: rows.reduce((sum, { pid }) => sum + cpuMs(pid), 0),
    statements: Number(rows[0]?.xacts ?? 0),
  };
}

/** CPU time of all threads of a process; the first figure of `schedstat` is in nanoseconds. */
const cpuMs = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, task) => {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ');
    return sum + Number(nanoseconds) / 1e6;
  }, 0);
