import type { PGlite } from '@electric-sql/pglite';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Db as QueueDb } from 'pg-boss';

/** The handle for both engines. Count changed rows with `.returning()`: the embedded one has no `rowCount`. */
export type Db = NodePgDatabase;

export interface Database {
  db: Db;
  /** Set for the embedded engine. pg-boss shares this connection. */
  pglite: PGlite | null;
  /** Compares the database's migrations with those of this version. Rejects if the database does not respond. */
  schemaState(): Promise<SchemaState>;
  /** Does to the tables what a start does, and then what `more` does to the queue's, and takes all of it back. */
  rehearse(more: (queue: QueueDb) => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

/** `ahead`: a newer version has migrated the database, with additions that this version can ignore. */
export type SchemaState = 'current' | 'behind' | 'ahead';
