import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type NodePgDatabase, drizzle as onServer } from 'drizzle-orm/node-postgres';
import { migrate as migrateServer } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as onPglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import * as schema from './schema.ts';

/**
 * The handle for both engines. Their drivers answer alike but for one thing: count changed rows with
 * `.returning()`, because the embedded one has no `rowCount`.
 */
export type Db = NodePgDatabase<typeof schema>;

export interface Database {
  db: Db;
  /** Set for the embedded engine; pg-boss shares this very connection. */
  pglite: PGlite | null;
  /** Does it answer, and has it every table that this version needs? Rejects when it does not answer. */
  isCurrent(): Promise<boolean>;
  close(): Promise<void>;
}

const migrationsFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'migrations');

/**
 * Opens the database and brings its tables up to date. Safe to run at any time, by many processes at once.
 * `url` is a PostgreSQL server; without one the embedded engine runs in `folder`, or in memory when that is
 * null too; `image` is a dump of an embedded database to begin with.
 * @throws when the database was written by a newer Litwatch.
 */
export async function openDatabase({
  url,
  folder,
  image,
}: {
  url: string | null;
  folder: string | null;
  image?: Blob;
}): Promise<Database> {
  return url ? openServer(url) : openEmbedded(folder, image);
}

async function openServer(url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 12,
    onConnect: async (client) => {
      await client.query(compressByLz4);
    },
  });
  // An idle connection that the server ends is replaced on the next query; unheard, it would end the process.
  pool.on('error', (error) => process.emitWarning(error));
  const db = onServer(pool, { schema });
  try {
    // Several processes may start at once: the lock lets one of them migrate, the others find it done.
    const client = await pool.connect();
    try {
      await client.query('select pg_advisory_lock(7214001)');
      await refuseNewerSchema(db);
      await migrateServer(db, { migrationsFolder });
    } finally {
      await client.query('select pg_advisory_unlock(7214001)');
      client.release();
    }
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { db, pglite: null, isCurrent: () => isCurrent(db), close: () => pool.end() };
}

/** Digests take a fifth of the time to store so. A server that was built without it keeps its own way. */
const compressByLz4 = `select set_config(name, 'lz4', false) from pg_settings
  where name = 'default_toast_compression' and 'lz4' = any(enumvals)`;

async function openEmbedded(folder: string | null, image?: Blob): Promise<Database> {
  if (folder) mkdirSync(folder, { recursive: true });
  const pglite = await PGlite.create({
    dataDir: folder ?? 'memory://',
    ...(image ? { loadDataDir: image } : {}),
  });
  const embedded = onPglite(pglite, { schema });
  const db = embedded as unknown as Db;
  try {
    await refuseNewerSchema(db);
    await migratePglite(embedded, { migrationsFolder });
  } catch (error) {
    await pglite.close();
    throw error;
  }
  return { db, pglite, isCurrent: () => isCurrent(db), close: () => pglite.close() };
}

async function refuseNewerSchema(db: Db): Promise<void> {
  if ((await newestMigration(db)) > newestKnown())
    throw new Error(
      'This database was written by a newer version of Litwatch. Start that version, or point DATABASE_URL or DATA_DIR elsewhere.',
    );
}

/** A newer process may have migrated it meanwhile: additions do not trouble this one. */
const isCurrent = async (db: Db): Promise<boolean> => (await newestMigration(db)) >= newestKnown();

const newestKnown = (): number => readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0;

/** Milliseconds since 1970 of the last migration that was applied; 0 for an empty database. */
async function newestMigration(db: Db): Promise<number> {
  const table = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') as name`);
  if (!table.rows[0]?.name) return 0;
  const newest = await db.execute(sql`select max(created_at) as at from drizzle.__drizzle_migrations`);
  return Number(newest.rows[0]?.at ?? 0);
}
