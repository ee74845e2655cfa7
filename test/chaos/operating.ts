import { setTimeout as delay } from 'node:timers/promises';
import { asClient } from '../createDatabase.ts';
import { type PostgresServer, startPostgres } from './setup/postgres.ts';
import { until } from './setup/process.ts';
import { countReaders, hold, onStage, type Stage, say } from './setup/stage.ts';

const leftOut = 'left out: PostgreSQL is not installed here';

/** The database server is restarted again and again while two workers send. */
export async function restartServer(due: number, restarts: number): Promise<void> {
  const postgres = await startPostgres();
  if (!postgres) return say(leftOut);
  await sendThrough('five restarts of the server', postgres.url, due, {
    during: async ({ smtp }) => {
      for (let restart = 1; restart <= restarts; restart++) {
        await until(() => smtp.distinct >= (due * restart) / (restarts + 1), 300);
        await postgres.restart(restart % 2 ? 'immediate' : 'fast');
      }
    },
  }).finally(postgres.stop);
}

/**
 * The primary dies while two workers send; a standby is promoted and takes over its address.
 * @param lagMs how long the standby had received nothing before the primary died
 */
export async function failOver(due: number, lagMs: number): Promise<void> {
  const primary = await startPostgres();
  if (!primary) return say(leftOut);
  let standby: PostgresServer | undefined;
  try {
    await sendThrough('failover to a standby behind', primary.url, due, {
      before: async () => {
        standby = await primary.startStandby();
      },
      during: async ({ smtp }) => {
        await until(() => smtp.distinct >= due / 2, 300);
        await standby!.stopFollowing();
        await delay(lagMs);
        await primary.kill();
        await delay(500);
        await standby!.promoteAt(primary);
      },
    });
  } finally {
    await primary.stop().catch(() => undefined);
    await standby?.stop();
  }
}

/** How long the digests' table is locked, and how long it is free between locks. */
const [heldMs, freeMs] = [3000, 4000];

/**
 * The server cancels statements after half a second, as some hosts configure it, while another session repeatedly locks the
 * digests' table for longer than that.
 */
export const statementTimeout = (adminUrl: string, due: number): Promise<void> =>
  sendThrough('statement_timeout and locks', adminUrl, due, {
    before: ({ url }) =>
      asClient(adminUrl, (admin) =>
        admin.query(`alter database ${databaseOf(url)} set statement_timeout = '500ms'`),
      ),
    during: ({ url, smtp }) =>
      asClient(url, async (holder) => {
        await holder.query('set statement_timeout = 0');
        for (let round = 0; round < 5 && smtp.distinct < due; round++) {
          await holder.query('begin; lock table email_digests in exclusive mode');
          await delay(heldMs);
          await holder.query('commit');
          await delay(freeMs);
        }
      }),
  });

/** The server has fewer connections than two workers may take. */
export async function fewConnections(adminUrl: string, due: number): Promise<void> {
  const role = `few_${Math.random().toString(36).slice(2)}`;
  await asClient(adminUrl, (admin) => admin.query(`create role ${role} login superuser`));
  await sendThrough('too few connections', adminUrl, due, {
    // The limit applies only to roles that are not superusers. The tables keep their owner.
    before: async ({ url, environment }) => {
      await asClient(url, async (client) => {
        await client.query(`alter database ${databaseOf(url)} owner to ${role}`);
        await client.query(`do $$ declare one record; begin
          for one in select format('alter schema %I owner to ${role}', nspname) as line from pg_namespace
              where nspname in ('public', 'drizzle', 'pgboss')
            union all select format('alter table %I.%I owner to ${role}', schemaname, tablename) from pg_tables
              where schemaname in ('public', 'drizzle', 'pgboss')
          loop execute one.line; end loop; end $$`);
        await client.query(`alter role ${role} nosuperuser connection limit 20`);
      });
      environment.DATABASE_URL = Object.assign(new URL(url), { username: role }).toString();
    },
    during: ({ smtp }) => until(() => smtp.distinct >= due, 300),
  }).finally(() => asClient(adminUrl, (admin) => admin.query(`drop role ${role}`)));
}

type Plan = { before?: (stage: Stage) => Promise<unknown>; during: (stage: Stage) => Promise<unknown> };

/** Runs two workers on the due digests while `during` disturbs them, until all digests are finished. */
const sendThrough = (part: string, adminUrl: string, due: number, { before, during }: Plan): Promise<void> =>
  onStage(part, adminUrl, async (stage) => {
    await stage.seed(due);
    await before?.(stage);
    await Promise.all([stage.start('--worker'), stage.start('--worker')]);
    await during(stage);
    await stage.finished(400);
    await delay(1000);
    return judged(stage, due);
  });

/** Counts the mails by reader, and holds what every bad day promises. */
export function judged({ smtp }: Stage, due: number) {
  const counts = countReaders(smtp.mails, due);
  hold('every digest is mailed', counts.lost === 0);
  hold('none goes out twice but under its own Message-ID', counts.twice === 0);
  return counts;
}

const databaseOf = (url: string): string => new URL(url).pathname.slice(1);
