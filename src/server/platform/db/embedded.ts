import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { ConfigError } from '../runtime/config.ts';
import { lockDataFolder } from './dataFolder.ts';
import { migrationsFolder, refuseNewerSchema, schemaState } from './migrate.ts';
import * as schema from './schema.ts';
import type { Database, Db } from './types.ts';

/** PostgreSQL inside this process, in `folder` or in memory. One process owns the folder for as long as it runs. */
export async function openEmbedded(folder: string | null, image?: Blob): Promise<Database> {
  const lock = folder ? lockDataFolder(folder) : null;
  const pglite = await create(folder, image).catch((error: unknown) => {
    lock?.release();
    throw error;
  });
  const embedded = drizzle(pglite, { schema });
  const db = embedded as unknown as Db;
  const close = async () => {
    await pglite.close();
    lock?.release();
  };
  try {
    await refuseNewerSchema(db);
    await migrate(embedded, { migrationsFolder });
  } catch (error) {
    await close();
    throw error;
  }
  return { db, pglite, isPooled: false, schemaState: () => schemaState(db), close };
}

async function create(folder: string | null, image?: Blob): Promise<PGlite> {
  try {
    return await PGlite.create({
      dataDir: folder ?? 'memory://',
      ...(image ? { loadDataDir: image } : {}),
    });
  } catch (error) {
    if (!folder) throw error;
    const reason = String(error instanceof Error ? error.message : error).split('\n')[0];
    throw new ConfigError(
      `DATA_DIR: the database in ${folder} is damaged and does not open (${reason}). Restore a backup into it, or move the folder away to start with an empty one.`,
    );
  }
}
