import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createDatabase } from '../createDatabase.ts';
import { type Delivered, sendThrough } from './operating.ts';
import { surroundings } from './setup/killing.ts';
import { startPostgres } from './setup/postgres.ts';
import { spawnLitwatch, until } from './setup/process.ts';
import { openServer, seedDue } from './setup/seed.ts';

/** How long the digests' table is locked, and how long it is free in between. */
const [heldMs, freeMs] = [3000, 4000];

/**
 * The server cancels statements that take longer than half a second, as some hosts set it, and again and again
 * somebody holds the digests' table for longer than that.
 */
export async function statementTimeout(adminUrl: string, due: number): Promise<Delivered> {
  return inOwnDatabase(adminUrl, async (url, admin) => {
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    try {
      return await sendThrough(url, due, {
        before: async () => {
          await admin.query(`alter database ${databaseOf(url)} set statement_timeout = '500ms'`);
        },
        during: async ({ smtp }) => {
          for (let round = 0; round < 5 && smtp.distinct < due; round++) {
            await holder.query('begin; lock table email_digests in exclusive mode');
            await delay(heldMs);
            await holder.query('commit');
            await delay(freeMs);
          }
        },
      });
    } finally {
      await holder.end();
    }
  });
}

/** The server has fewer connections than two workers may take. */
export async function fewConnections(adminUrl: string, due: number): Promise<Delivered> {
  return inOwnDatabase(adminUrl, async (url, admin) => {
    const role = `${databaseOf(url)}_few`;
    await admin.query(`create role ${role} login superuser`);
    const few = new URL(url);
    few.username = role;
    try {
      return await sendThrough(few.toString(), due, {
        // The workers leave no connection for an observer.
        direct: url,
        // The limit holds for those without a superuser's rights; the tables keep their owner.
        before: async () => {
          await admin.query(`alter database ${databaseOf(url)} owner to ${role}`);
          await asOwner(url, role);
          await admin.query(`alter role ${role} nosuperuser connection limit 20`);
        },
        during: ({ smtp }) => until(() => smtp.distinct >= due, 300),
      });
    } finally {
      const owner = new pg.Client({ connectionString: url });
      await owner.connect();
      await owner.query(`reassign owned by ${role} to current_user; drop role ${role}`);
      await owner.end();
    }
  });
}

/** Gives everything in the database to the role, as if it had made it. */
async function asOwner(url: string, role: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`do $$ declare one record; begin
    for one in select format('alter schema %I owner to ${role}', nspname) as line from pg_namespace
        where nspname in ('public', 'drizzle', 'pgboss')
      union all select format('alter table %I.%I owner to ${role}', schemaname, tablename) from pg_tables
        where schemaname in ('public', 'drizzle', 'pgboss')
    loop execute one.line; end loop; end $$`);
  await client.end();
}

export interface DamagedTable {
  /** Whether the worker that was at work turned from ready to not ready, and did not end. */
  isNotReady: boolean;
  /** What the operator reads there. */
  details: string;
  /** Each line that a second start prints before it ends. */
  refusal: string[];
  ended: number;
  seconds: number;
}

/** What the details of readiness say when nothing is planned any more. */
export const queueStopped = /wrong +queue/;

/**
 * A page of the topics' table breaks under a worker: it can plan nothing any more, and has to say so. Null where
 * PostgreSQL is not installed.
 */
export async function damagedTable(): Promise<DamagedTable | null> {
  const postgres = await startPostgres();
  if (!postgres) return null;
  const around = await surroundings();
  const startedAt = performance.now();
  const environment = { ...around.environment, DATABASE_URL: postgres.url };
  const seeding = await openServer(postgres.url);
  await seedDue(seeding, { environment, count: 3 });
  await seeding.close();
  const worker = spawnLitwatch(['--worker'], environment);
  try {
    await worker.ready;
    await until(() => around.smtp.distinct >= 3, 120);
    await postgres.damage('search_terms');
    // Ready again once the server is, until ticks have failed for three minutes.
    await until(() => worker.isServing(), 60);
    // A busy machine may be too slow for one check before that.
    const saysSo = async () => !(await worker.isServing()) && queueStopped.test(await worker.details());
    await until(saysSo, 400);
    await delay(1000);
    return {
      isNotReady: worker.isReady() && !(await worker.isServing()),
      details: await worker.details(),
      refusal: await refusalOf(environment),
      ended: Number(worker.endedAlone()),
      seconds: (performance.now() - startedAt) / 1000,
    };
  } finally {
    await worker.kill();
    await postgres.stop();
    await around.close();
  }
}

/** What a refused start prints; "It was not refused." when it is not refused within a minute. */
async function refusalOf(environment: Record<string, string>): Promise<string[]> {
  const started = spawnLitwatch(['--worker'], environment);
  try {
    await Promise.race([started.ready.catch(() => undefined), delay(60_000)]);
    return started.isReady() ? ['It was not refused.'] : started.said().trim().split('\n');
  } finally {
    await started.kill();
  }
}

const databaseOf = (url: string): string => new URL(url).pathname.slice(1);

async function inOwnDatabase<T>(
  adminUrl: string,
  work: (url: string, admin: pg.Client) => Promise<T>,
): Promise<T> {
  const server = await createDatabase(adminUrl);
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    return await work(server.url, admin);
  } finally {
    await admin.end();
    await server.drop();
  }
}
