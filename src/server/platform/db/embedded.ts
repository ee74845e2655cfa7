import { existsSync, openAsBlob } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { ConfigError } from '../runtime/config.ts';
import { lockDataFolder, refuseFullDisk } from './dataFolder.ts';
import { migrateWithin, queueWithin, refuseNewerSchema, schemaState } from './migrate.ts';
import type { Database, Db } from './types.ts';

/** PostgreSQL inside this process, in `folder` or in memory. One process owns the folder while it runs. */
export async function openEmbedded(
  folder: string | null,
  { image, migrates = true }: { image?: Blob; migrates?: boolean },
): Promise<Database> {
  const lock = folder ? lockDataFolder(folder) : null;
  const pglite = await create(folder, image).catch((error: unknown) => {
    lock?.release();
    throw error;
  });
  const db = drizzle(pglite) as unknown as Db;
  const close = async () => {
    await pglite.close();
    lock?.release();
  };
  try {
    await refuseNewerSchema(db);
    if (migrates) await db.transaction(migrateWithin);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ...{ db, pglite, schemaState: () => schemaState(db), close },
    rehearse: (more) =>
      pglite.transaction(async (tx) => {
        await migrateWithin(drizzle(tx as unknown as PGlite) as unknown as Db);
        await more(
          queueWithin(async (text, values) =>
            values?.length ? [await tx.query<object>(text, values)] : tx.exec(text),
          ),
        );
        await tx.rollback();
      }),
  };
}

/** An empty database that the build makes: making one takes seconds, and a gigabyte for a moment. */
const builtDatabase = fileURLToPath(new URL('../../../../dist/database.tar.gz', import.meta.url));

/** What a new database begins with; undefined for an old one, and without a build. */
async function beginning(folder: string | null): Promise<Blob | undefined> {
  const isNew = !folder || !existsSync(path.join(folder, 'PG_VERSION'));
  return isNew && existsSync(builtDatabase) ? openAsBlob(builtDatabase) : undefined;
}

/** Above it are the types of the catalog's rows, and of ours. */
const lastOfValues = 4000;

async function create(folder: string | null, given?: Blob): Promise<PGlite> {
  if (folder) refuseFullDisk(folder);
  try {
    const image = given ?? (await beginning(folder));
    const pglite = await PGlite.create({
      dataDir: folder ?? 'memory://',
      ...(image ? { loadDataDir: image } : {}),
    });
    // It copies its list of types for each statement. Three quarters are arrays of rows, which nothing selects: without them a
    // short statement takes two thirds of its time.
    for (const known of [pglite.parsers, pglite.serializers])
      for (const type of Object.keys(known)) if (Number(type) > lastOfValues) delete known[type];
    return pglite;
  } catch (error) {
    if (!folder) throw error;
    const reason = String(error instanceof Error ? error.message : error).split('\n')[0];
    throw new ConfigError(
      `DATA_DIR: the database in ${folder} is damaged and does not open (${reason}). Restore a backup into it, or move the folder away to start with an empty one.`,
    );
  }
}
