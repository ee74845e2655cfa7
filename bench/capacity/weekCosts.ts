import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { type Db, openDatabase } from '#platform/db/open.ts';
import { harvests, papers as paperTable, searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import type { IndexPaper } from '#search/types.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import { freePort } from '#test/chaos/postgres.ts';
import { spawnLitwatch } from '#test/chaos/process.ts';
import { createDatabase } from '#test/createDatabase.ts';
import { root, temporaryFolder } from '../data/folders.ts';
import { topicOf } from './weekTopics.ts';

export interface Costs {
  /** Of the product's process, a digest: searched, composed, stored and handed over. */
  cpuMilliseconds: number;
  /** Of all processes of the PostgreSQL server. */
  serverMilliseconds: number;
  /** By which the database has grown for each digest, indexes and ledger included. */
  bytes: number;
  wal: number;
  mailBytes: number;
  memory: number;
}

const day = 86_400_000;

/** One --worker process on PostgreSQL over a full library; measured from the `warm`th digest on. */
export async function measureCosts(
  adminUrl: string,
  papers: readonly IndexPaper[],
  { warm, digests }: { warm: number; digests: number },
): Promise<Costs> {
  const folder = temporaryFolder();
  const server = await createDatabase(adminUrl);
  const { db, close } = await openDatabase({ url: server.url, folder: null });
  const smtp = await startSink();
  const port = await freePort();
  const nowhere = 'http://127.0.0.1:9';
  let worker: ReturnType<typeof spawnLitwatch> | null = null;
  try {
    await seedWeek(db, papers);
    await seedDue(db, papers, warm + digests);
    worker = spawnLitwatch(['--worker'], {
      DATABASE_URL: server.url,
      DATA_DIR: folder,
      METRICS_PORT: String(port),
      SMTP_URL: smtp.url,
      SESSION_SECRET: 'week: at least thirty-two characters',
      PUBMED_URL: nowhere,
      ARXIV_API_URL: nowhere,
      ARXIV_OAI_URL: nowhere,
      BIORXIV_API_URL: nowhere,
    });
    await worker.ready;
    await sent(db, warm);
    const before = await standing(db, port);
    await sent(db, warm + digests);
    const after = await standing(db, port);
    const each = (name: 'cpu' | 'server' | 'bytes' | 'wal') =>
      (after[name] - before[name]) / (after.digests - before.digests);
    const { rows } = await db.execute<{ bytes: string }>(
      sql`select avg(octet_length(content) + octet_length(content_text)) as bytes from email_digests`,
    );
    return {
      cpuMilliseconds: each('cpu') * 1000,
      serverMilliseconds: each('server') * 1000,
      bytes: each('bytes'),
      wal: each('wal'),
      mailBytes: Number(rows[0]!.bytes),
      memory: after.memory,
    };
  } finally {
    await worker?.kill();
    smtp.stop();
    await close();
    await server.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function seedWeek(db: Db, papers: readonly IndexPaper[]): Promise<void> {
  const seen = new Date(Date.now() - 2 * day);
  const on = seen.toISOString().slice(0, 10);
  for (let from = 0; from < papers.length; from += 1000)
    await db.insert(paperTable).values(
      papers.slice(from, from + 1000).map(({ source, title, abstract, journal, publicationTypes }, at) => ({
        ...{ source, title, abstract, journal, publicationTypes },
        ...{ sourceId: String(from + at), url: `https://papers.example/${from + at}` },
        authors: ['Author, A.', 'Second, B.', 'Third, C.'],
        ...{ availableOn: on, firstSeenAt: seen, changedAt: seen },
      })),
    );
  const at = new Date();
  await db.insert(harvests).values(
    sourceNames.map((source) => ({
      source,
      from: new Date(at.getTime() - 15 * day).toISOString().slice(0, 10),
      to: at.toISOString().slice(0, 10),
      status: 'complete' as const,
      ...{ startedAt: at, aliveAt: at, finishedAt: at },
    })),
  );
}

async function seedDue(db: Db, papers: readonly IndexPaper[], count: number): Promise<void> {
  const weekAgo = new Date(Date.now() - 7 * day);
  for (let from = 0; from < count; from += 1000) {
    const batch = Array.from({ length: Math.min(1000, count - from) }, (_, at) => from + at);
    const rows = await db
      .insert(users)
      .values(
        batch.map((at) => ({
          email: `reader-${at}@bench.example`,
          passwordHash: '-',
          isEmailVerified: true,
        })),
      )
      .returning({ id: users.id });
    await db.insert(userPreferences).values(rows.map(({ id }) => ({ userId: id })));
    await db.insert(searchTerms).values(
      rows.map(({ id }, at) => {
        const term = topicOf(papers, from + at);
        return {
          ...{ userId: id, term, termKey: term.toLowerCase(), status: 'completed' as const },
          ...{ requestedAt: weekAgo, createdAt: weekAgo, lastProcessedAt: weekAgo },
          nextScheduledRun: new Date(Date.now() - 60_000),
        };
      }),
    );
  }
}

async function sent(db: Db, count: number): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ done: string; left: string }>(sql`
      select (select count(*) from email_digests where status = 'sent') as done,
        (select count(*) from search_terms where next_scheduled_run <= now())
          + (select count(*) from email_digests where status in ('pending', 'sending')) as left`);
    // A topic may find nothing: then there is a note, or silence, and fewer mails than terms.
    if (Number(rows[0]!.done) >= count || Number(rows[0]!.left) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function standing(db: Db, port: number) {
  const { rows } = await db.execute<{ bytes: string; wal: string; digests: string }>(sql`
    select pg_database_size(current_database()) as bytes, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal,
      (select count(*) from email_digests where status = 'sent') as digests`);
  const figures = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const figure = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(figures)![1]);
  return {
    bytes: Number(rows[0]!.bytes),
    wal: Number(rows[0]!.wal),
    digests: Number(rows[0]!.digests),
    cpu: figure('process_cpu_seconds_total'),
    memory: figure('process_resident_memory_bytes'),
    server: await serverSeconds(db),
  };
}

/** Processor seconds of the PostgreSQL server and all it has started, as Linux counts them in hundredths. */
async function serverSeconds(db: Db): Promise<number> {
  const { rows } = await db.execute<{ folder: string }>(
    sql`select current_setting('data_directory') as folder`,
  );
  const [postmaster] = readFileSync(`${rows[0]!.folder}/postmaster.pid`, 'utf8').split('\n');
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
  const ticks = [postmaster!, ...children].flatMap((pid) =>
    // Behind the name: user and system time, and those of its children that have ended.
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(11, 15)
      .map(Number),
  );
  return ticks.reduce((sum, one) => sum + one, 0) / 100;
}

/** A mail server in a process of its own, so that its work is not the product's. */
async function startSink(): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'stand-ins/main.ts', 'smtp'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: /SMTP_URL=(\S+?)\)?$/m.exec(line.toString())![1]!, stop: () => child.kill() };
}
