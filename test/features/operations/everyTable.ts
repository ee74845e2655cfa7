import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/open.ts';

type Reference = { child: string; column: string; parent: string; key: string };

/** Every foreign key of the database. */
async function references(db: Db): Promise<Reference[]> {
  const { rows } = await db.execute(sql`
    select c.relname as child, a.attname as "column", p.relname as parent, k.attname as key
    from pg_constraint f
    join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    join pg_attribute k on k.attrelid = f.confrelid and k.attnum = f.confkey[1]
    where f.contype = 'f'`);
  return rows as unknown as Reference[];
}

/** The rows that refer to the reader, directly or through another row, by table. */
export async function rowsOf(db: Db, userId: string): Promise<Map<string, Record<string, unknown>[]>> {
  const found = new Map<string, Record<string, unknown>[]>([['users', [{ id: userId }]]]);
  const all = await references(db);
  for (let grows = true; grows; ) {
    grows = false;
    for (const { child, column, parent, key } of all) {
      const keys = (found.get(parent) ?? []).map((row) => String(row[key]));
      if (child === 'users' || !keys.length) continue;
      const { rows } = await db.execute(
        sql`select to_jsonb(t) as row from ${sql.identifier(child)} t
          where t.${sql.identifier(column)}::text in ${keys}`,
      );
      const known = found.get(child) ?? [];
      const more = rows
        .map(({ row }) => row as Record<string, unknown>)
        .filter((row) => !known.some((one) => JSON.stringify(one) === JSON.stringify(row)));
      if (!more.length && found.has(child)) continue;
      found.set(child, [...known, ...more]);
      grows = true;
    }
  }
  return found;
}

/** Every row of every table as text, including the queue's. */
export async function copyOfAll(db: Db, schema?: string): Promise<string> {
  const { rows } = await db.execute(sql`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`);
  const tables = rows
    .filter((table) => !schema || table.schema === schema)
    .map(
      ({ schema, name }) =>
        sql`select t::text as line from ${sql.identifier(String(schema))}.${sql.identifier(String(name))} t`,
    );
  const { rows: lines } = await db.execute(sql.join(tables, sql` union all `));
  return lines.map(({ line }) => line).join('\n');
}

/** Every row of every table as text, in order: equal for equal databases on either engine. */
export const sortedRows = (db: Db): Promise<string[]> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local timezone = 'UTC'`);
    return (await copyOfAll(tx as unknown as Db)).split('\n').sort();
  });

/** Papers with values that a careless copy would change: a JSON null, an empty string, quotes, a line separator, bytes, a gap. */
export async function addOddPapers(db: Db): Promise<void> {
  await db.execute(sql`insert into papers (source, source_id, title, authors, url, available_on, first_seen_at, changed_at)
    select 'pubmed', n, 'Moss ' || n, array['O''Neil, "A"', ''], '', '2026-01-02', now(), now() from generate_series(1, 40) n`);
  await db.execute(sql`update papers set title = ${'a "b" \\ , (c)\u2028\n\t'}, vector = '\\x00ff5c',
    bibliography = 'null'::jsonb, doi = '' where id = (select min(id) from papers)`);
  await db.execute(sql`delete from papers where id = (select max(id) from papers)`);
}
