import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as schema from '../db/schema.ts';
import type { Db } from '../db/types.ts';

/** Figures about one table. Equal figures mean equal rows, in any order. */
export interface TableFigures {
  name: string;
  /** Number of rows. */
  rows: number;
  /** Sum over all rows of a hash of the row. */
  checksum: string;
}

/** The last number that an identity column gave out. Numbers of deleted rows are never given again. */
export interface Counter {
  table: string;
  column: string;
  last: string;
}

const ourTables = new Set<string>(
  Object.values(schema)
    .filter((entry) => is(entry, PgTable))
    .map((table) => getTableName(table)),
);

/**
 * The tables of this product in a database, each after those that it refers to. An older database has fewer; tables of
 * other programs are ignored.
 */
export async function listTables(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string; refers: string[] }>(sql`
    select c.relname as name,
      coalesce((select json_agg(f.relname) from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid), '[]'::json) as refers
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`);
  const refers = new Map(
    rows.filter(({ name }) => ourTables.has(name)).map(({ name, refers }) => [name, refers]),
  );
  const listed = new Set<string>();
  const list = (name: string) => {
    if (listed.has(name)) return;
    for (const other of refers.get(name) ?? []) list(other);
    listed.add(name);
  };
  for (const name of refers.keys()) list(name);
  return [...listed];
}

/** Call it in a transaction that began with `writeAlike`. */
export async function figuresOf(db: Db, name: string): Promise<TableFigures> {
  const { rows } = await db.execute<{ rows: string; checksum: string }>(sql`
    select count(*)::text as rows,
      coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text as checksum
    from ${sql.identifier(name)} t`);
  return { name, rows: Number(rows[0]!.rows), checksum: rows[0]!.checksum };
}

/**
 * Makes every value read as the same text on both engines, and lifts time limits meant for requests. Lasts until the end
 * of the transaction.
 */
export async function writeAlike(db: Db): Promise<void> {
  for (const setting of [
    "timezone = 'UTC'",
    "datestyle = 'ISO, YMD'",
    "intervalstyle = 'postgres'",
    "bytea_output = 'hex'",
    'extra_float_digits = 1',
    'statement_timeout = 0',
    'idle_in_transaction_session_timeout = 0',
  ])
    await db.execute(sql.raw(`set local ${setting}`));
}

/** Counters that have given out at least one number. */
export async function readCounters(db: Db): Promise<Counter[]> {
  const { rows } = await db.execute<{ table: string; column: string; sequence: string }>(sql`
    select c.relname as table, a.attname as column,
      pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> '' order by 1`);
  const counters: Counter[] = [];
  for (const { table, column, sequence } of rows.filter(({ table }) => ourTables.has(table))) {
    const state = await db.execute<{ last: string | null }>(
      sql.raw(`select case when is_called then last_value end::text as last from ${sequence}`),
    );
    const last = state.rows[0]?.last;
    if (last) counters.push({ table, column, last });
  }
  return counters;
}

/** Sets each counter to continue after its last number. */
export async function writeCounters(db: Db, counters: Counter[]): Promise<void> {
  for (const { table, column, last } of counters)
    await db.execute(
      sql`select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), ${last}::bigint)`,
    );
}

/** Whether any table has a row worth keeping. */
export async function holdsData(db: Db): Promise<boolean> {
  for (const name of await listTables(db)) {
    if (name === getTableName(schema.systemState)) continue;
    const { rows } = await db.execute(sql`select 1 from ${sql.identifier(name)} limit 1`);
    if (rows.length) return true;
  }
  return false;
}
