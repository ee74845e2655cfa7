import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { shownOf, type Work } from '#corpus/works/works.ts';
import type { App } from '#kit/feature.ts';
import type { Db } from '#platform/db/open.ts';
import { emailDigests, paperIdentifiers, papers, readerPapers } from '#platform/db/schema.ts';
import { isUuid } from '#platform/http/uuid.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import type { Desk, ReaderPaper } from '#shared/shelf/paperState.ts';
import { noteAtMost, tagsAtMost } from '#shared/shelf/shelf.ts';
import { pluck } from '#shared/values/pick.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';

/** @throws AppError `not_found` for text that is not an id */
export async function currentId(db: Db, paperId: string): Promise<number> {
  if (!isPaperId(paperId)) throw notFound();
  return Number((await currentIds(db, [paperId])).get(paperId) ?? paperId);
}

/** Whether text can be the id of a paper. */
export const isPaperId = (text: string): boolean => /^\d{1,14}$/.test(text);

/** The reader's row of a paper, locked until the transaction ends. */
export async function rowOf(db: Db, userId: string, paperId: number) {
  const [row] = await db.select().from(readerPapers).where(isRow(userId, paperId)).for('update');
  return row;
}

/** The condition that names a reader's row of a paper. */
export const isRow = (userId: string, paperId: number) =>
  and(eq(readerPapers.userId, userId), eq(readerPapers.paperId, paperId));

/** The same error for somebody else's paper and for one that does not exist. */
export const notFound = (): AppError =>
  new AppError('not_found', 'This paper was not in a digest of this search term.');

/** Current ids of merged works, by their former ids. */
export async function currentIds(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map();
  const rows = await db
    .select({ former: paperIdentifiers.value, id: paperIdentifiers.paperId })
    .from(paperIdentifiers)
    .where(and(sql`${paperIdentifiers.kind} = 'joined'`, inArray(paperIdentifiers.value, ids)));
  return new Map(rows.map(({ former, id }) => [former, String(id)]));
}

/** The fields of a paper that the shelf's search uses. */
type Searched = { shown: PaperInput; note: string; tags: string[] };

/** The search document of a paper on the shelf: title, authors, journal, abstract, note, and tags. */
export const documentOf = (searched: Searched): SQL<string> =>
  sql<string>`to_tsvector('english', ${searchedText(searched)})`;

/** The text of that document, for statements that write many. */
export const searchedText = ({ shown, note, tags }: Searched): string =>
  folded(
    [shown.title, shown.journal, ...(shown.authors ?? []), shown.abstract, note, ...tags]
      .filter(Boolean)
      .join(' '),
  ).slice(0, maxText);

/** The query for typed words: every word, or its beginning, must match. Null if nothing can be searched. */
export function queryOf(words: string): SQL | null {
  const typed = folded(words).split(' ').filter(Boolean).slice(0, 8);
  return typed.length ? sql`to_tsquery('english', ${typed.map((word) => `${word}:*`).join(' & ')})` : null;
}

/** PostgreSQL's limit for one document is 1 MB of stems; no abstract comes near this. */
const maxText = 200_000;

/** Lower case, without accents, and only letters and digits, so that `perez` finds `Pérez`, and `PD 1` finds `PD-1`. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** A reader's paper as the API returns it. */
export type ReaderPaperInput = Omit<ReaderPaper, 'paper'> & { paper: PaperInput };

export type Page = { papers: ReaderPaperInput[]; next: string | null };

/**
 * Puts a work on a reader's shelf without a digest; one that is there gets the tags and the note.
 * @returns whether it is new on the shelf
 */
