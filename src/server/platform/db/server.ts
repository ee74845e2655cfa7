import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Log } from '../runtime/log.ts';
import { migrationsFolder, refuseNewerSchema, refuseUnfinished, schemaState } from './migrate.ts';
import * as schema from './schema.ts';
import {
  connectMs,
  explainServerError,
  neededEncoding,
  otherEncoding,
  refusedServer,
} from './serverErrors.ts';
import type { Database, Db } from './types.ts';

/**
 * A PostgreSQL server, reached directly or through a pooler. Statements have no names and sessions keep nothing that a
 * statement needs, because in transaction mode a pooler hands each transaction another session.
 */
export async function openServer(
  url: string,
  {
    connections,
    migrations,
    ofAnyVersion = false,
    name,
    log,
  }: {
    connections: number;
    migrations?: string | null;
    ofAnyVersion?: boolean;
    name: string;
    log?: Log;
  },
): Promise<Database> {
  try {
    const pool = openPool(url, { max: connections, name, log });
    const db = drizzle(pool, { schema });
    try {
      await refuseOtherEncoding(pool, url);
      await migrateAlone(pool, db, { migrations, ofAnyVersion });
    } catch (error) {
      await pool.end();
      throw error;
    }
    return {
      ...{ db, pglite: null },
      schemaState: () => schemaState(db),
      close: () => pool.end(),
    };
  } catch (error) {
    throw explainServerError(error, url);
  }
}

async function refuseOtherEncoding(pool: pg.Pool, url: string): Promise<void> {
  const { rows } = await pool.query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]!.server_encoding;
  if (encoding !== neededEncoding) throw refusedServer(url, otherEncoding(encoding));
}

function openPool(url: string, { max, name, log }: { max: number; name: string; log?: Log }): pg.Pool {
  const pool = new pg.Pool({
    ...{ connectionString: url, max, application_name: name, keepAlive: true },
    // Also limits how long a caller waits for a free connection, which takes seconds on a busy morning.
    connectionTimeoutMillis: 3 * connectMs,
    onConnect: async (client) => {
      await client.query(compressByLz4);
    },
  });
  const lost = ({ message, code }: Error & { code?: string }) =>
    log?.warn({ message, code }, 'a database connection was lost');
  // Without listeners a lost connection would end the process. The pool's own listener covers idle connections; this one
  // covers those in a transaction. The next statement on such a connection is rejected, and the pool replaces it.
  pool.on('connect', (client) => client.on('error', lost));
  pool.on('error', () => undefined);
  return pool;
}

/** With lz4, digests are stored in a fifth of the time. A server built without lz4 keeps its own method. */
const compressByLz4 = `select set_config(name, 'lz4', false) from pg_settings
  where name = 'default_toast_compression' and 'lz4' = any(enumvals)`;

/**
 * Several processes may start at once. One of them migrates; the others wait and find it done. The lock belongs to a
 * transaction, because a pooler may send a session's lock and unlock to two connections.
 */
async function migrateAlone(
  pool: pg.Pool,
  db: Db,
  { migrations, ofAnyVersion }: { migrations: string | null | undefined; ofAnyVersion: boolean },
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query("set local lock_timeout = '60s'");
    // The server's own limit is meant for working statements, not for one that waits its turn.
    await client.query('set local statement_timeout = 0');
    await client.query('select pg_advisory_xact_lock(7214001)');
    if (!ofAnyVersion) await refuseNewerSchema(db);
    if (migrations === undefined) await refuseUnfinished(db);
    if (migrations !== null) await migrate(db, { migrationsFolder: migrations ?? migrationsFolder });
    await client.query('commit');
  } finally {
    // Not returned to the pool, because after a failure its transaction is still open.
    client.release(true);
  }
}
