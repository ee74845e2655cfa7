import { sql } from 'drizzle-orm';
import type { Database, Db } from '../db/types.ts';
import type { Config } from '../runtime/config.ts';
import { ConfigError } from '../runtime/config.ts';

/** Works are replicated without deletions: a shard deletes merged works itself, after moving its readers to the other. */
export const worksPublication = 'litwatch_works';
export const corpusPublication = 'litwatch_corpus';
export const subscription = 'litwatch_corpus';
/** Prefix of our replication positions. The rest is the name of the shard. */
export const positionPrefix = 'litwatch_shard_';

/** Whether other servers replicate the corpus of this server. */
export async function isPublished(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from pg_publication where pubname = ${worksPublication}`);
  return rows.length > 0;
}

export interface Subscription {
  position: string;
  isEnabled: boolean;
  /** Whether a PostgreSQL process is connected to the server of the corpus. */
  isRunning: boolean;
}

/** How this database gets its corpus; null if it has its own. */
export async function subscriptionOf(db: Db): Promise<Subscription | null> {
  const { rows } = await db.execute<{ position: string; enabled: boolean; running: boolean }>(sql`
    select s.subslotname as position, s.subenabled as enabled,
      exists (select from pg_stat_subscription t where t.subid = s.oid and t.pid is not null) as running
    from pg_subscription s join pg_database d on d.oid = s.subdbid
    where s.subname = ${subscription} and d.datname = current_database()`);
  const row = rows[0];
  return row ? { position: row.position, isEnabled: row.enabled, isRunning: row.running } : null;
}

export interface Shard {
  name: string;
  isConnected: boolean;
  /** Bytes of write-ahead log (WAL) that the server keeps until this shard has fetched them. */
  keptBytes: number;
}

/** The shards that replicate this database. */
export async function shardsOf(db: Db): Promise<Shard[]> {
  const { rows } = await db.execute<{ name: string; active: boolean; kept: string | null }>(sql`
    select slot_name as name, active, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::text as kept
    from pg_replication_slots
    where slot_name like ${`${positionPrefix.replaceAll('_', '\\_')}%`} and database = current_database() order by 1`);
  return rows.map(({ name, active, kept }) => ({
    name: name.slice(positionPrefix.length),
    isConnected: active,
    keptBytes: Number(kept ?? 0),
  }));
}

/**
 * Refuses a start in which two servers would write one corpus, or none this one's.
 * @throws ConfigError
 */
export async function refuseMisplacedHarvest(
  { db, pglite }: Pick<Database, 'db' | 'pglite'>,
  { harvestsHere }: Pick<Config, 'harvestsHere'>,
): Promise<void> {
  if (pglite) return;
  const isShard = (await subscriptionOf(db)) !== null;
  if (isShard && harvestsHere)
    throw new ConfigError(
      'HARVEST must be elsewhere: this database gets its papers from another server. To let it harvest, run npm run shards -- unsubscribe first.',
    );
  if (!isShard && !harvestsHere)
    throw new ConfigError(
      'HARVEST is elsewhere, but nothing brings this database its papers. Run npm run shards -- subscribe first, or set HARVEST to here.',
    );
}
