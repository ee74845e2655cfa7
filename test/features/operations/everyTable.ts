import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/open.ts';

interface Reference {
  child: string;
  column: string;
  parent: string;
  key: string;
}

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
