import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { type Database, openDatabase } from '#platform/db/open.ts';
import { startPostgres } from '#test/chaos/postgres.ts';
import { spawnLitwatch } from '#test/chaos/process.ts';
import { libraryOf } from '../data/corpusOfSize.ts';
import { temporaryFolder } from '../data/folders.ts';
import { quietEnvironment } from '../data/quietEnvironment.ts';
import { calls, headersOf, seedVisitors } from './visitors.ts';

const often = 400;
const atOnce = 4;
/** Each looked at often, so that what can be kept ready is. */
const regulars = 40;
/** Looked at once. */
const strangers = 120;

/**
 * What one call of the dashboard costs, by endpoint: processor milliseconds of the web process (all its threads)
 * and of PostgreSQL, and the size of the answer. Processor time: what else the machine does is not counted.
 */
export default async function run(): Promise<void> {
  const papers = libraryOf(4000);
  const postgres = papers && (await startPostgres());
  if (!papers || !postgres) {
    console.error('calls: skipped, the real records or the binaries of PostgreSQL are not here.');
    return;
  }
  const folder = temporaryFolder();
  const database = await openDatabase({ url: postgres.url, folder: null });
  const visitors = await seedVisitors(database.db, papers, { visitors: regulars + strangers, weeks: 8 });
  const port = 20_000 + (process.pid % 20_000);
  const environment = { ...quietEnvironment(folder), DATABASE_URL: postgres.url, PORT: String(port) };
  // Production wants a mail server named; none is asked.
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
      const before = await spent(database, web.pid);
      const bytes = await many(ask, asked);
      const after = await spent(database, web.pid);
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
    for (const [name, pathOf] of Object.entries(calls)) await line(name, pathOf, known, often);
    await line('digests, for the first time', calls.digests, unknown, unknown.length);
  } finally {
    await web.kill();
    await database.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The sum of what so many calls gave. */
async function many(ask: (at: number) => Promise<number>, count: number): Promise<number> {
  let sum = 0;
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) {
        const one = await ask(next++);
        sum += one;
      }
    }),
  );
  return sum;
}

/** Processor milliseconds so far, and statements that PostgreSQL has finished. */
async function spent({ db }: Database, webPid: number) {
  // A connection tells what it did a second after it came to rest.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const { rows } = await db.execute<{ pid: number; xacts: string }>(sql`
    select pid, (select sum(xact_commit) from pg_stat_database) as xacts from pg_stat_activity
    where pid <> pg_backend_pid()`);
  return {
    web: processorMs(webPid),
    postgres: rows.reduce((sum, { pid }) => sum + processorMs(pid), 0),
    statements: Number(rows[0]?.xacts ?? 0),
  };
}

/** Of all threads of a process; the first figure of `schedstat` is nanoseconds on a processor. */
const processorMs = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, task) => {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ');
    return sum + Number(nanoseconds) / 1e6;
  }, 0);
