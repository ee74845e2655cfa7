import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import * as schema from './schema.ts';

export type Db = NodePgDatabase<typeof schema>;

export interface Database {
  db: Db;
  pool: pg.Pool;
  /** Set for the embedded engine; pg-boss shares this very connection. */
  pglite: PGlite | null;
  close(): Promise<void>;
}

const migrationsFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'migrations');

/**
 * Opens the database and brings its tables up to date. Safe to run at any time, by many processes at once.
 * @throws when the database was written by a newer Litwatch.
 */
export async function openDatabase(where: {
  url: string | null;
  folder: string | null;
  image?: Blob;
}): Promise<Database> {
  const { pool, pglite } = where.url ? server(where.url) : await embedded(where.folder, where.image);
  const db = drizzle(pool, { schema });
  try {
    if (!where.image) await bringUpToDate(db);
  } catch (error) {
    await pool.end();
    await pglite?.close();
    throw error;
  }
  return {
    db,
    pool,
    pglite,
    async close() {
      await pool.end();
      await pglite?.close();
    },
  };
}

function server(url: string) {
  return { pool: new pg.Pool({ connectionString: url, max: 12 }), pglite: null };
}

async function embedded(folder: string | null, image?: Blob) {
  if (folder) mkdirSync(folder, { recursive: true });
  const pglite = await PGlite.create({
    dataDir: folder ?? 'memory://',
    ...(image ? { loadDataDir: image } : {}),
  });
  return { pool: new pg.Pool({ ...createPgConfig(pglite), max: 1 } as unknown as pg.PoolConfig), pglite };
}

async function bringUpToDate(db: Db): Promise<void> {
  await refuseNewerSchema(db);
  await migrate(db, { migrationsFolder });
}

async function refuseNewerSchema(db: Db): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0;
  const table = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') as name`);
  if (!table.rows[0]?.name) return;
  const newest = await db.execute(sql`select max(created_at) as at from drizzle.__drizzle_migrations`);
  if (Number(newest.rows[0]?.at ?? 0) > known)
    throw new Error(
      'This database was written by a newer version of Litwatch. Start that version, or point DATABASE_URL or DATA_DIR elsewhere.',
    );
}
