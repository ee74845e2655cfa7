import { sql } from 'drizzle-orm';
import type { Db } from '../db/types.ts';

/** Rows as text in PostgreSQL's own format: exact for every type, and the same on both engines. */
export type RowTexts = string[];

/** Approximate size of a batch, whether rows are small (a preference) or large (a digest with its mail). */
const batchCharacters = 2_000_000;
const [fewest, most] = [10, 5000];

/**
 * Reads a table in order of its primary key, so that a second reading can skip the rows that have arrived. Call it in a
 * transaction that began with `writeAlike`. Do not use `db` for anything else between two batches.
 */
export async function* readRows(db: Db, table: string, skip = 0): AsyncGenerator<RowTexts> {
  const key = await primaryKeyOf(db, table);
  const order = key.length
    ? sql.join(
        key.map((column) => sql.identifier(column)),
        sql`, `,
      )
    : sql`t::text`;
  await db.execute(
    sql`declare transfer no scroll cursor for select t::text as row from ${sql.identifier(table)} t order by ${order} offset ${sql.raw(String(skip))}`,
  );
  let count = 200;
  for (;;) {
    const { rows } = await db.execute<{ row: string }>(sql.raw(`fetch ${count} from transfer`));
    if (!rows.length) break;
    const batch = rows.map(({ row }) => row);
    yield batch;
    const characters = batch.reduce((sum, row) => sum + row.length, 0);
    count = Math.min(most, Math.max(fewest, Math.round((count * batchCharacters) / (characters + 1))));
  }
  await db.execute(sql`close transfer`);
}

async function primaryKeyOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select a.attname as name from pg_index i
    join lateral unnest(i.indkey::int[]) with ordinality as k(number, place) on true
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indisprimary and i.indrelid = ${table}::regclass order by k.place`);
  return rows.map(({ name }) => name);
}

/** Inserts rows unchanged, including numbers of identity columns. Parses each row once: see `offset 0`. */
export async function writeRows(db: Db, table: string, rows: RowTexts): Promise<void> {
  const name = sql.identifier(table);
  await db.execute(sql`
    insert into ${name} overriding system value select (parsed.r).* from
      (select line::${name} as r from json_array_elements_text(${JSON.stringify(rows)}::json) line offset 0) parsed`);
}
