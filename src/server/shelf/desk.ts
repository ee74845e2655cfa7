import { and, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '#kit/feature.ts';
import type { Db } from '#platform/db/open.ts';
import { emailDigests, papers } from '#platform/db/schema.ts';
import { isUuid } from '#platform/http/uuid.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import type { Desk } from '#shared/shelf/paperState.ts';
import { pluck } from '#shared/values/pick.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import { currentIds, cursorOf, type Page, readCursor } from './papers.ts';

/** A visit ends when the desk has not been opened for this long. */
const visitMinutes = 30;
const firstPage = 7;

/** The new papers of a reader. Records the visit, so that the next one counts from its end. */
export async function readDesk(app: App, userId: string): Promise<Omit<Desk, 'papers'> & Page> {
  const since = await noteVisit(app, userId);
  const counts = { ...(await countUnread(app, userId, since)), ...(await countAnswered(app, userId)) };
  const corrections = await correctionsSince(app, userId, since);
  const page = await unreadPage(app, userId, { limit: firstPage });
  return { since: since?.toISOString() ?? null, ...counts, corrections, ...page };
}

/** Returns the end of the previous visit. All calls of one visit return the same. */
async function noteVisit({ db, now }: App, userId: string): Promise<Date | null> {
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

async function countAnswered({ db }: App, userId: string): Promise<Pick<Desk, 'kept' | 'done'>> {
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
  const from = since ?? timeBefore(now(), newDays * dayMs);
  const { rows } = await db.execute<Omit<Desk['corrections'][number], 'at'> & { at: Date | string }>(sql`
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

/** The desk leaves out older unanswered papers, which are still in their digests, so that it can be finished. */
const newDays = 28;

type Unread = Pick<Desk, 'unread' | 'sinceVisit' | 'digests' | 'unreadByTopic'>;

/** The number of unanswered papers, in total and by topic, how many arrived after `since`, and from how many digests. */
export async function countUnread(app: App, userId: string, since: Date | null): Promise<Unread> {
  const { rows } = await app.db.execute<Omit<Unread, 'unreadByTopic'> & { termId: string | null }>(sql`
    select search_term_id::text "termId", count(*)::int unread, count(distinct digest_id)::int digests,
      (count(*) filter (where delivered_at > ${(since ?? new Date(0)).toISOString()}::timestamptz))::int "sinceVisit"
    from (${unreadOf(app, userId)}) unread group by rollup (search_term_id)`);
  // The row without a topic has the totals. Without papers it is the only row.
  const { termId: _, ...all } = rows.find(({ termId }) => termId === null)!;
  const byTopic = rows.flatMap(({ termId, unread }) => (termId ? [[termId, unread] as const] : []));
  return { ...all, unreadByTopic: Object.fromEntries(byTopic) };
}

/**
 * A page of unanswered papers, from the newest digest to the oldest, best first within each.
 * @throws AppError `invalid` for an invalid cursor
 */
export async function unreadPage(
  app: App,
  userId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page> {
  const after = cursor === undefined ? null : await placeOf(app.db, userId, cursor);
  const digests = await nextDigests(app, userId, { after, limit: limit + 1 });
  const found = digests.flatMap((digest) => {
    const from = after?.id === digest.id ? after.position : 0;
    return digest.papers.flatMap((paper, at) =>
      at >= from && digest.unread.has(paper.id) ? [{ ...digest, paper, position: at }] : [],
    );
  });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const states = await statesOf(app.db, pluck(pluck(shown, 'paper'), 'id'));
  return {
    papers: shown.map(({ id, at, unread, position, paper: { id: paperId, paper } }) => ({
      ...{ id: paperId, state: 'new', digestId: id, number: position + 1, at: at.toISOString() },
      ...{ ...unread.get(paperId)!, note: '', tags: [], later: [], imported: false },
      paper: { ...paper, id: paperId, retracted: states.has(paperId) || paper.retracted },
    })),
    next: found.length > limit && last ? cursorOf(String(last.position + 1), last.id) : null,
  };
}

/** Each paper once, with the last digest that had it. “Not for me” in a mail or on a digest's page is an answer too. */
const unreadOf = ({ now }: App, userId: string) => {
  const oldest = timeBefore(now(), newDays * dayMs).toISOString();
  return sql`
    select distinct on (d.paper_id) d.paper_id, d.digest_id, d.search_term_id, t.term, d.delivered_at
    from delivered_papers d
    join search_terms t on t.id = d.search_term_id and t.user_id = ${userId} and t.deleted_at is null
    left join reader_papers r on r.user_id = ${userId} and r.paper_id = d.paper_id
    where d.delivered_at > ${oldest}::timestamptz and coalesce(r.state, 'new') = 'new'
      and not exists (select from paper_feedback f
        where f.search_term_id = d.search_term_id and f.paper_id = d.paper_id and f.verdict = 'less')
    order by d.paper_id, d.delivered_at desc, d.digest_id`;
};

interface UnreadDigest {
  id: string;
  at: Date;
  /** The unread ones, by current id. */
  unread: Map<string, { termId: string; term: string }>;
  /** All papers of the digest in its order, by current id. */
  papers: { id: string; paper: PaperInput }[];
}

/** Enough digests to fill a page even if each has only one unread paper. */
async function nextDigests(
  app: App,
  userId: string,
  { after, limit }: { after: Place | null; limit: number },
): Promise<UnreadDigest[]> {
  const from = after
    ? sql`where (e.created_at, e.id) <= (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  const { rows } = await app.db.execute<{
    id: string;
    ids: string[];
    termIds: string[];
    terms: string[];
  }>(sql`
    select e.id, array_agg(u.paper_id::text) ids, array_agg(u.search_term_id::text) "termIds", array_agg(u.term) terms
    from (${unreadOf(app, userId)}) u join email_digests e on e.id = u.digest_id ${from}
    group by e.id order by e.created_at desc, e.id desc limit ${limit}`);
  if (!rows.length) return [];
  const digests = await app.db
    .select({ id: emailDigests.id, papers: emailDigests.papersData, at: emailDigests.createdAt })
    .from(emailDigests)
    .where(inArray(emailDigests.id, pluck(rows, 'id')));
  const byId = new Map(digests.map((digest) => [digest.id, digest]));
  const listed = digests.flatMap(({ papers }) => papers.flatMap(({ id }) => id ?? []));
  const current = await currentIds(app.db, listed);
  return rows.map(({ id, ids, termIds, terms }) => {
    const { papers, at } = byId.get(id)!;
    return {
      id,
      at,
      unread: new Map(ids.map((paperId, n) => [paperId, { termId: termIds[n]!, term: terms[n]! }])),
      papers: papers.map((paper) => ({ id: current.get(paper.id ?? '') ?? paper.id ?? '', paper })),
    };
  });
}

/** Those of the papers that are retracted or withdrawn. */
async function statesOf(db: Db, ids: string[]): Promise<Set<string>> {
  if (!ids.length) return new Set();
  const rows = await db
    .select({ id: papers.id })
    .from(papers)
    .where(and(inArray(papers.id, ids.map(Number)), sql`${papers.state} <> 'current'`));
  return new Set(rows.map(({ id }) => String(id)));
}

interface Place {
  /** The digest to continue in, its time as text to keep the microseconds, and the position of the next paper. */
  id: string;
  at: string;
  position: number;
}

async function placeOf(db: Db, userId: string, cursor: string): Promise<Place> {
  const [position, id] = readCursor(cursor, z.string().regex(/^\d{1,6}$/), z.string().refine(isUuid));
  const { rows } = await db.execute<{ at: string }>(
    sql`select created_at::text at from email_digests where id = ${id}::uuid and user_id = ${userId}`,
  );
  if (!rows[0]) throw new AppError('invalid', 'This list has changed. Please reload the page.');
  return { id, at: rows[0].at, position: Number(position) };
}
