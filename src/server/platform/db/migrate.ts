import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Db as QueueDb } from 'pg-boss';
import { ConfigError } from '../runtime/config.ts';
import type { Db, SchemaState } from './types.ts';

const migrationsFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'migrations');

/**
 * Refuses a database with newer migrations than this version has, before writing to it.
 * @throws ConfigError
 */
export async function refuseNewerSchema(db: Db): Promise<void> {
  if ((await schemaState(db)) === 'ahead')
    throw new ConfigError(
      'This database was written by a newer version of Litwatch. Start that version, restore a backup from before the upgrade, or point DATABASE_URL or DATA_DIR elsewhere.',
    );
}

/** Applies the missing migrations as a part of the transaction that `db` is in, all or none. */
export async function migrateWithin(db: Db): Promise<void> {
  const { dialect, session } = db as unknown as Record<'dialect' | 'session', object>;
  const within = Object.assign(Object.create(session), {
    transaction: (work: (tx: Db) => unknown) => work(db),
  });
  await migrate({ dialect, session: within } as never, { migrationsFolder });
}

/**
 * The queue's tables as a part of our transaction: pg-boss begins and ends some of its own, and goes on after a statement
 * that fails.
 */
export const queueWithin = (
  run: (text: string, values?: unknown[]) => Promise<{ rows: object[] }[]>,
): QueueDb => ({
  async executeSql(text, values) {
    await run('savepoint queue');
    try {
      const results = await run(text.replace(/^ {0,9}(?:BEGIN|COMMIT);$/gm, ''), values);
      return { rows: results.flatMap(({ rows }) => rows) };
    } catch (error) {
      await run('rollback to savepoint queue');
      throw error;
    }
  },
});

/** Compares the database's migrations with those of this version. */
export async function schemaState(db: Db): Promise<SchemaState> {
  const [applied, known] = [await newestApplied(db), newestKnown()];
  return applied === known ? 'current' : applied > known ? 'ahead' : 'behind';
}

const newestKnown = (): number => readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0;

/** Milliseconds since 1970 of the last applied migration; 0 for an empty database. */
async function newestApplied(db: Db): Promise<number> {
  const table = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') as name`);
  if (!table.rows[0]?.name) return 0;
  const newest = await db.execute(sql`select max(created_at) as at from drizzle.__drizzle_migrations`);
  return Number(newest.rows[0]?.at ?? 0);
}
