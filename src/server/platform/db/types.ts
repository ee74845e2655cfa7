import type { PGlite } from '@electric-sql/pglite';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type * as schema from './schema.ts';

/**
 * The handle for both engines. Their drivers answer alike but for one thing: count changed rows with
 * `.returning()`, because the embedded one has no `rowCount`.
 */
export type Db = NodePgDatabase<typeof schema>;

export interface Database {
  db: Db;
  /** Set for the embedded engine; pg-boss shares this very connection. */
  pglite: PGlite | null;
  /**
   * True behind a pooler that gives each transaction another server connection: nothing of a session lasts, so
   * there is no LISTEN, and statements are prepared by name only where the pooler supports it.
   */
  isPooled: boolean;
  /** Which migrations the database has, compared to this version's; rejects when it does not answer. */
  schemaState(): Promise<SchemaState>;
  close(): Promise<void>;
}

/** `ahead`: a newer version has migrated it, whose additions do not trouble this one. */
export type SchemaState = 'current' | 'behind' | 'ahead';
