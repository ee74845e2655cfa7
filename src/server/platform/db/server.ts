import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from '../runtime/log.ts';
import { migrateWithin, queueWithin, refuseNewerSchema, schemaState } from './migrate.ts';
import {
  connectMs,
  explainServerError,
  neededEncoding,
  otherEncoding,
  refusedServer,
} from './serverErrors.ts';
import { ownSession } from './session.ts';
import type { Database, Db } from './types.ts';

/**
 * A PostgreSQL server, reached directly or through a pooler. Statements have no names and sessions keep nothing that a
 * statement needs, because in transaction mode a pooler hands each transaction another session.
 */
export async function openServer(
  url: string,
  options: { connections: number; migrates?: boolean; log?: Log },
): Promise<Database> {
  const { connections, migrates = true, log } = options;
  try {
    const pool = openPool(url, { max: connections, log });
    const db = openDb(pool);
    try {
      await refuseOtherEncoding(pool, url);
      await (migrates ? migrateAlone(pool) : refuseNewerSchema(db));
    } catch (error) {
      await pool.end();
      throw error;
    }
    return {
      ...{ db, pglite: null },
      schemaState: () => schemaState(db),
      rehearse: (more) => migrateAlone(pool, more),
      close: () => pool.end(),
    };
  } catch (error) {
    throw explainServerError(error, url);
  }
}

/** drizzle never returns a connection to the pool that is lost while a transaction begins. Here each one is returned. */
const openDb = (pool: pg.Pool): Db =>
  Object.assign(drizzle(pool), {
    async transaction(...work: Parameters<Db['transaction']>) {
      const client = await pool.connect();
      try {
        return await drizzle(client).transaction(...work);
      } finally {
        client.release();
      }
    },
  });

async function refuseOtherEncoding(pool: pg.Pool, url: string): Promise<void> {
  const { rows } = await pool.query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]!.server_encoding;
  if (encoding !== neededEncoding) throw refusedServer(url, otherEncoding(encoding));
}

function openPool(url: string, { max, log }: { max: number; log?: Log }): pg.Pool {
  const pool = new pg.Pool({
    ...{ connectionString: url, max, application_name: 'litwatch', keepAlive: true },
    // Also limits how long a caller waits for a free connection, which takes seconds on a busy morning.
    connectionTimeoutMillis: 3 * connectMs,
    onConnect: ownSession,
  });
  const lost = ({ message, code }: Error & { code?: string }) =>
    log?.warn({ message, code }, 'a database connection was lost');
  // Without listeners a lost connection would end the process. The pool's own listener covers idle connections; this one
  // covers those in a transaction. The next statement on such a connection is rejected, and the pool replaces it.
  pool.on('connect', (client) => client.on('error', lost));
  pool.on('error', () => undefined);
  return pool;
}

/**
 * Several processes may start at once. One of them migrates; the others wait and find it done. The lock belongs to a
 * transaction, because a pooler may send a session's lock and unlock to two connections.
 * @param rehearsed runs in the same transaction, which is then rolled back
 */
async function migrateAlone(pool: pg.Pool, rehearsed?: Parameters<Database['rehearse']>[0]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query("set local lock_timeout = '60s'");
    // The server's own limit is meant for working statements, not for one that waits its turn.
    await client.query('set local statement_timeout = 0');
    await client.query('select pg_advisory_xact_lock(7214001)');
    const db = drizzle(client);
    await refuseNewerSchema(db);
    await migrateWithin(db);
    await rehearsed?.(queueWithin(async (text, values) => [await client.query(text, values)].flat()));
    await client.query(rehearsed ? 'rollback' : 'commit');
  } finally {
    // Not returned to the pool, because after a failure its transaction is still open.
    client.release(true);
  }
}
