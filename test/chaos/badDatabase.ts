import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createDatabase } from '../createDatabase.ts';
import { type Delivered, sendThrough } from './operating.ts';
import { surroundings } from './setup/killing.ts';
import { startPostgres } from './setup/postgres.ts';
import { spawnLitwatch, until } from './setup/process.ts';
import { openServer, seedDue } from './setup/seed.ts';

/** How long the digests' table is locked, and how long it is free between locks. */
const [heldMs, freeMs] = [3000, 4000];

/**
 * The server cancels statements after half a second, as some hosts configure it, while another session repeatedly locks the
 * digests' table for longer than that.
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
        // The limit applies only to roles that are not superusers. The tables keep their owner.
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

/** Makes the role the owner of everything in the database. */
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
  /** Whether the running worker became not ready without ending. */
  isNotReady: boolean;
  /** The message that the operator sees there. */
  details: string;
  /** Each line that a second start prints before it ends. */
  refusal: string[];
  ended: number;
  seconds: number;
}

/** The readiness detail when planning has stopped. */
export const queueStopped = /wrong +queue/;

/**
 * Damages a page of the topics' table while a worker runs. The worker can no longer plan and must report that. Null if
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
    // Ready again once the server is up, until ticks have failed for three minutes.
    await until(() => worker.isServing(), 60);
    // On a busy machine a single check may fail before that.
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

/** The output of a refused start; "It was not refused." if it still runs after a minute. */
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
