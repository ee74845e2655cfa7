import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '#platform/db/open.ts';
import { sessions } from '#platform/db/schema.ts';
import type { IndexPaper } from '#search/core/types.ts';
import { startSources } from '#stand-ins/sources/server.ts';
import { startPostgres } from '#test/chaos/setup/postgres.ts';
import { corpusOfSize } from '../data/corpusOfSize.ts';
import { temporaryFolder } from '../data/folders.ts';
import { quietEnvironment } from '../data/quietEnvironment.ts';
import { openSmtpSink } from './smtpSink.ts';
import type { Held, Pass } from './soakServer.ts';
import { calls, headersOf, seedVisitors } from './visitors.ts';
import { recordOf } from './weekSources.ts';

const hour = 3_600_000;
const hoursOfWeek = 168;
/** Papers that all sources list in one day. */
const papersADay = 500;
const readers = 100;
/** Dashboards opened in one hour of the clock; each makes four calls. */
const openedAnHour = 10;

/**
 * Runs a week of one server in an hour. The clock moves an hour at a time; each hour the server harvests, composes and mails what
 * is due, and answers dashboards. Prints its memory and open resources four times a day, and whether they grow.
 * `soak --minutes N` runs for N minutes instead of 60 and covers as much of the week as fits.
 */
export default async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { minutes: { type: 'string', default: '60' } } });
  const papers = corpusOfSize(papersADay * 9);
  const postgres = papers && (await startPostgres());
  if (!papers || !postgres) return console.log('soak: skipped, the real records or PostgreSQL are missing.');
  const folder = temporaryFolder();
  const smtp = await openSmtpSink();
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  writeFileSync(path.join(folder, 'papers.jsonl'), linesOf(papers, now()));
  const sources = await startSources({ corpus: [folder], now });
  const visitors = await seed(postgres.url, papers);
  const { server, port } = await start({
    ...quietEnvironment(folder),
    ...sources.environment,
    SMTP_URL: smtp.url,
    DATABASE_URL: postgres.url,
    LOG_LEVEL: process.env.BENCH_LOG ?? 'silent',
  });
  const minutes = Number(values.minutes);
  const end = Date.now() + minutes * 60_000;
  const pauseMs = (minutes * 60_000) / hoursOfWeek;
  const seen: Held[] = [];
  try {
    print(['hour', 'resident', 'heap', 'buffers', 'descriptors', 'resources', 'mails', 'calls refused']);
    let refused = 0;
    for (let at = 1; at <= hoursOfWeek && Date.now() < end; at++) {
      const next = Date.now() + pauseMs;
      ahead += hour;
      sources.add(newPapers(papers, at, now()));
      const passed = pass(server, { milliseconds: hour, isNewDay: at % 24 === 0 });
      refused += await openDashboards(port, visitors, at);
      const held = await passed;
      seen.push(held);
      if (at % 6 === 0 || at === 1) print([at, ...cells(held), smtp.accepted.length, refused]);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - Date.now())));
    }
    for (const line of verdict(seen)) console.log(line);
  } finally {
    server.disconnect();
    await Promise.race([once(server, 'exit'), new Promise((resolve) => setTimeout(resolve, 20_000))]);
    server.kill('SIGKILL');
    await Promise.all([sources.close(), smtp.close()]);
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Papers spread over the nine days before. */
const linesOf = (papers: readonly IndexPaper[], now: Date): string =>
  papers
    .map((paper, at) => {
      const on = new Date(now.getTime() - (1 + Math.floor(at / papersADay)) * 24 * hour);
      return JSON.stringify({ ...recordOf(paper, at), on: on.toISOString().slice(0, 10) });
    })
    .join('\n');

/** The papers that sources add in this hour. */
function newPapers(papers: readonly IndexPaper[], at: number, now: Date) {
  const count = Math.round(papersADay / 24);
  const on = now.toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, one) => {
    const number = papers.length + at * count + one;
    return { ...recordOf(papers[number % papers.length]!, number), on };
  });
}

async function seed(url: string, papers: readonly IndexPaper[]): Promise<string[]> {
  const database = await openDatabase({ url, folder: null });
  const visitors = await seedVisitors(database.db, papers, { visitors: readers, weeks: 8 });
  // The sessions must outlast the simulated week.
  await database.db.update(sessions).set({ expiresAt: new Date(Date.now() + 30 * 24 * hour) });
  await database.close();
  return visitors;
}

async function start(environment: Record<string, string>): Promise<{ server: ChildProcess; port: number }> {
  const server = fork(path.join(import.meta.dirname, 'soakServer.ts'), {
    env: { PATH: process.env.PATH, ...environment },
    execArgv: ['--expose-gc', '--import', 'tsx'],
  });
  const [{ port }] = await Promise.race([
    once(server, 'message') as Promise<[{ port: number }]>,
    once(server, 'exit').then(([code]) => Promise.reject(new Error(`The server ended with ${code}.`))),
  ]);
  return { server, port };
}

async function pass(server: ChildProcess, time: Pass): Promise<Held> {
  const held = once(server, 'message') as Promise<[Held]>;
  server.send(time);
  return (await held)[0];
}

/** Opens dashboards, one reader after the other. Returns how many calls failed. */
async function openDashboards(port: number, visitors: readonly string[], at: number): Promise<number> {
  let refused = 0;
  for (let one = 0; one < openedAnHour; one++) {
    const id = visitors[(at * openedAnHour + one) % visitors.length]!;
    const statuses = await Promise.all(
      Object.values(calls).map(async (pathOf) => {
        const response = await fetch(`http://127.0.0.1:${port}${pathOf(id)}`, { headers: headersOf(id) });
        await response.arrayBuffer();
        return response.status;
      }),
    );
    refused += statuses.filter((status) => status !== 200).length;
  }
  return refused;
}

/** An increase by more than this share counts as growth. */
const growth = 0.05;

/** Compares the middle third with the last; in the first, code is still compiled and caches fill. */
function verdict(seen: readonly Held[]): string[] {
  const third = Math.floor(seen.length / 3);
  if (third < 4) return ['Too short for a verdict: fewer than twelve hours passed.'];
  const medianOf = (name: keyof Held, from: number) =>
    seen
      .slice(from, from + third)
      .map((held) => held[name])
      .sort((a, b) => a - b)[Math.floor(third / 2)]!;
  const names = ['resident', 'heap', 'buffers', 'descriptors', 'resources'] as const;
  return names.map((name) => {
    const [before, after] = [medianOf(name, third), medianOf(name, seen.length - third)];
    const change = before ? after / before - 1 : 0;
    const text = name === 'descriptors' || name === 'resources' ? String : megabytes;
    const word = change > growth ? 'GROWS' : 'steady';
    return `${name.padEnd(12)}${text(before).padStart(10)} → ${text(after).padStart(10)}  ${(change * 100).toFixed(1)} %  ${word}`;
  });
}

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`;
const cells = ({ resident, heap, buffers, descriptors, resources }: Held) => [
  ...[resident, heap, buffers].map(megabytes),
  ...[descriptors, resources],
];
const print = (cells: readonly (string | number)[]): void =>
  console.log(cells.map((cell) => String(cell).padStart(13)).join(''));
