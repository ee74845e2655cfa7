import { openAsBlob } from 'node:fs';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '#platform/db/open.ts';

/**
 * An empty, migrated database of one's own: embedded, from the image that the run began with, or a new one on the
 * server of DATABASE_URL. `close` leaves nothing behind.
 */
export async function openFreshDatabase(): Promise<Database> {
  const server = await createDatabase();
  if (!server)
    return openDatabase({ url: null, folder: null, image: await openAsBlob(inject('databaseImage')) });
  const database = await openDatabase({ url: server.url, folder: null });
  return {
    ...database,
    async close() {
      await database.close();
      await server.drop();
    },
  };
}

/** A new database on the server of DATABASE_URL; null where tests run on the embedded engine. */
export async function createDatabase(): Promise<{ url: string; drop(): Promise<void> } | null> {
  const server = process.env.DATABASE_URL;
  if (!server) return null;
  const name = `litwatch_test_${Math.random().toString(36).slice(2, 12)}`;
  await asAdmin(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.toString(), drop: () => asAdmin(server, `drop database ${name} with (force)`) };
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
