import { setTimeout as delay } from 'node:timers/promises';
import { getTableName, sql } from 'drizzle-orm';
import pg from 'pg';
import type { Db } from '../db/types.ts';
import { ConfigError } from '../runtime/config.ts';
import { nameOf } from '../transfer/place.ts';
import { writeAlike } from '../transfer/tables.ts';
import { copyCorpus, readingAt } from './copyCorpus.ts';
import { publishedTables } from './publish.ts';
import {
  codeOf,
  literal,
  openServerOfThisVersion,
  openStoppedServer,
  type Print,
  reasonOf,
} from './servers.ts';
import {
  corpusPublication,
  isPublished,
  positionPrefix,
  subscription,
  subscriptionOf,
  worksPublication,
} from './state.ts';
import { tableOwners } from './tableOwners.ts';

export interface SubscribeOptions {
  /** Address of the server that harvests, which PostgreSQL on the shard must be able to reach too. */
  corpusUrl: string;
  /** Lower-case letters, digits and _: the shard's name on the server that harvests. */
  name: string;
  /** Whether to replace a shard of this name, which was restored from a backup or is being set up again. */
  replace: boolean;
  print: Print;
}

/**
 * Lets a database get its corpus from another server: copies it, and continues from exactly there by replication. Keeps
 * the readers' rows. Repeating it completes the corpus whatever the shard had, as after a restore.
 * @throws ConfigError if one of the servers does not fit, or processes work on the shard
 */
export async function subscribe(
  url: string,
  { corpusUrl, name, replace, print }: SubscribeOptions,
): Promise<void> {
  if (nameOf({ url }) === nameOf({ url: corpusUrl }))
    throw new ConfigError('A server cannot be its own shard: name the server that harvests.');
  const shard = await openStoppedServer(url);
  try {
    const corpus = await openServerOfThisVersion(corpusUrl);
    try {
      if (!(await isPublished(corpus.db)))
        throw new ConfigError(
          `${nameOf({ url: corpusUrl })} does not publish its corpus. Run npm run shards -- publish there first.`,
        );
      const position = positionPrefix + name;
      await leaveFormer(shard.db, corpus.db, { position, name, replace });
      print(`Copying the corpus of ${nameOf({ url: corpusUrl })} …`);
      await copyAndFollow({ shard: shard.db, corpus: corpus.db }, { corpusUrl, position, print });
    } finally {
      await corpus.close();
    }
  } finally {
    await shard.close();
  }
  print(`${nameOf({ url })} follows as ${name}. Start it with HARVEST=elsewhere.`);
}

/** Ends this database's own subscription, and frees the name. */
async function leaveFormer(
  shard: Db,
  corpus: Db,
  { position, name, replace }: { position: string; name: string; replace: boolean },
): Promise<void> {
  const former = await subscriptionOf(shard);
  if (former) await dropSubscription(shard);
  if (former && former.position !== position) await dropPosition(corpus, former.position);
  const { rows } = await corpus.execute(
    sql`select 1 from pg_replication_slots where slot_name = ${position}`,
  );
  if (!rows.length) return;
  if (former?.position !== position && !replace)
    throw new ConfigError(
      `There is a shard named ${name} already. Give another --name, or add --replace if this is that shard, restored or set up again.`,
    );
  await dropPosition(corpus, position);
}

/** Leaves the position on the other server, which may not respond. */
async function dropSubscription(db: Db): Promise<void> {
  await db.execute(sql.raw(`alter subscription ${subscription} disable`));
  await db.execute(sql.raw(`alter subscription ${subscription} set (slot_name = none)`));
  await db.execute(sql.raw(`drop subscription ${subscription}`));
}

const positionInUse = '55006';

