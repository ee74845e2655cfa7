import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { lockDataFolder } from '../db/dataFolder.ts';
import { migrationsUntil, transferSchema } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import type { Database, Db } from '../db/types.ts';
import { ConfigError } from '../runtime/config.ts';
import { writeOpenJobs } from './openJobs.ts';
import { databaseFolder, nameOf, openPlace, type Place } from './place.ts';
import { writeRows } from './rows.ts';
import { differences, type Shipment } from './shipment.ts';
import { holdsData, listTables, writeAlike, writeCounters } from './tables.ts';

export interface LoadOptions {
  /** Whether to replace what the target contains. */
  overwrite: boolean;
  print: (line: string) => void;
}

/**
 * Fills a database with a shipment, compares counts and checksums of every table, and only then lets it be used. If it
 * was interrupted, another call with the same shipment continues.
 * @throws ConfigError if the target is in use, or contains data without `overwrite`
 */
export async function load(shipment: Shipment, target: Place, options: LoadOptions): Promise<void> {
  if ('url' in target) await loadServer(shipment, target.url, options);
  else await loadFolder(shipment, target.dataDir, options);
}

async function loadServer(shipment: Shipment, url: string, options: LoadOptions): Promise<void> {
  // An operator who returns to this version may replace the database of a newer one.
  const there = await openPlace({ url }, { whileInUse: false, ofAnyVersion: options.overwrite });
  try {
    await prepare(there.db, shipment, { ...options, name: nameOf({ url }) });
  } finally {
    await there.close();
  }
  await fill(shipment, { url, folder: null }, options);
}

/** Fills a folder next to the one in use, then swaps the two, so that an interrupted run leaves the old one unchanged. */
async function loadFolder(shipment: Shipment, dataDir: string, options: LoadOptions): Promise<void> {
  const folder = databaseFolder(dataDir);
  const fresh = `${folder}.new`;
  const hadOne = existsSync(path.join(folder, 'PG_VERSION'));
  if (hadOne && !options.overwrite) await refuseFilled(dataDir);
  const lock = lockDataFolder(folder);
  try {
    if (existsSync(path.join(fresh, 'PG_VERSION'))) {
      const there = await openDatabase({ url: null, folder: fresh, migrations: null });
      const goesOn = (await originOf(there.db)) === shipment.manifest.id;
      await there.close();
      if (!goesOn) await rm(fresh, { recursive: true });
    }
    await fill(shipment, { url: null, folder: fresh }, options);
    if (hadOne) {
      const old = `${folder}.replaced-${crypto.randomUUID().slice(0, 8)}`;
      await rename(folder, old);
      options.print(`The database that was there is now in ${old}; remove it when you no longer need it.`);
    } else await rm(folder, { recursive: true });
    await rename(fresh, folder);
    for (const file of [`${fresh}.lock`, `${fresh}.holder`]) await rm(file, { force: true });
  } finally {
    lock.release();
  }
}

async function refuseFilled(dataDir: string): Promise<void> {
  const there = await openPlace({ dataDir }, { whileInUse: false });
  try {
    if (await holdsData(there.db)) throw notEmpty(nameOf({ dataDir }));
  } finally {
    await there.close();
  }
}

const notEmpty = (name: string): ConfigError =>
  new ConfigError(`${name} is not empty. Add --overwrite to replace what it holds.`);

/** Leaves the database empty, or as the interrupted transfer of the same shipment left it. */
async function prepare(
  db: Db,
  { manifest }: Shipment,
  { overwrite, print, name }: LoadOptions & { name: string },
): Promise<void> {
  const origin = await originOf(db);
  if (origin === manifest.id) return print('Going on where the last run stopped.');
  if (!overwrite && origin)
    throw new ConfigError(
      `${name} is half filled from another backup or an older state of the source. Add --overwrite to begin again.`,
    );
  if (!overwrite && (await holdsData(db))) throw notEmpty(name);
  await db.transaction(async (tx) => {
    for (const table of await listTables(tx as unknown as Db))
      await tx.execute(sql`drop table if exists ${sql.identifier(table)} cascade`);
    for (const schema of ['drizzle', 'pgboss', transferSchema])
      await tx.execute(sql`drop schema if exists ${sql.identifier(schema)} cascade`);
  });
}

/** The shipment that fills this database; null if none does. */
async function originOf(db: Db): Promise<string | null> {
  const { rows } = await db.execute(sql`select to_regclass(${`${transferSchema}.progress`}) as name`);
  if (!rows[0]?.name) return null;
  return (await readProgress(db)).get('') ?? null;
}

/** The number of arrived rows by table, and under an empty name the shipment. */
async function readProgress(db: Db): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ name: string; value: string }>(
    sql`select name, value from ${sql.identifier(transferSchema)}.progress`,
  );
  return new Map(rows.map(({ name, value }) => [name, value]));
}

async function fill(
  { manifest, batches }: Shipment,
  at: { url: string | null; folder: string | null },
  { print }: LoadOptions,
): Promise<void> {
  const migrations = migrationsUntil(manifest.schema);
  const database = await openDatabase({ ...at, connections: 3, migrations: migrations.folder });
  try {
    await begin(database.db, manifest.id);
    await copyRows(database.db, batches, print);
    await writeCounters(database.db, manifest.counters);
    const wrong = await differences(database.db, manifest);
    if (wrong.length)
      throw new ConfigError(
        `What arrived differs from what left: ${wrong.join('; ')}. Was the source changed meanwhile? Run it again with --overwrite.`,
      );
    await writeOpenJobs(database, at.url, manifest.jobs);
    await database.db.execute(sql`drop schema ${sql.identifier(transferSchema)} cascade`);
  } finally {
    await database.close();
    migrations.remove();
  }
  // Applies migrations that are newer than the shipment; usually none.
  await (await openDatabase({ ...at, connections: 3 })).close();
}

async function begin(db: Db, id: string): Promise<void> {
  const schema = sql.identifier(transferSchema);
  await db.execute(sql`create schema if not exists ${schema}`);
  await db.execute(
    sql`create table if not exists ${schema}.progress (name text primary key, value text not null)`,
  );
  await db.execute(sql`insert into ${schema}.progress values ('', ${id}) on conflict do nothing`);
}

/** Each batch commits together with the record of its arrival. */
async function copyRows(
  db: Database['db'],
  batches: Shipment['batches'],
  print: (line: string) => void,
): Promise<void> {
  const arrived = new Map([...(await readProgress(db))].map(([name, rows]) => [name, Number(rows)]));
  arrived.delete('');
  const progress = sql`${sql.identifier(transferSchema)}.progress`;
  let current = '';
  for await (const { table, rows } of batches(new Map(arrived))) {
    if (table !== current) print(`  ${table}`);
    current = table;
    const count = (arrived.get(table) ?? 0) + rows.length;
    await db.transaction(async (tx) => {
      await writeAlike(tx as unknown as Db);
      await writeRows(tx as unknown as Db, table, rows);
      await tx.execute(
        sql`insert into ${progress} values (${table}, ${String(count)}) on conflict (name) do update set value = excluded.value`,
      );
    });
    arrived.set(table, count);
  }
}
