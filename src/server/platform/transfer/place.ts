import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { holderOf, isInUse } from '../db/dataFolder.ts';
import { openDatabase } from '../db/open.ts';
import type { Database } from '../db/types.ts';
import { ConfigError } from '../runtime/config.ts';
import { askForSnapshot } from './snapshot.ts';

/** The location of a database: a server, or the embedded one in the folder that `DATA_DIR` names. */
export type Place = { url: string } | { dataDir: string };

/** The name of our connections on a server, different from that of the product's own processes. */
const toolName = 'litwatch transfer';

/** Folder of the embedded database inside DATA_DIR. */
export const databaseFolder = (dataDir: string): string => path.join(dataDir, 'database');

/** The name of a place in messages. Shows no password. */
export function nameOf(place: Place): string {
  if ('dataDir' in place) return `the embedded database in ${databaseFolder(place.dataDir)}`;
  const { host, pathname } = new URL(place.url);
  return `the database ${pathname.slice(1)} at ${host}`;
}

/**
 * Opens a database without applying migrations.
 * @param whileInUse read a copy, made at one moment, if a process works on the embedded database
 * @param ofAnyVersion also open one of a newer version, on a server, to replace it
 * @throws ConfigError if there is none, or if it is in use and must not be
 */
export async function openPlace(
  place: Place,
  {
    whileInUse,
    migrations = null,
    ofAnyVersion = false,
  }: { whileInUse: boolean; migrations?: string | null; ofAnyVersion?: boolean },
): Promise<Database> {
  if ('url' in place) {
    const database = await openDatabase({
      ...{ url: place.url, folder: null, connections: 3, name: toolName, migrations, ofAnyVersion },
    });
    if (!whileInUse) await refuseBusy(place.url, database);
    return database;
  }
  const folder = databaseFolder(place.dataDir);
  if (!existsSync(path.join(folder, 'PG_VERSION')))
    throw new ConfigError(
      `DATA_DIR: there is no database in ${folder}. Set DATA_DIR, or DATABASE_URL, as for the server.`,
    );
  if (!isInUse(folder)) return openDatabase({ url: null, folder, migrations });
  if (!whileInUse)
    throw new ConfigError(
      `DATA_DIR: ${folder} is in use by ${holderOf(folder)}. Stop it first: what it wrote from now on would be lost.`,
    );
  const copy = await askForSnapshot(place.dataDir);
  const remove = () => rm(copy, { recursive: true, force: true });
  try {
    const database = await openDatabase({ url: null, folder: path.join(copy, 'database'), migrations });
    return { ...database, close: () => database.close().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** @throws ConfigError while processes of ours are connected. */
async function refuseBusy(url: string, { db, close }: Database): Promise<void> {
  const { rows } = await db.execute<{ count: string }>(sql`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name in ('litwatch', 'litwatch queue')`);
  const count = Number(rows[0]?.count);
  if (!count) return;
  await close();
  throw new ConfigError(
    `${nameOf({ url })} is in use: Litwatch holds ${count} connections to it. Stop all its processes first.`,
  );
}
