import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/open.ts';

/** Moves the ledger and announced events from absorbed works to those that stay, so that nothing is sent twice. */
export async function moveLedger(db: Db, pairs: SQL): Promise<void> {
  await db.execute(sql`
    insert into delivered_papers (search_term_id, paper_id, digest_id, delivered_at)
    select d.search_term_id, j.kept, d.digest_id, d.delivered_at
    from delivered_papers d join ${pairs} on d.paper_id = j.absorbed
    order by d.delivered_at
    on conflict do nothing`);
  await db.execute(sql`
    insert into told_corrections (user_id, paper_id, digest_id, kind, event_id)
    select t.user_id, j.kept, t.digest_id, t.kind, t.event_id from told_corrections t join ${pairs} on t.paper_id = j.absorbed
    on conflict do nothing`);
}
