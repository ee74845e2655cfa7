import { getTableName, sql } from 'drizzle-orm';
import { papers } from '../db/schema.ts';
import type { Db } from '../db/types.ts';
import { ConfigError } from '../runtime/config.ts';
import { nameOf } from '../transfer/place.ts';
import { openServerOfThisVersion, type Print } from './servers.ts';
import { corpusPublication, subscriptionOf, worksPublication } from './state.ts';
import { tableOwners } from './tableOwners.ts';

/**
 * Gap for new ids after a restore. Shards and mails may know ids that a server gave out after its last backup, and none
 * may be given twice.
 */
const idGap = 1_000_000;

/**
 * Offers the corpus of a server to shards. Safe to repeat: after an upgrade it adds new tables.
 * @throws ConfigError if the server cannot be replicated, with what has to be changed
 */
export async function publishCorpus(url: string, print: Print): Promise<void> {
  const database = await openServerOfThisVersion(url);
  try {
    const { db } = database;
    await refuseUnfit(db, url);
    await db.transaction(async (tx) => {
      const at = tx as unknown as Db;
      if (!(await isPublishedNow(at))) await leaveGap(at);
      await publish(at, worksPublication, 'papers', " with (publish = 'insert, update')");
      await publish(at, corpusPublication, publishedTables.join(', '));
    });
    print(`${nameOf({ url })} publishes papers, ${publishedTables.join(', ')}.`);
    print('Works are no longer deleted here: a shard may have readers who were sent them.');
  } finally {
    await database.close();
  }
}

/** All tables of the corpus except the works, which have their own publication. */
export const publishedTables = tableOwners.corpus.filter((table) => table !== papers).map(getTableName);

/** Also false after a restore has created the tables again, which removes them from the publication. */
async function isPublishedNow(db: Db): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from pg_publication_tables where pubname = ${worksPublication} and tablename = 'papers'`,
  );
  return rows.length > 0;
}

async function publish(db: Db, name: string, tables: string, options = ''): Promise<void> {
  const { rows } = await db.execute(sql`select 1 from pg_publication where pubname = ${name}`);
  await db.execute(
    sql.raw(
      rows.length
        ? `alter publication ${name} set table ${tables}`
        : `create publication ${name} for table ${tables}${options}`,
    ),
  );
}

async function refuseUnfit(db: Db, url: string): Promise<void> {
  const { rows } = await db.execute<{ level: string }>(sql`select current_setting('wal_level') as level`);
  if (rows[0]!.level !== 'logical')
    throw new ConfigError(
      `${nameOf({ url })}: wal_level is ${rows[0]!.level}. Run ALTER SYSTEM SET wal_level = logical there, and restart PostgreSQL.`,
    );
  if (await subscriptionOf(db))
    throw new ConfigError(
      `${nameOf({ url })} gets its own papers from another server. Publish those of that one.`,
    );
}

async function leaveGap(db: Db): Promise<void> {
  for (const table of tableOwners.corpus.map(getTableName)) {
    const { rows } = await db.execute<{ sequence: string | null }>(sql`
      select pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence from pg_attribute
      where attrelid = ${table}::regclass and attidentity <> ''`);
    for (const { sequence } of rows)
      await db.execute(sql`select setval(${sequence}::regclass, nextval(${sequence}::regclass) + ${idGap})`);
  }
}
