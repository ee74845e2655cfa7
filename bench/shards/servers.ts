import { sql } from 'drizzle-orm';
import type { App } from '#app/app.ts';
import { startLitwatch } from '#app/start.ts';
import { corpusArrivedUntil } from '#corpus/harvest/elsewhere.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { readConfig } from '#platform/runtime/config.ts';
import { usualSources } from '#shared/papers/sources.ts';
import { addDueReaders } from '#test/chaos/setup/seed.ts';
import { eventually } from '#test/world.ts';

export interface ShardServer {
  app: App;
  db: App['db'];
  /** The address of its web process; null for a worker alone. */
  url: string | null;
  tick(): Promise<void>;
  arrivedUntil(): Promise<Date>;
  /** Digests and notices with this status. */
  count(status: string): Promise<number>;
  stop(): Promise<void>;
}

interface Place {
  folder: string;
  now: () => Date;
  smtpUrl: string;
  sources: Record<string, string>;
  /** The port of each shard's web process, by the shard's name, and the address of their directory. */
  address?: { ports: Record<string, number>; directoryUrl: string };
}

/** Runs a worker of the product in this process; for a shard also its web process, behind the one address of all shards. */
export async function startServerOn(
  { url, harvest, shard }: { url: string; harvest: 'here' | 'elsewhere'; shard?: string },
  { folder, now, smtpUrl, sources, address }: Place,
): Promise<ShardServer> {
  const port = shard ? address!.ports[shard]! : 0;
  const config = readConfig({
    ...{
      NODE_ENV: 'test',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      PORT: String(port),
      DATA_DIR: folder,
    },
    ...{ DATABASE_URL: url, SMTP_URL: smtpUrl, HARVEST: harvest, RANKING_THREADS: '1' },
    ...{ SESSION_SECRET: 'bench: at least thirty-two characters' },
    ...(shard && settingsOf(shard, address!)),
    ...sources,
  });
  const { app, stop } = await startLitwatch(config, { web: shard !== undefined, worker: true }, { now });
  let stopped: Promise<void> | null = null;
  return {
    ...{ app, db: app.db, url: shard ? `http://127.0.0.1:${port}` : null },
    tick: () => enqueue(app, 'tick', {}),
    arrivedUntil: () => corpusArrivedUntil(app),
    async count(status) {
      const { rows } = await app.db.execute<{ count: string }>(
        sql`select count(*) from email_digests where status = ${status}`,
      );
      return Number(rows[0]!.count);
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

function settingsOf(shard: string, { ports, directoryUrl }: NonNullable<Place['address']>) {
  const all = Object.entries(ports).map(([name, port]) => `${name}=http://127.0.0.1:${port}`);
  return {
    ...{ BASE_URL: 'http://litwatch.test', SHARD: shard, SHARDS: all.join(','), DIRECTORY_URL: directoryUrl },
    SHARD_SECRET: 'bench: what all shards know, thirty-two characters',
  };
}

/** Moves the clock, lets due sources be harvested, and waits until the shards have received the result. */
export async function stepTo(
  clock: { at: number },
  corpus: ShardServer,
  shards: ShardServer[],
  moment: number,
): Promise<void> {
  clock.at = moment;
  await until(corpus, async () => {
    const { rows } = await corpus.db.execute<{ fresh: string; open: string }>(sql`
      select count(distinct source) filter (where status = 'complete'
          and finished_at > ${new Date(moment - 6 * 3_600_000).toISOString()}::timestamptz) as fresh,
        count(*) filter (where status = 'running') as open from harvests`);
    return Number(rows[0]!.fresh) === usualSources.length && rows[0]!.open === '0';
  });
  // This heartbeat follows the harvests: once it has arrived, so have they.
  clock.at += 1000;
  const { at } = clock;
  await until(corpus, async () => (await corpus.arrivedUntil()).getTime() >= at);
  for (const shard of shards) await until(shard, async () => (await shard.arrivedUntil()).getTime() >= at);
  for (const shard of shards) await settle(shard);
}

/** Waits until a server has nothing left to search, compose, mail or correct. */
export async function settle(server: ShardServer): Promise<void> {
  const at = new Date((await server.arrivedUntil()).getTime()).toISOString();
  await server.tick();
  await until(server, async () => {
    const { rows } = await server.db.execute<{ open: string }>(sql`
      select (select count(*) from search_terms where is_active and deleted_at is null
          and (status in ('pending', 'processing') or next_scheduled_run <= ${at}::timestamptz))
        + (select count(*) from email_digests where status in ('pending', 'sending'))
        + (select count(*) from pgboss.job where name = 'tick' and state = 'active') as open`);
    return rows[0]!.open === '0';
  });
}

/** Ticks now and then, as the product does every twenty seconds, until a condition holds. */
async function until(server: ShardServer, look: () => Promise<boolean>): Promise<void> {
  let looks = 0;
  await eventually(
    async () => {
      if (looks++ % 20 === 0) await server.tick();
      return look();
    },
    'a step of the week',
    3600,
  );
}

/** Adds readers whose digest is due now, and again in a week. */
export async function addFollowers(shard: ShardServer, count: number, number: number): Promise<void> {
  const { db } = shard;
  const at = await shard.arrivedUntil();
  await addDueReaders(db, count);
  await db.execute(sql`update users set email = replace(email, '@', ${`.${number}@`})`);
  await db.execute(sql`update user_preferences set delivery_day = 'monday'`);
  const weekAgo = sql`${new Date(at.getTime() - 7 * 86_400_000).toISOString()}::timestamptz`;
  await db.execute(sql`update search_terms set next_scheduled_run = ${at.toISOString()}::timestamptz - interval '1 second',
    requested_at = ${weekAgo}, created_at = ${weekAgo}, last_processed_at = ${weekAgo}`);
}

/** How many readers were sent a paper, and how many mails told them of its retraction. */
export async function correctedReaders(
  { db }: ShardServer,
  paperId: number,
): Promise<{ had: number; told: number }> {
  const { rows } = await db.execute<{ had: string; told: string }>(sql`
    select (select count(distinct t.user_id) from delivered_papers d join search_terms t on t.id = d.search_term_id
        where d.paper_id = ${paperId}) as had,
      (select count(*) from email_digests m where m.digest_type = 'correction' and m.status = 'sent'
        and exists (select from told_corrections c where c.digest_id = m.id and c.paper_id = ${paperId})) as told`);
  return { had: Number(rows[0]!.had), told: Number(rows[0]!.told) };
}
