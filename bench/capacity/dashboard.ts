import { rm } from 'node:fs/promises';
import { openDatabase } from '#platform/db/open.ts';
import { startPostgres } from '#test/chaos/setup/postgres.ts';
import { spawnLitwatch } from '#test/chaos/setup/process.ts';
import { addDueReaders } from '#test/chaos/setup/seed.ts';
import { corpusOfSize, topicsFrom } from '../data/corpusOfSize.ts';
import { temporaryFolder } from '../data/folders.ts';
import { quietEnvironment } from '../data/quietEnvironment.ts';
import { seedCorpus } from '../data/seed.ts';
import type { Figure } from '../report/figures.ts';
import { load } from './load.ts';
import { openSmtpSink } from './smtpSink.ts';
import { calls, seedVisitors } from './visitors.ts';

/** Dashboards opened per second; each makes four calls at once. */
const opened = 50;
/** Weekly digests in each visitor's archive. */
const weeks = 8;
/** Seconds of load before measuring: fresh code is slow. */
const warmUpSeconds = 4;

/**
 * Latency of the dashboard's calls (account, topics, digests, preferences) at 200 calls a second during a weekly run,
 * with a web process and a worker on one PostgreSQL.
 */
export async function measure({ quick }: { quick: boolean }): Promise<Figure[]> {
  const papers = corpusOfSize(quick ? 5000 : 40_000);
  const postgres = papers && (await startPostgres());
  if (!papers || !postgres) {
    console.error('dashboard: skipped, the real records or PostgreSQL are missing.');
    return [];
  }
  const folder = temporaryFolder();
  const smtp = await openSmtpSink();
  const environment = { ...quietEnvironment(folder), SMTP_URL: smtp.url, DATABASE_URL: postgres.url };
  const database = await openDatabase({ url: postgres.url, folder: null });
  const visitors = await seedVisitors(database.db, papers, { visitors: quick ? 100 : 200, weeks });
  await seedCorpus(database.db, papers);
  await addDueReaders(database.db, topicsFrom(papers, quick ? 2500 : 10_000));
  await database.close();
  const port = 20_000 + (process.pid % 20_000);
  const web = spawnLitwatch(['--web'], { ...environment, PORT: String(port) }, process.env.BENCH_LOG);
  const worker = spawnLitwatch(['--worker'], environment, process.env.BENCH_LOG);
  try {
    await web.ready;
    // The visitors' own digests are sent first.
    await smtp.until(visitors.length + 50);
    const dashboards = { port, visitors, opened };
    await load({ ...dashboards, seconds: warmUpSeconds });
    const startedAt = smtp.accepted.length;
    const seconds = quick ? 8 : 30;
    const { p50, p99, answered, failed } = await load({ ...dashboards, seconds });
    const mails = smtp.accepted.length - startedAt;
    const value = failed ? Number.NaN : p99;
    const pace = `${opened * Object.keys(calls).length} calls/s, ${(mails / seconds).toFixed(0)} digests/s meanwhile`;
    const asked = `${answered} calls of ${visitors.length} readers, ${failed} failed`;
    return [
      { name: 'dashboard call, 99 of 100', value, unit: 'ms', goal: { most: 25 }, on: pace },
      { name: '  half of them', value: p50, unit: 'ms', on: asked },
    ];
  } finally {
    await Promise.all([web.kill(), worker.kill()]);
    await smtp.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
