import { pgDump } from '@electric-sql/pglite-tools/pg_dump';
import { sql } from 'drizzle-orm';
import { databaseFolder, requireDatabase } from '../db/dataFolder.ts';
import { openDatabase } from '../db/open.ts';
import { explainStartError } from '../db/serverErrors.ts';
import type { Database, Db } from '../db/types.ts';
import { openBoss } from '../queue/pgBoss.ts';
import { ConfigError } from '../runtime/config.ts';
import { openLog } from '../runtime/log.ts';

/**
 * Copies the embedded database of `dataDir` to an empty one on a PostgreSQL server: tables, rows, counters and the queue.
 * It is one transaction there, so an interrupted move leaves that database empty. Does not change the rows of the source. A
 * folder may be from a backup of anybody's, so only rows come from it: the tables are ours.
 * @throws ConfigError if there is no database or a process uses it, or if the target cannot be reached or is not empty
 */
export async function move(dataDir: string, { to, print }: { to: string; print: (line: string) => void }) {
  const folder = databaseFolder(dataDir);
  requireDatabase(folder);
  const source = await openDatabase({ url: null, folder });
  const model = await openDatabase({ url: null, folder: null });
  try {
    await (
      await openBoss(model, { queues: {}, databaseUrl: null, worker: false, log: openLog('silent') })
    ).stop();
    const target = await openDatabase({ url: to, folder: null, connections: 1, migrates: false });
    try {
      await target.db.transaction((tx) => copyAll(source.db, tx as unknown as Db, { model, print }));
    } catch (error) {
      throw explainStartError(error, { url: to, folder });
    } finally {
      await target.close();
    }
  } finally {
    await model.close();
    await source.close();
  }
  print('Moved. The embedded database was left as it is.');
}

async function copyAll(
  from: Db,
  to: Db,
  { model: { db, pglite }, print }: { model: Database; print: (line: string) => void },
): Promise<void> {
  await refuseFilled(to);
  // Its header also lifts time limits that are meant for requests.
  await to.execute(sql.raw(await definitions(pglite!, 'pre-data')));
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    join pg_class c on c.oid = format('%I.%I', schemaname, tablename)::regclass and c.relkind = 'r'
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`);
  for (const { name } of tables) {
    // The queue has no tables before the first start.
    const [there] = (await from.execute(sql`select from pg_class where oid = to_regclass(${name})`)).rows;
    const copied = there ? await copyRows(from, to, name) : 0;
    print(`  ${name.padEnd(32)} ${copied.toLocaleString('en')}`);
  }
  const sequences = sql`select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences`;
  const { rows: counters } = await from.execute<{ name: string; last: string | null }>(sequences);
  const ours = new Set((await db.execute(sequences)).rows.map(({ name }) => name));
  for (const { name, last } of counters)
    if (last !== null && ours.has(name))
      await to.execute(sql`select setval(${name}::regclass, ${last}::bigint)`);
  await to.execute(sql.raw(await definitions(pglite!, 'post-data')));
}

async function refuseFilled(to: Db): Promise<void> {
  const { rows } = await to.execute(sql`
    select from pg_class where relkind in ('r', 'p')
      and relnamespace in (select oid from pg_namespace where nspname in ('public', 'drizzle', 'pgboss')) limit 1`);
  if (rows.length) throw new ConfigError('--to: the database is not empty. Create a new one for the move.');
}

/**
 * Statements that define tables (`pre-data`), and indexes and keys (`post-data`). Rows do not go this way: the tool returns all
 * that it writes as one string, which holds half a gigabyte at most.
 */
async function definitions(pg: NonNullable<Database['pglite']>, section: 'pre-data' | 'post-data') {
  const dump = await pgDump({ pg, args: [`--section=${section}`, '--no-owner', '--no-privileges'] });
  // The embedded engine is PostgreSQL 18. A server of version 15 does not know this setting.
  return (await dump.text()).replace(/^SET transaction_timeout.*$/m, '');
}

const atOnce = 500;

/** Rows travel as PostgreSQL's own text of a row, which is exact for every type. Returns how many there are. */
async function copyRows(from: Db, to: Db, table: string): Promise<number> {
  const name = sql.raw(table);
  let copied = 0;
  // PostgreSQL computes the other columns itself.
  const { rows: given } = await from.execute<{ column: string }>(sql`
    select format('%I', attname) as column from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`);
  const columns = sql.raw(given.map(({ column }) => column).join(', '));
  const values = sql.raw(given.map(({ column }) => `(parsed.r).${column}`).join(', '));
  await from.transaction(async (tx) => {
    await tx.execute(sql`declare moving no scroll cursor for select t::text as row from ${name} t`);
    for (;;) {
      const { rows } = await tx.execute<{ row: string }>(sql.raw(`fetch ${atOnce} from moving`));
      if (!rows.length) return;
      const lines = JSON.stringify(rows.map(({ row }) => row));
      // `offset 0`: otherwise each row would be read again for each of its columns.
      await to.execute(sql`
        insert into ${name} (${columns}) overriding system value select ${values} from
          (select line::${name} as r from json_array_elements_text(${lines}::json) line offset 0) parsed`);
      copied += rows.length;
    }
  });
  return copied;
}
