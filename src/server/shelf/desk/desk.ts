import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/open.ts';
import type { Desk } from '#shared/shelf/paperState.ts';
import type { ShelfApp } from '../app.ts';
import type { Page } from '../papers/shown.ts';
import { countUnread, newDays, unreadPage } from './unread.ts';

/** A visit ends when the desk has not been opened for this long. */
const visitMinutes = 30;
const firstPage = 7;

/** The new papers of a reader. Records the visit, so that the next one counts from its end. */
export async function readDesk(
  app: Pick<ShelfApp, 'db' | 'now'>,
  userId: string,
): Promise<Omit<Desk, 'papers'> & Page> {
  const since = await noteVisit(app, userId);
  const counts = { ...(await countUnread(app, userId, since)), ...(await countAnswered(app, userId)) };
  const corrections = await correctionsSince(app, userId, since);
  const page = await unreadPage(app, userId, { limit: firstPage });
  return { since: since?.toISOString() ?? null, ...counts, corrections, ...page };
}

/** Returns the end of the previous visit. All calls of one visit return the same. */
async function noteVisit({ db, now }: Pick<ShelfApp, 'db' | 'now'>, userId: string): Promise<Date | null> {
  const at = now().toISOString();
  const { rows } = await db.execute<{ since: Date | string | null }>(sql`
    insert into desk_visits as v (user_id, since, seen_at) values (${userId}, null, ${at}::timestamptz)
    on conflict (user_id) do update set
      since = case when ${at}::timestamptz - v.seen_at > make_interval(mins => ${visitMinutes}) then v.seen_at else v.since end,
      seen_at = greatest(v.seen_at, ${at}::timestamptz)
    returning since`);
  const since = rows[0]?.since;
  return since ? new Date(since) : null;
}

async function countAnswered(
  { db }: Pick<ShelfApp, 'db'>,
  userId: string,
): Promise<Pick<Desk, 'kept' | 'done'>> {
  const { rows } = await db.execute<Pick<Desk, 'kept' | 'done'>>(sql`
    select (count(*) filter (where state = 'kept'))::int kept, (count(*) filter (where state = 'done'))::int done
    from reader_papers where user_id = ${userId}`);
  return rows[0]!;
}

async function correctionsSince(
  { db, now }: { db: Db; now: () => Date },
  userId: string,
  since: Date | null,
): Promise<Desk['corrections']> {
  const from = since ?? new Date(now().getTime() - newDays * 86_400_000);
  const { rows } = await db.execute<{
    paperId: string;
    title: string;
    digestId: string;
    at: Date | string;
  }>(sql`
    select * from (
      select distinct on (p.id) p.id::text "paperId", p.title, d.digest_id "digestId", v.at
      from paper_events v
      join papers p on p.id = v.paper_id and p.state <> 'current'
      join delivered_papers d on d.paper_id = p.id
      join search_terms t on t.id = d.search_term_id and t.user_id = ${userId}
      where v.kind in ('retracted', 'withdrawn') and v.at > ${from.toISOString()}::timestamptz
      order by p.id, v.at desc, d.digest_id) found
    order by at desc limit 5`);
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}
