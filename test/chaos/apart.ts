import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { createDatabase } from '../createDatabase.ts';
import { newReader, Visitor } from '../world.ts';
import { surroundings } from './setup/killing.ts';
import { type LitwatchProcess, spawnLitwatch, until, watchService } from './setup/process.ts';
import { openServer, seedDue, standing } from './setup/seed.ts';

export interface ApartOutcome {
  /** Mails before a worker started, to a reader who signed up and asked for a digest from --web processes only. */
  mailsWithoutWorker: number;
  /** Whether the digest came after a worker was started. */
  digestByWorker: boolean;
  due: number;
  messageIds: number;
  mails: number;
  /** Exit codes of workers stopped in the middle of their work. */
  stopped: (number | null)[];
  /** Topics and digests that were still leased after each stop. */
  left: number;
  seconds: number;
  /** Seconds in which the web process was not ready. */
  out: number;
}

/**
 * Web and worker processes on one PostgreSQL: the worker does what the web process is asked for. Then workers get SIGTERM
 * one after the other, in the middle of a week's digests, and each releases its leases.
 */
export async function webAndWorkers(adminUrl: string, due: number, stops: number): Promise<ApartOutcome> {
  const server = await createDatabase(adminUrl);
  const database = await openServer(server.url);
  const around = await surroundings();
  const { smtp } = around;
  const environment = { ...around.environment, DATABASE_URL: server.url };
  const startedAt = performance.now();
  const web = spawnLitwatch(['--web'], environment);
  const service = watchService(() => [web]);
  let worker: LitwatchProcess | null = null;
  try {
    const url = /http:\S+/.exec(await web.ready)![0];
    const asking = askForDigest(url, around);
    await delay(4000);
    const mailsWithoutWorker = smtp.mails.length;
    worker = spawnLitwatch(['--worker'], environment);
    await asking;
    const isDigest = (headers: Record<string, string>) => 'list-unsubscribe' in headers;
    await until(() => smtp.mails.some(({ headers }) => isDigest(headers)), 60);
    const digestByWorker = smtp.mails.some(({ headers }) => isDigest(headers));

    await worker.stop();
    smtp.clear();
    await seedDue(database, { environment: around.environment, count: due });
    const stopped: (number | null)[] = [];
    let left = 0;
    for (let stop = 1; stop <= stops; stop++) {
      worker = spawnLitwatch(['--worker'], environment);
      // Wait until the next worker has started: the previous one may have finished most of the work.
      await worker.ready;
      await until(() => smtp.distinct >= (due * stop) / (stops + 2), 120);
      stopped.push(await worker.stop());
      const { rows } = await database.db.execute<{ count: string }>(
        sql`select (select count(*) from search_terms where status = 'processing')
          + (select count(*) from email_digests where status = 'sending') as count`,
      );
      left += Number(rows[0]!.count);
    }
    worker = spawnLitwatch(['--worker'], environment);
    await until(async () => {
      const now = await standing(database.db);
      return now.due === 0 && !now.digests.pending && !now.digests.sending;
    }, 240);
    await delay(1000);
    return {
      ...{ mailsWithoutWorker, digestByWorker, due, stopped, left },
      messageIds: smtp.distinct,
      mails: smtp.mails.length,
      seconds: (performance.now() - startedAt) / 1000,
      out: service.stop(),
    };
  } finally {
    await Promise.all([web.kill(), worker?.kill()]);
    await around.close();
    await database.close();
    await server.drop();
  }
}

/** Uses the pages' own calls from the sign-up form on. The links arrive by mail, which only a worker sends. */
async function askForDigest(url: string, { smtp }: Awaited<ReturnType<typeof surroundings>>): Promise<void> {
  const reader = await newReader({ smtp, browser: () => new Visitor(url) }, 'apart@chaos.example');
  const { status } = await reader.post('/api/immediate-search', { searchTerm: 'heart failure' });
  if (status !== 200) throw new Error(`The search was answered with ${status}.`);
}