/** The process that served the position takes a moment to end. */
async function dropPosition(corpus: Db, position: string): Promise<void> {
  for (let tries = 0; ; tries++)
    try {
      await corpus.execute(
        sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${position}`,
      );
      return;
    } catch (error) {
      if (codeOf(error) !== positionInUse) throw error;
      if (tries >= 50)
        throw new ConfigError(
          `The shard ${position.slice(positionPrefix.length)} is connected now. Give another --name, or stop that server first.`,
        );
      await delay(200);
    }
}

async function copyAndFollow(
  { shard, corpus }: { shard: Db; corpus: Db },
  { corpusUrl, position, print }: { corpusUrl: string; position: string; print: Print },
): Promise<void> {
  const creator = new pg.Client({ connectionString: corpusUrl, replication: 'database' } as pg.ClientConfig);
  await creator.connect();
  try {
    const snapshot = await takePosition(creator, position);
    await readingAt(corpus, snapshot, (from) =>
      shard.transaction(async (tx) => {
        const to = tx as unknown as Db;
        await writeAlike(to);
        await copyCorpus(from, to, print);
        await to.execute(
          sql.raw(
            `create subscription ${subscription} connection ${literal(corpusUrl)} publication ${worksPublication}, ${corpusPublication}
              with (create_slot = false, slot_name = ${literal(position)}, copy_data = false)`,
          ),
        );
        const missing = await missingTables(to);
        if (missing.length)
          throw new ConfigError(
            `The server that harvests does not publish ${missing.join(', ')}. Run npm run shards -- publish there again.`,
          );
      }),
    );
  } catch (error) {
    await dropPosition(corpus, position);
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`The subscription could not be made: ${reasonOf(error)}.`);
  } finally {
    // The snapshot lasts while this connection does nothing else.
    await creator.end();
  }
}

/** @returns the snapshot of the moment at which the position begins */
async function takePosition(client: pg.Client, position: string): Promise<string> {
  const { rows } = await client
    .query(`CREATE_REPLICATION_SLOT "${position}" LOGICAL pgoutput (SNAPSHOT 'export')`)
    .catch((error: unknown) => {
      throw new ConfigError(
        `The server that harvests cannot serve one more shard: ${reasonOf(error)}. Look at max_replication_slots, max_wal_senders, and the REPLICATION right of this user.`,
      );
    });
  return rows[0].snapshot_name;
}

/**
 * Makes a shard an independent server: it keeps its copy of the corpus, and may harvest from its next start.
 * @throws ConfigError if it is not a shard, or processes work on it
 */
export async function unsubscribe(url: string, print: Print): Promise<void> {
  const shard = await openStoppedServer(url);
  try {
    const former = await subscriptionOf(shard.db);
    if (!former) throw new ConfigError(`${nameOf({ url })} is no shard.`);
    await dropSubscription(shard.db);
    // The other server gave out the ids, so the counters here have to catch up.
    for (const table of tableOwners.corpus.map(getTableName)) await countOn(shard.db, table);
    print(
      `${nameOf({ url })} has its own corpus from now on; start it with HARVEST=here. On the server it came from, run npm run shards -- forget ${former.position.slice(positionPrefix.length)}.`,
    );
  } finally {
    await shard.close();
  }
}

async function countOn(db: Db, table: string): Promise<void> {
  const { rows } = await db.execute<{ column: string }>(sql`
    select attname as column from pg_attribute where attrelid = ${table}::regclass and attidentity <> ''`);
  for (const { column } of rows)
    await db.execute(sql`
      select setval(pg_get_serial_sequence(${table}, ${column}),
        greatest(1, (select max(${sql.identifier(column)}) from ${sql.identifier(table)})))`);
}

/**
 * Frees what a server keeps for a shard that will not return.
 * @throws ConfigError while that shard is connected, or if there is none
 */
export async function forget(corpusUrl: string, name: string, print: Print): Promise<void> {
  const corpus = await openServerOfThisVersion(corpusUrl);
  try {
    const position = positionPrefix + name;
    const { rows } = await corpus.db.execute(
      sql`select 1 from pg_replication_slots where slot_name = ${position}`,
    );
    if (!rows.length) throw new ConfigError(`There is no shard named ${name}.`);
    await dropPosition(corpus.db, position);
    print(`Nothing is kept for ${name} any more. To come back it has to run npm run shards -- subscribe.`);
  } finally {
    await corpus.close();
  }
}

/** Tables that should be replicated but are not, because an upgrade added them. */
export async function missingTables(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_subscription s
    join pg_subscription_rel r on r.srsubid = s.oid join pg_class c on c.oid = r.srrelid
    join pg_database d on d.oid = s.subdbid
    where s.subname = ${subscription} and d.datname = current_database()`);
  const there = new Set(rows.map(({ name }) => name));
  return ['papers', ...publishedTables].filter((name) => !there.has(name));
}
