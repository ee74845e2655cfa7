import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { newestApplied } from '../db/migrate.ts';
import type { Db } from '../db/types.ts';
import type { OpenJob } from '../queue/queues.ts';
import { readOpenJobs } from './openJobs.ts';
import { type RowTexts, readRows } from './rows.ts';
import {
  type Counter,
  figuresOf,
  listTables,
  readCounters,
  type TableFigures,
  writeAlike,
} from './tables.ts';

/** The content of a database, and figures to check that all of it has arrived. */
export interface Manifest {
  /** Equal for equal contents. An interrupted transfer only continues with the same id. */
  id: string;
  /** The newest migration, in milliseconds since 1970. Rows only fit tables of exactly this age. */
  schema: number;
  /** Each table after those that it refers to. */
  tables: TableFigures[];
  counters: Counter[];
  jobs: OpenJob[];
}

export interface Batch {
  table: string;
  rows: RowTexts;
}

/** A manifest and its rows, from a database or from a backup. */
export interface Shipment {
  manifest: Manifest;
  /**
   * All rows, table after table in the order of the manifest.
   * @param arrived number of rows of each table to skip, because they have already arrived
   */
  batches(arrived: ReadonlyMap<string, number>): AsyncGenerator<Batch>;
}

/** Calls `work` with the content of the database at one moment. Others may write to it meanwhile. */
export function withShipment<T>(db: Db, work: (shipment: Shipment) => Promise<T>): Promise<T> {
  return db.transaction(
    async (tx) => {
      const frozen = tx as unknown as Db;
      await writeAlike(frozen);
      const manifest = await readManifest(frozen);
      return work({
        manifest,
        async *batches(arrived) {
          for (const { name, rows: all } of manifest.tables) {
            const skip = arrived.get(name) ?? 0;
            if (skip >= all) continue;
            for await (const rows of readRows(frozen, name, skip)) yield { table: name, rows };
          }
        },
      });
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function readManifest(db: Db): Promise<Manifest> {
  const tables: TableFigures[] = [];
  for (const name of await listTables(db)) tables.push(await figuresOf(db, name));
  const contents = {
    schema: await newestApplied(db),
    tables,
    counters: await readCounters(db),
    jobs: await readOpenJobs(db),
  };
  // Excludes the jobs, because reading the queue may have dropped an expired one.
  const id = createHash('sha256')
    .update(JSON.stringify([contents.schema, tables]))
    .digest('hex')
    .slice(0, 16);
  return { id, ...contents };
}

/** Tables whose rows differ from the manifest, as sentences; none if everything has arrived. */
export function differences(db: Db, { tables }: Manifest): Promise<string[]> {
  return db.transaction(async (tx) => {
    const frozen = tx as unknown as Db;
    await writeAlike(frozen);
    await frozen.execute(sql`set local work_mem = '64MB'`);
    const wrong: string[] = [];
    for (const { name, rows, checksum } of tables) {
      const found = await figuresOf(frozen, name);
      if (found.rows !== rows) wrong.push(`${name} has ${found.rows} rows instead of ${rows}`);
      else if (found.checksum !== checksum) wrong.push(`rows of ${name} differ`);
    }
    return wrong;
  });
}
