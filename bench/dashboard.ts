import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import { hashToken } from '../src/server/accounts/token.ts';
import { type Db, openDatabase } from '../src/server/db/open.ts';
import { emailDigests, sessions } from '../src/server/db/schema.ts';
import type { IndexPaper } from '../src/server/ranking/ranked.ts';
import { startPostgres } from '../test/chaos/postgres.ts';
import { spawnLitwatch } from '../test/chaos/process.ts';
import { quietly } from './digests.ts';
import { type Figure, table } from './figures.ts';
import { libraryOf, topicsFrom } from './library.ts';
import { seedLibrary, seedReaders } from './seed.ts';
import { openSmtpSink } from './smtpSink.ts';

const perSecond = 200;
const visitors = 40;
/** Weekly digests that a visitor has in the archive. */
const weeks = 8;

/**
 * What the dashboard asks (account, topics, digests, preferences), 200 times a second in an even stream, while a
 * weekly run goes on: a web process and a worker on one PostgreSQL. Latency is counted from when a request was due.
 */
export default async function run(): Promise<void> {
  console.log(table(await measure({ quick: false })));
}

export async function measure({ quick }: { quick: boolean }): Promise<Figure[]> {
  const papers = libraryOf(quick ? 10_000 : 40_000);
  const postgres = papers && (await startPostgres());
  if (!papers || !postgres) {
    console.error('dashboard: skipped, the real records or the binaries of PostgreSQL are not here.');
    return [];
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'litwatch-bench-'));
  const smtp = await openSmtpSink();
  const environment = { ...quietly(folder), SMTP_URL: smtp.url, DATABASE_URL: postgres.url };
  const database = await openDatabase({ url: postgres.url, folder: null });
  const requests = await visitorsOf(database.db, papers);
  await seedLibrary(database.db, papers);
  await seedReaders(database.db, topicsFrom(papers, quick ? 4000 : 10_000));
  await database.close();
  const port = 20_000 + (process.pid % 20_000);
  const web = spawnLitwatch(['--web'], { ...environment, PORT: String(port) }, process.env.BENCH_LOG);
  const worker = spawnLitwatch(['--worker'], environment, process.env.BENCH_LOG);
  try {
    await web.ready;
    await smtp.until(50);
    const begun = smtp.accepted.length;
    const load = await autocannon({
      url: `http://127.0.0.1:${port}`,
      connections: 20,
      overallRate: perSecond,
      duration: quick ? 10 : 30,
      requests,
      // In a thread of its own: this process counts mails.
      workers: 1,
    });
    const mails = smtp.accepted.length - begun;
    const failed = load.non2xx + load.errors;
    return [
      {
        name: 'dashboard call, 99 of 100',
        value: failed ? Number.NaN : load.latency.p99,
        unit: 'ms',
        goal: { most: 50 },
        on: `${perSecond} calls/s, ${(mails / load.duration).toFixed(0)} digests/s meanwhile`,
      },
      {
        name: '  half of them',
        value: load.latency.p50,
        unit: 'ms',
        on: `${load['2xx']} calls, ${failed} failed`,
      },
    ];
  } finally {
    await Promise.all([web.kill(), worker.kill()]);
    await smtp.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Readers who are signed in and have an archive, and the calls that their dashboards make. */
async function visitorsOf(db: Db, papers: readonly IndexPaper[]): Promise<autocannon.Request[]> {
  const topics = topicsFrom(papers, visitors);
  const ids = await seedReaders(db, topics, 'visitor');
  const at = new Date();
  await db.insert(sessions).values(
    ids.map((userId) => ({
      userId,
      tokenHash: hashToken(userId),
      createdAt: at,
      lastSeenAt: at,
      expiresAt: new Date(at.getTime() + 86_400_000),
    })),
  );
  for (const [reader, userId] of ids.entries())
    await db
      .insert(emailDigests)
      .values(
        Array.from({ length: weeks }, (_, week) =>
          archived(papers, topics[reader]!, userId, reader + week, week),
        ),
      );
  const calls = (userId: string) => [
    '/api/auth/me',
    `/api/users/${userId}/search-terms`,
    `/api/users/${userId}/digests`,
    `/api/users/${userId}/preferences`,
  ];
  return ids.flatMap((userId) =>
    calls(userId).map((address) => ({
      method: 'GET' as const,
      path: address,
      headers: { cookie: `__Host-litwatch=${userId}`, 'accept-encoding': 'gzip' },
    })),
  );
}

/** About as long as the html of a digest. */
const html = `<p>${'As it was mailed. '.repeat(3000)}</p>`;

function archived(
  papers: readonly IndexPaper[],
  searchTerm: string,
  userId: string,
  from: number,
  week: number,
): typeof emailDigests.$inferInsert {
  const end = new Date(Date.now() - (week + 1) * 7 * 86_400_000);
  return {
    userId,
    digestType: 'weekly',
    searchTerm,
    subject: `${searchTerm}: 10 new papers`,
    content: html,
    status: 'sent',
    sentAt: end,
    createdAt: end,
    periodStart: new Date(end.getTime() - 7 * 86_400_000),
    periodEnd: end,
    papersData: papers
      .slice(from * 10, from * 10 + 10)
      .map(({ id, source, title, abstract, journal, availableOn }) => ({
        ...{ id: String(id), source, title, abstract, journal },
        url: `https://papers.example/${id}`,
        authors: ['Ada Lovelace', 'Charles Babbage'],
        relevanceScore: 0.5,
        doi: null,
        publishedOn: availableOn,
        publicationTypes: [],
        note: 'new' as const,
      })),
  };
}