export async function putThere(
  { db, now }: App,
  userId: string,
  work: Work,
  given: { tags: string[]; note: string },
): Promise<boolean> {
  const there = await rowOf(db, userId, work.id);
  const tags = [...new Set([...(there?.tags ?? []), ...given.tags])].slice(0, tagsAtMost);
  const note = withNote(there?.note ?? '', given.note);
  if (there) {
    const isBack = there.state === 'new';
    const document = documentOf({ shown: there.shown, note, tags });
    await db
      .update(readerPapers)
      .set({ tags, note, document, ...(isBack ? { state: 'kept' as const, changedAt: now() } : {}) })
      .where(isRow(userId, work.id));
    return isBack;
  }
  const shown = shownOf(work);
  await db.insert(readerPapers).values({
    ...{ userId, paperId: work.id, state: 'kept', shown, note, tags, imported: true },
    ...{ document: documentOf({ shown, note, tags }), changedAt: now(), addedAt: now() },
  });
  return true;
}

const [papersAtMost, noteBytesAtMost] = [50_000, 20_000_000];

/** @throws AppError `conflict` if a reader's shelf has no room for so many more papers, or bytes of notes */
export async function requireShelfRoom(db: Db, userId: string, more: { papers: number; noteBytes: number }) {
  const noteBytes = sql<string>`coalesce(sum(octet_length(${readerPapers.note})), 0)`;
  const counts = db.select({ papers: count(), noteBytes }).from(readerPapers);
  const [held] = await counts.where(eq(readerPapers.userId, userId));
  if (held!.papers + more.papers > papersAtMost)
    throw new AppError('conflict', 'Your shelf can have at most 50,000 papers. Please import fewer.');
  const tooMuch = 'The notes on your shelf can have 20 MB in all. Please shorten some first.';
  if (Number(held!.noteBytes) + more.noteBytes > noteBytesAtMost) throw new AppError('conflict', tooMuch);
}

const withNote = (note: string, more: string): string =>
  !more || note.includes(more) ? note : [note, more].filter(Boolean).join('\n\n').slice(0, noteAtMost);

/**
 * Takes papers away that `putThere` has put there, except those on which the reader has written since.
 * @param put a query of their `paper_id` and `note`
 */
export const takeAway = (db: Db, userId: string, put: SQL): Promise<unknown> =>
  db.execute(sql`
    delete from reader_papers r using (${put}) p
    where p.paper_id = r.paper_id and r.user_id = ${userId} and r.imported and r.note = p.note`);

/** Tells the database's planner of many new papers. */
export const settleShelf = (db: Db): Promise<unknown> => db.execute(sql`analyze ${readerPapers}`);

/**
 * A position in a list, as text for the next call: the last row's sort value and id. It stays valid while the list changes,
 * because that row need not exist any more.
 */
export const cursorOf = (value: string, id: string | number): string =>
  Buffer.from(JSON.stringify([value, String(id)])).toString('base64url');

/**
 * @param value the form of a sort value in this list
 * @throws AppError `invalid` for text that is not a cursor of this list
 */
export function readCursor(
  cursor: string,
  value: z.ZodType<string>,
  id: z.ZodType<string> = paperId,
): [value: string, id: string] {
  const read = z.tuple([value, id]).safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString()));
  if (read.success) return read.data;
  throw new AppError('invalid', 'This list has changed. Please reload the page.');
}

const paperId = z.string().regex(/^\d{1,14}$/);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Moves readers' papers from absorbed works to those that stay, with both notes and all tags. */
export async function moveShelf(db: App['db'], pairs: SQL): Promise<void> {
  await db.execute(sql`
    insert into reader_papers as r (user_id, paper_id, state, search_term_id, digest_id, shown, note, tags, document, changed_at,
      added_at, imported)
    select distinct on (o.user_id, j.kept) o.user_id, j.kept, o.state, o.search_term_id, o.digest_id, o.shown, o.note, o.tags,
      o.document, o.changed_at, o.added_at, o.imported
    from reader_papers o join ${pairs} on o.paper_id = j.absorbed
    order by o.user_id, j.kept, o.changed_at desc
    on conflict (user_id, paper_id) do update set
      note = concat_ws(E'\n\n', nullif(r.note, ''), nullif(excluded.note, '')),
      tags = array(select distinct unnest(r.tags || excluded.tags)),
      document = r.document || excluded.document,
      added_at = least(r.added_at, excluded.added_at),
      state = case when excluded.state = 'kept' then 'kept' else r.state end`);
}

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
