import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Log } from '../runtime/log.ts';
import { detectPooler } from './inspect.ts';
import { migrationsFolder, refuseNewerSchema, refuseUnfinished, schemaState } from './migrate.ts';
import * as schema from './schema.ts';
import { connectMs, explainServerError } from './serverErrors.ts';
import type { Database, Db } from './types.ts';

/** A PostgreSQL server, reached directly or through a pooler. */
export async function openServer(
  url: string,
  {
    connections,
    migrations,
    name,
    log,
  }: { connections: number; migrations?: string | null; name: string; log?: Log },
): Promise<Database> {
  try {
    const pooler = await detectPooler(url);
    const pool = openPool(url, { max: connections, keepsStatements: pooler.keepsStatements, name, log });
    const db = drizzle(pool, { schema });
    try {
      await migrateAlone(pool, db, migrations);
    } catch (error) {
      await pool.end();
      throw error;
    }
    return {
      ...{ db, pglite: null, isPooled: pooler.isPooled },
      schemaState: () => schemaState(db),
      close: () => pool.end(),
    };
  } catch (error) {
    throw explainServerError(error, url);
  }
}

function openPool(
  url: string,
  { max, keepsStatements, name, log }: { max: number; keepsStatements: boolean; name: string; log?: Log },
): pg.Pool {
  const pool = new pg.Pool({
    ...{ connectionString: url, max, application_name: name, keepAlive: true },
    // Also bounds how long a caller waits for a free connection, which on a busy morning takes seconds.
    connectionTimeoutMillis: 3 * connectMs,
    ...(keepsStatements ? {} : { Client: UnnamedClient }),
    onConnect: async (client) => {
      await client.query(compressByLz4);
    },
  });
  const lost = ({ message, code }: Error & { code?: string }) =>
    log?.warn({ message, code }, 'a database connection was lost');
  // Without listeners a lost connection would end the process: the pool's own covers idle connections, this one those
  // in a transaction. The next statement on such a connection is rejected; the pool replaces it.
  pool.on('connect', (client) => client.on('error', lost));
  pool.on('error', () => undefined);
  return pool;
}

/** For a pooler that does not keep prepared statements apart: every statement is sent without its name. */
class UnnamedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares ten overloads; they pass through unchanged.
  override query(statement: any, ...rest: any[]): any {
    const { name, ...unnamed } = typeof statement === 'object' && statement ? statement : {};
    const isNamed = typeof name === 'string' && typeof statement.submit !== 'function';
    return (super.query as (...all: unknown[]) => unknown)(isNamed ? unnamed : statement, ...rest);
  }
}

/** Digests take a fifth of the time to store so. A server that was built without it keeps its own way. */
const compressByLz4 = `select set_config(name, 'lz4', false) from pg_settings
  where name = 'default_toast_compression' and 'lz4' = any(enumvals)`;

/**
 * Several processes may start at once: one of them migrates, the others wait and find it done. The lock belongs to a
 * transaction, because a pooler may give a session's lock and its unlock to two connections.
 */
async function migrateAlone(pool: pg.Pool, db: Db, migrations?: string | null): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query("set local lock_timeout = '60s'");
    // The server's own limit is for statements that work, not for one that waits its turn.
    await client.query('set local statement_timeout = 0');
    await client.query('select pg_advisory_xact_lock(7214001)');
    await refuseNewerSchema(db);
    if (migrations === undefined) await refuseUnfinished(db);
    if (migrations !== null) await migrate(db, { migrationsFolder: migrations ?? migrationsFolder });
    await client.query('commit');
  } finally {
    // Not back into the pool: after a failure its transaction is still open.
    client.release(true);
  }
}
