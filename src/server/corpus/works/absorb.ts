import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/open.ts';
import { rowsAsTable } from '#platform/db/parameters/rowsAsTable.ts';

/** Two stored works that are the same: `kept` is the older one, `absorbed` is merged into it. */
interface Absorption {
  kept: number;
  absorbed: number;
}

const pairsAs = (pairs: Absorption[]) =>
  sql`${rowsAsTable({ kept: 'bigint', absorbed: 'bigint' }, pairs)} as j`;

/**
 * Merges works into older ones together with everything that refers to them: records, identifiers, events, the ledger of
 * delivered papers, readers' judgements, shelves, and papers sent to Zotero. The absorbed id stays as an identifier (kind
 * `joined`), so that an old digest still finds the work. Runs inside the caller's transaction, under the corpus lock.
 */
export async function absorbWorks(db: Db, pairs: Absorption[]): Promise<void> {
  if (!pairs.length) return;
  const pairsTable = pairsAs(pairs);
  // A digest that is writing its ledger holds a share lock on these rows. Wait for it, to see its rows below.
  await db.execute(
    sql`select id from papers where id in (select unnest(array[kept, absorbed]) from ${pairsTable}) order by id for update`,
  );
  await moveReaders(db, pairs);
  await db.execute(sql`
    insert into paper_signatures (paper_id, hash, keys, signature)
    select j.kept, s.hash, s.keys, s.signature
    from paper_signatures s join ${pairsTable} on s.paper_id = j.absorbed
    on conflict do nothing`);
  await db.execute(sql`
    update papers p set notice = case when 'concern' in (p.notice, a.notice) then 'concern'
      else coalesce(p.notice, a.notice) end
    from ${pairsTable} join papers a on a.id = j.absorbed where p.id = j.kept and a.notice is not null`);
  // Either work's text may be displayed, and either may need cleaning.
  await db.execute(sql`
    update papers p set cleaning = least(p.cleaning, a.cleaning)
    from ${pairsTable} join papers a on a.id = j.absorbed where p.id = j.kept and a.cleaning < p.cleaning`);
  for (const table of ['paper_records', 'paper_identifiers', 'paper_events', 'paper_notices'])
    await db.execute(
      sql`update ${sql.identifier(table)} t set paper_id = j.kept from ${pairsTable} where t.paper_id = j.absorbed`,
    );
  await db.execute(
    sql`insert into paper_identifiers (kind, value, paper_id) select 'joined', j.absorbed::text, j.kept from ${pairsTable}`,
  );
  await db.execute(sql`delete from papers where id in (select j.absorbed from ${pairsTable})`);
}

/**
 * Moves readers' rows from the absorbed work to the older one: the ledger, judgements, shelves, papers sent to
 * Zotero, and announced events. Runs inside the caller's transaction, with both rows locked; the absorbed work is deleted
 * afterwards.
 */
async function moveReaders(db: Db, pairs: Absorption[]): Promise<void> {
  const pairsTable = pairsAs(pairs);
  await db.execute(sql`
    insert into delivered_papers (search_term_id, paper_id, digest_id, delivered_at)
    select d.search_term_id, j.kept, d.digest_id, d.delivered_at
    from delivered_papers d join ${pairsTable} on d.paper_id = j.absorbed
    order by d.delivered_at
    on conflict do nothing`);
  await db.execute(sql`
    insert into paper_feedback (search_term_id, paper_id, verdict, is_exploratory, created_at)
    select f.search_term_id, j.kept, f.verdict, f.is_exploratory, f.created_at
    from paper_feedback f join ${pairsTable} on f.paper_id = j.absorbed
    order by f.created_at desc
    on conflict do nothing`);
  await db.execute(sql`
    insert into reader_papers as r (user_id, paper_id, state, search_term_id, digest_id, shown, note, tags, document, changed_at,
      added_at, imported)
    select distinct on (o.user_id, j.kept) o.user_id, j.kept, o.state, o.search_term_id, o.digest_id, o.shown, o.note, o.tags,
      o.document, o.changed_at, o.added_at, o.imported
    from reader_papers o join ${pairsTable} on o.paper_id = j.absorbed
    order by o.user_id, j.kept, o.changed_at desc
    on conflict (user_id, paper_id) do update set
      note = concat_ws(E'\n\n', nullif(r.note, ''), nullif(excluded.note, '')),
      tags = array(select distinct unnest(r.tags || excluded.tags)),
      document = r.document || excluded.document,
      added_at = least(r.added_at, excluded.added_at),
      state = case when excluded.state = 'kept' then 'kept' else r.state end`);
  await db.execute(
    sql`update shelf_import_items t set paper_id = j.kept from ${pairsTable} where t.paper_id = j.absorbed`,
  );
  // Zotero has the paper under the absorbed id, so it is not sent again under the remaining one.
  await db.execute(sql`
    insert into zotero_papers as z (user_id, paper_id, status, problem, library, sent_tags, sent_note, created_at, sent_at)
    select distinct on (o.user_id, j.kept) o.user_id, j.kept, o.status, o.problem, o.library, o.sent_tags, o.sent_note,
      o.created_at, o.sent_at
    from zotero_papers o join ${pairsTable} on o.paper_id = j.absorbed
    order by o.user_id, j.kept, o.sent_at nulls last, o.sent_note is null
    on conflict (user_id, paper_id) do update set
      status = excluded.status, problem = excluded.problem, library = excluded.library, sent_tags = excluded.sent_tags,
      sent_note = excluded.sent_note, created_at = excluded.created_at, sent_at = excluded.sent_at
    where z.sent_note is null`);
  await db.execute(sql`
    insert into told_corrections (user_id, paper_id, digest_id, kind, event_id)
    select t.user_id, j.kept, t.digest_id, t.kind, t.event_id from told_corrections t join ${pairsTable} on t.paper_id = j.absorbed
    on conflict do nothing`);
}
