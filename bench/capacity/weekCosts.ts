import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { type Db, openDatabase } from '#platform/db/open.ts';
import type { IndexPaper } from '#search/core/types.ts';
import { freePort } from '#test/chaos/setup/postgres.ts';
import { spawnLitwatch } from '#test/chaos/setup/process.ts';
import { createDatabase } from '#test/createDatabase.ts';
import { numberedTopic } from '../data/corpusOfSize.ts';
import { root, temporaryFolder } from '../data/folders.ts';
import { metricsToken, quietEnvironment } from '../data/quietEnvironment.ts';
import { seedCorpus, seedReaders } from '../data/seed.ts';

export interface Costs {
  /** CPU time of the product's process per digest: ranked, composed, stored and delivered. */
  cpuMilliseconds: number;
  /** CPU time of all PostgreSQL processes per digest. */
  serverMilliseconds: number;
  /** Growth of the database per digest, indexes and delivery records included. */
  bytes: number;
  wal: number;
  mailBytes: number;
  /** The part of `bytes` that the stored text of the mail takes; it is deleted after 90 days. */
  storedMailBytes: number;
  memory: number;
}

/** Runs one --worker process on PostgreSQL with a full corpus; measures from digest number `warm` on. */
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
  let worker: ReturnType<typeof spawnLitwatch> | null = null;
  try {
    await seedCorpus(db, papers);
    const topics = Array.from({ length: warm + digests }, (_, number) => numberedTopic(papers, number));
    await seedReaders(db, topics);
    worker = spawnLitwatch(['--worker'], {
      ...quietEnvironment(folder),
      DATABASE_URL: server.url,
      METRICS_PORT: String(port),
      SMTP_URL: smtp.url,
    });
    await worker.ready;
    await untilSent(db, warm);
    const before = await usage(db, port);
    await untilSent(db, warm + digests);
    const after = await usage(db, port);
    const each = (name: 'cpu' | 'server' | 'bytes' | 'wal') =>
      (after[name] - before[name]) / (after.digests - before.digests);
    const { rows } = await db.execute<{ bytes: string; stored: string }>(
      sql`select avg(octet_length(content) + octet_length(content_text)) as bytes,
        avg(pg_column_size(content) + pg_column_size(content_text)) as stored from email_digests`,
    );
    return {
      cpuMilliseconds: each('cpu') * 1000,
      serverMilliseconds: each('server') * 1000,
      bytes: each('bytes'),
      wal: each('wal'),
      mailBytes: Number(rows[0]!.bytes),
      storedMailBytes: Number(rows[0]!.stored),
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

async function untilSent(db: Db, count: number): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ done: string; left: string }>(sql`
      select (select count(*) from email_digests where status = 'sent') as done,
        (select count(*) from search_terms where next_scheduled_run <= now())
          + (select count(*) from email_digests where status in ('pending', 'sending')) as left`);
    // A topic may find nothing: then there are fewer digests than topics.
    if (Number(rows[0]!.done) >= count || Number(rows[0]!.left) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function usage(db: Db, port: number) {
  const { rows } = await db.execute<{ bytes: string; wal: string; digests: string }>(sql`
    select pg_database_size(current_database()) as bytes, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal,
      (select count(*) from email_digests where status = 'sent') as digests`);
  const figures = await (
    await fetch(`http://127.0.0.1:${port}/metrics`, {
      headers: { authorization: `Bearer ${metricsToken}` },
    })
  ).text();
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

/** CPU seconds of the PostgreSQL server and all its processes (Linux counts hundredths). */
async function serverSeconds(db: Db): Promise<number> {
  const { rows } = await db.execute<{ folder: string }>(
    sql`select current_setting('data_directory') as folder`,
  );
  const [postmaster] = readFileSync(`${rows[0]!.folder}/postmaster.pid`, 'utf8').split('\n');
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
  const ticks = [postmaster!, ...children].flatMap((pid) =>
    // Fields after the name: user and system time, and those of finished children.
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(11, 15)
      .map(Number),
  );
  return ticks.reduce((sum, one) => sum + one, 0) / 100;
}

/** A mail server in its own process, so that its CPU time is not counted. */
async function startSink(): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'stand-ins/main.ts', 'smtp'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: /SMTP_URL=(\S+?)\)?$/m.exec(line.toString())![1]!, stop: () => child.kill() };
}
