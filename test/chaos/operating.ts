import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createDatabase } from '../createDatabase.ts';
import { surroundings } from './setup/killing.ts';
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

interface Plan {
  /** The address for seeding and observing, if the workers use another. */
  direct?: string;
  before?: () => Promise<void>;
  during: (around: Surroundings) => Promise<void>;
}

/** Runs two workers on the due digests while `during` disturbs them; returns once all digests are finished. */
export async function sendThrough(
  url: string,
  due: number,
  { direct = url, before, during }: Plan,
): Promise<Delivered> {
  const around = await surroundings();
  const seeding = await openServer(direct);
  await seedDue(seeding, { environment: around.environment, count: due });
  await seeding.close();
  await before?.();
  const processes: LitwatchProcess[] = [];
  const start = () => {
    const started = spawnLitwatch(['--worker'], { ...around.environment, DATABASE_URL: url });
    processes.push(started);
    return started;
  };
  const counter = counting(due, around, processes);
  try {
    await Promise.all([start().ready, start().ready]);
    await during(around);
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
