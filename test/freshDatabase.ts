import { openAsBlob } from 'node:fs';
import { sql } from 'drizzle-orm';
import { inject } from 'vitest';
import { type Database, openDatabase } from '#platform/db/open.ts';
import { type CreatedDatabase, createTestDatabase } from './createDatabase.ts';

export { opened } from './opened.ts';

/**
 * An empty, migrated database for one test file: embedded (a copy of the image that the run made, if it made one),
 * or a copy of a migrated one on the server of DATABASE_URL. `close` leaves nothing behind.
 */
export async function openFreshDatabase(): Promise<Database> {
  const server = await createMigratedDatabase();
  if (!server) return openDatabase({ url: null, folder: null, image: await databaseImage() });
  const database = await openDatabase({ url: server.url, folder: null });
  return {
    ...database,
    async close() {
      await database.close();
      await server.drop();
    },
  };
}

/** Empties every table, which takes a seventh of the time that another database would: for the next test of a file. */
export async function emptyDatabase({ db }: Pick<Database, 'db'>): Promise<void> {
  await db.execute(sql`do $$ begin execute (select 'truncate ' || string_agg(format('%I', tablename), ',')
    || ' restart identity cascade' from pg_tables where schemaname = 'public'); end $$`);
}

/**
 * A new, migrated database on the server of DATABASE_URL, reached through the pooler at POOLER (`host:port`) if that is
 * set; null if tests run on the embedded engine.
 */
export async function createMigratedDatabase(): Promise<CreatedDatabase | null> {
  const created = await createTestDatabase(inject('databaseTemplate'));
  if (!created || !process.env.POOLER) return created;
  return { ...created, url: Object.assign(new URL(created.url), { host: process.env.POOLER }).toString() };
}

/** The migrated embedded database of `image.ts`; undefined in projects that do not make one. */
export async function databaseImage(): Promise<Blob | undefined> {
  const file = inject('databaseImage');
  return file ? openAsBlob(file) : undefined;
}
