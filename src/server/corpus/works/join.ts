import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/open.ts';

/** Two stored works that turned out to be one: `kept` is the older and goes on, `gone` is taken up in it. */
export interface Joined {
  kept: number;
  gone: number;
}

/**
 * Takes works up in older ones with all that hangs on them: records, names, events, the ledger of what
 * was sent to whom, and what readers said and were told of them. The id that goes stays a name of the work (kind `joined`), so that an old digest still
 * finds it. Runs inside the caller's transaction, under the library's lock.
 */
export async function joinWorks(db: Db, pairs: Joined[]): Promise<void> {
  if (!pairs.length) return;
  const joined = sql`json_to_recordset(${JSON.stringify(pairs)}::json) as j(kept bigint, gone bigint)`;
  // A digest that is writing its ledger just now holds a share of these rows: wait for it, and see its rows below.
  await db.execute(
    sql`select id from papers where id in (select unnest(array[kept, gone]) from ${joined}) order by id for update`,
  );
  await db.execute(sql`
    insert into delivered_papers (search_term_id, paper_id, digest_id, delivered_at)
    select d.search_term_id, j.kept, d.digest_id, d.delivered_at
    from delivered_papers d join ${joined} on d.paper_id = j.gone
    order by d.delivered_at
    on conflict do nothing`);
  await db.execute(sql`
    insert into paper_feedback (search_term_id, paper_id, verdict, created_at)
    select f.search_term_id, j.kept, f.verdict, f.created_at
    from paper_feedback f join ${joined} on f.paper_id = j.gone
    order by f.created_at desc
    on conflict do nothing`);
  await db.execute(sql`
    insert into told_corrections (user_id, paper_id, digest_id)
    select t.user_id, j.kept, t.digest_id from told_corrections t join ${joined} on t.paper_id = j.gone
    on conflict do nothing`);
  for (const table of ['paper_records', 'paper_identifiers', 'paper_events'])
    await db.execute(
      sql`update ${sql.identifier(table)} t set paper_id = j.kept from ${joined} where t.paper_id = j.gone`,
    );
  await db.execute(
    sql`insert into paper_identifiers (kind, value, paper_id) select 'joined', j.gone::text, j.kept from ${joined}`,
  );
  await db.execute(sql`delete from papers where id in (select j.gone from ${joined})`);
}
