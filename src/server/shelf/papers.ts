import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { shownOf, type Work } from '#corpus/works/works.ts';
import type { App } from '#kit/feature.ts';
import type { Db } from '#platform/db/open.ts';
import { paperIdentifiers, readerPapers } from '#platform/db/schema.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { noteAtMost, tagsAtMost } from '#shared/shelf/shelf.ts';

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
