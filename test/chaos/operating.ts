import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '#platform/db/open.ts';
import { createDatabase } from '../createDatabase.ts';
import { surroundings } from './setup/killing.ts';
import { startPgBouncer } from './setup/pgbouncer.ts';
import { type PostgresServer, startPostgres } from './setup/postgres.ts';
import { type LitwatchProcess, spawnLitwatch, until, watchService } from './setup/process.ts';
import { openServer, seedDue, standing } from './setup/seed.ts';

/** The outcome of the due digests. */
export interface Delivered {
  due: number;
  mails: number;
  messageIds: number;
  lost: number;
  /** Readers who got a mail twice under different Message-IDs. */
  twice: number;
  /** Mails sent again under the same Message-ID, because nobody could know whether the first was accepted. */
  again: number;
  seconds: number;
  /** Seconds in which no process was ready. */
  out: number;
  /** Processes that ended without being asked to. */
  ended: number;
}

export type Surroundings = Awaited<ReturnType<typeof surroundings>>;

/** Counts mails by reader and Message-ID from now until `count` is called. */
export function counting(
  due: number,
  { smtp }: Surroundings,
  processes: readonly LitwatchProcess[],
): { count(): Delivered } {
  const startedAt = performance.now();
  const service = watchService(() => processes);
  return { count: () => deliveredTo(smtp, { due, startedAt, processes, out: service.stop() }) };
}

function deliveredTo(
  smtp: Surroundings['smtp'],
  {
    due,
    startedAt,
    processes,
    out,
  }: { due: number; startedAt: number; processes: readonly LitwatchProcess[]; out: number },
): Delivered {
  const idsByReader = Map.groupBy(smtp.mails, ({ to }) => to.join());
  const twice = [...idsByReader.values()].filter(
    (mails) => new Set(mails.map(({ messageId }) => messageId)).size > 1,
  ).length;
  return {
    ...{ due, mails: smtp.mails.length, messageIds: smtp.distinct, lost: due - idsByReader.size },
    ...{ twice, again: smtp.mails.length - smtp.distinct, seconds: (performance.now() - startedAt) / 1000 },
    ...{ out, ended: processes.filter((one) => one.endedAlone()).length },
  };
}

/** A second process on one data folder is refused; the first one's digests come once; kill -9 frees the folder. */
export async function twoOnOneFolder(due: number): Promise<Delivered & { refusal: string }> {
  const around = await surroundings();
  const processes: LitwatchProcess[] = [];
  const counter = counting(due, around, processes);
  try {
    const seeding = await openDatabase({
      url: null,
      folder: path.join(around.environment.DATA_DIR!, 'database'),
    });
    await seedDue(seeding, { environment: around.environment, count: due });
    await seeding.close();
    const first = spawnLitwatch([], around.environment);
    processes.push(first);
    await first.ready;
    const refusal = await spawnLitwatch([], around.environment).ready.catch((error: Error) => error.message);
    await until(() => around.smtp.distinct >= due / 2, 300);
    await first.kill();
    const third = spawnLitwatch([], around.environment);
    processes.push(third);
    await third.ready;
    await until(() => around.smtp.distinct >= due, 300);
    await delay(2000);
    return { ...counter.count(), refusal };
  } finally {
    await Promise.all(processes.map((one) => one.kill()));
    await around.close();
  }
}

/** The database server is restarted again and again while two workers send. */
export async function restartServer(due: number, restarts: number): Promise<Delivered | null> {
  const postgres = await startPostgres();
  if (!postgres) return null;
  try {
    return await sendThrough(postgres.url, due, {
      during: async ({ smtp }) => {
        for (let restart = 1; restart <= restarts; restart++) {
          await until(() => smtp.distinct >= (due * restart) / (restarts + 1), 300);
          await postgres.restart(restart % 2 ? 'immediate' : 'fast');
        }
      },
    });
  } finally {
    await postgres.stop();
  }
}

/**
 * The primary dies while two workers send; a standby is promoted and takes over its address.
 * @param lagMs how long the standby had received nothing before the primary died
 */
export async function failOver(due: number, lagMs = 0): Promise<Delivered | null> {
  const primary = await startPostgres();
  if (!primary) return null;
  let standby: PostgresServer | null = null;
  try {
    return await sendThrough(primary.url, due, {
      before: async () => {
        standby = await primary.startStandby();
      },
      during: async ({ smtp }) => {
        await until(() => smtp.distinct >= due / 2, 300);
        if (lagMs) {
          await standby!.stopFollowing();
          await delay(lagMs);
        }
        await primary.kill();
        await delay(500);
        await standby!.promoteAt(primary);
      },
    });
  } finally {
    await primary.stop().catch(() => undefined);
    await (standby as PostgresServer | null)?.stop();
  }
}

/** Through PgBouncer in transaction mode, with a second start in the middle. */
export async function throughPooler(
  adminUrl: string,
  due: number,
  { program, environment }: { program: string; environment: Record<string, string> },
): Promise<Delivered> {
  const server = await createDatabase(adminUrl);
  const pooler = await startPgBouncer(server.url, program);
  try {
    return await sendThrough(pooler.url, due, {
      ...{ direct: server.url, environment },
      during: async ({ smtp }, start) => {
        await until(() => smtp.distinct >= due / 2, 300);
        await start().ready;
      },
    });
  } finally {
    await pooler.stop();
    await server.drop();
  }
}

interface Plan {
  /** Settings of the workers in addition to those of the environment. */
  environment?: Record<string, string>;
  /** The address for seeding and observing, which bypasses the pooler. */
  direct?: string;
  before?: () => Promise<void>;
  during: (around: Surroundings, start: () => LitwatchProcess) => Promise<void>;
}

/** Runs two workers on the due digests while `during` disturbs them; returns once all digests are finished. */
export async function sendThrough(
  url: string,
  due: number,
  { direct = url, environment = {}, before, during }: Plan,
): Promise<Delivered> {
  const around = await surroundings();
  const seeding = await openServer(direct);
  await seedDue(seeding, { environment: around.environment, count: due });
  await seeding.close();
  await before?.();
  const processes: LitwatchProcess[] = [];
  const start = () => {
    const started = spawnLitwatch(['--worker'], {
      ...around.environment,
      ...environment,
      DATABASE_URL: url,
    });
    processes.push(started);
    return started;
  };
  const counter = counting(due, around, processes);
  try {
    await Promise.all([start().ready, start().ready]);
    await during(around, start);
    const looking = await openServer(direct);
    try {
      await until(async () => {
        const { digests, due: open } = await standing(looking.db);
        return open === 0 && !digests.pending && !digests.sending;
      }, 400);
    } finally {
      await looking.close();
    }
    await delay(1000);
    return counter.count();
  } finally {
    await Promise.all(processes.map((one) => one.kill()));
    await around.close();
  }
}
