import { getTableName, sql } from 'drizzle-orm';
import { papers } from '../db/schema.ts';
import type { Db } from '../db/types.ts';
import { ConfigError } from '../runtime/config.ts';
import { readRows, writeRows } from '../transfer/rows.ts';
import { writeAlike } from '../transfer/tables.ts';
import { tableOwners } from './tableOwners.ts';

/**
 * Makes the corpus of `to` equal to that of `from`. Works that only `to` has stay, because readers may have them;
 * everything else in the corpus is replaced. Both run in the caller's transactions that began with `writeAlike`.
 * @returns the number of rows copied into each table
 * @throws ConfigError if one id stands for two works
 */
export async function copyCorpus(from: Db, to: Db, print: (line: string) => void): Promise<void> {
  const others = tableOwners.corpus.filter((table) => table !== papers).map(getTableName);
  for (const name of others.toReversed()) await to.execute(sql`delete from ${sql.identifier(name)}`);
  const update = await updateOf(to);
  let count = 0;
  for await (const rows of readRows(from, 'papers')) {
    await writeWorks(to, rows, update);
    count += rows.length;
  }
  print(`  ${'papers'.padEnd(24)} ${count.toLocaleString('en').padStart(12)}`);
  for (const name of others) {
    let count = 0;
    for await (const rows of readRows(from, name)) {
      await writeRows(to, name, rows);
      count += rows.length;
    }
    print(`  ${name.padEnd(24)} ${count.toLocaleString('en').padStart(12)}`);
  }
}

/** Every column but the id, set to the arriving value. */
async function updateOf(db: Db) {
  const { rows } = await db.execute<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = 'papers'::regclass and attnum > 0 and not attisdropped and attname <> 'id' order by attnum`);
  return sql.join(
    rows.map(({ name }) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`),
    sql`, `,
  );
}

async function writeWorks(db: Db, rows: string[], update: ReturnType<typeof sql.join>): Promise<void> {
  const { rows: written } = await db.execute(sql`
    insert into papers as p overriding system value select (parsed.r).* from
      (select line::papers as r from json_array_elements_text(${JSON.stringify(rows)}::json) line offset 0) parsed
    on conflict (id) do update set ${update}
    where p.title = excluded.title or p.first_seen_at = excluded.first_seen_at or p.doi = excluded.doi
      or (p.source, p.source_id) = (excluded.source, excluded.source_id)
    returning 1`);
  if (written.length < rows.length)
    throw new ConfigError(
      'The corpus has other papers under ids that are used here: either this server has harvested papers of its own, and cannot become a shard, or the corpus was restored from a backup and has harvested since without npm run shards -- publish. Then restore it again, publish, and only then start it.',
    );
}

/** A transaction that reads the state of the server when a replication position was made. */
export const readingAt = <T>(db: Db, snapshot: string, work: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction(
    async (tx) => {
      await tx.execute(sql.raw(`set transaction snapshot '${snapshot}'`));
      await writeAlike(tx as unknown as Db);
      return work(tx as unknown as Db);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
