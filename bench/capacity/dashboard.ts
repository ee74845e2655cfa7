import { rm } from 'node:fs/promises';
import { openDatabase } from '#platform/db/open.ts';
import { startPostgres } from '#test/chaos/postgres.ts';
import { spawnLitwatch } from '#test/chaos/process.ts';
import { libraryOf, topicsFrom } from '../data/corpusOfSize.ts';
import { temporaryFolder } from '../data/folders.ts';
import { quietEnvironment } from '../data/quietEnvironment.ts';
import { seedLibrary, seedReaders } from '../data/seed.ts';
import { type Figure, table } from '../report/figures.ts';
import { load } from './load.ts';
import { openSmtpSink } from './smtpSink.ts';
import { calls, seedVisitors } from './visitors.ts';

/** Dashboards a second; each is four calls at once. */
const opened = 50;
/** Weekly digests that a visitor has in the archive. */
const weeks = 8;
/** Seconds of the same before it counts: code that has just been loaded is slow. */
const warming = 4;

/**
 * What the dashboard asks (account, topics, digests, preferences), 200 calls a second, while a weekly run goes on:
 * a web process and a worker on one PostgreSQL.
 */
export default async function run(): Promise<void> {
  console.log(table(await measure({ quick: false })));
}

export async function measure({ quick }: { quick: boolean }): Promise<Figure[]> {
  const papers = libraryOf(quick ? 5000 : 40_000);
  const postgres = papers && (await startPostgres());
  if (!papers || !postgres) {
    console.error('dashboard: skipped, the real records or the binaries of PostgreSQL are not here.');
    return [];
  }
  const folder = temporaryFolder();
  const smtp = await openSmtpSink();
  const environment = { ...quietEnvironment(folder), SMTP_URL: smtp.url, DATABASE_URL: postgres.url };
  const database = await openDatabase({ url: postgres.url, folder: null });
  const visitors = await seedVisitors(database.db, papers, {
    visitors: quick ? 100 : 200,
    weeks,
  });
  await seedLibrary(database.db, papers);
  await seedReaders(database.db, topicsFrom(papers, quick ? 2500 : 10_000));
  await database.close();
  const port = 20_000 + (process.pid % 20_000);
  const web = spawnLitwatch(['--web'], { ...environment, PORT: String(port) }, process.env.BENCH_LOG);
  const worker = spawnLitwatch(['--worker'], environment, process.env.BENCH_LOG);
  try {
    await web.ready;
    // The visitors' own digests come first.
    await smtp.until(visitors.length + 50);
    const dashboards = { port, visitors, opened };
    await load({ ...dashboards, seconds: warming });
    const begun = smtp.accepted.length;
    const seconds = quick ? 8 : 30;
    const { p50, p99, answered, failed } = await load({ ...dashboards, seconds });
    const mails = smtp.accepted.length - begun;
    return [
      {
        name: 'dashboard call, 99 of 100',
        value: failed ? Number.NaN : p99,
        unit: 'ms',
        goal: { most: 50 },
        on: `${opened * Object.keys(calls).length} calls/s, ${(mails / seconds).toFixed(0)} digests/s meanwhile`,
      },
      {
        name: '  half of them',
        value: p50,
        unit: 'ms',
        on: `${answered} calls of ${visitors.length} readers, ${failed} failed`,
      },
    ];
  } finally {
    await Promise.all([web.kill(), worker.kill()]);
    await smtp.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
