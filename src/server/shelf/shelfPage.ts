import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/open.ts';
import { emailDigests, paperEvents, papers, readerPapers, searchTerms } from '#platform/db/schema.ts';
import type { PaperState } from '#shared/shelf/paperState.ts';
import type { ShelfApp } from './app.ts';
import { cursorOf, readCursor } from './cursor.ts';
import { queryOf } from './document.ts';
import type { Page, ReaderPaperInput } from './unread.ts';

interface Asked {
  state: PaperState;
  cursor?: string | undefined;
  limit: number;
  /** Words that the reader typed. */
  q?: string;
  tag?: string | undefined;
}

/**
 * A page of the papers that a reader answered, the latest answer first, with their number on all pages.
 * @throws AppError `invalid` for a cursor that is none
 */
export async function answeredPage(
  { db }: Pick<ShelfApp, 'db'>,
  userId: string,
  { state, cursor, limit, q = '', tag }: Asked,
): Promise<Page & { total: number }> {
  const chosen = and(eq(readerPapers.userId, userId), eq(readerPapers.state, state), matching(q, tag));
  const [count] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(readerPapers)
    .innerJoin(papers, eq(papers.id, readerPapers.paperId))
    .where(chosen);
  const rows = await db
    .select(columns)
    .from(readerPapers)
    .innerJoin(papers, eq(papers.id, readerPapers.paperId))
    .leftJoin(searchTerms, and(eq(searchTerms.id, readerPapers.searchTermId), isNull(searchTerms.deletedAt)))
    .leftJoin(emailDigests, eq(emailDigests.id, readerPapers.digestId))
    .where(and(chosen, cursor === undefined ? undefined : before(cursor)))
    .orderBy(sql`${readerPapers.changedAt} desc, ${readerPapers.paperId} desc`)
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    papers: await present(db, shown),
    next: rows.length > limit && last ? cursorOf(last.order, last.id) : null,
    total: count!.total,
  };
}

/** Undefined without a condition. */
function matching(q: string, tag: string | undefined): SQL | undefined {
  const words = queryOf(q);
  return and(
    words ? sql`${readerPapers.document} @@ ${words}` : undefined,
    tag ? sql`${readerPapers.tags} @> array[${tag}]` : undefined,
  );
}

const columns = {
  id: readerPapers.paperId,
  state: readerPapers.state,
  digestId: emailDigests.id,
  termId: searchTerms.id,
  term: searchTerms.term,
  at: readerPapers.changedAt,
  /** As text, which keeps the microseconds. */
  order: sql<string>`${readerPapers.changedAt}::text`,
  note: readerPapers.note,
  tags: readerPapers.tags,
  paper: readerPapers.shown,
  isCurrent: sql<boolean>`${papers.state} = 'current'`,
};

type Row = Omit<ReaderPaperInput, 'id' | 'at' | 'later'> & {
  id: number;
  at: Date;
  order: string;
  isCurrent: boolean;
};

function before(cursor: string): SQL {
  const [at, id] = readCursor(cursor);
  if (!/^\d{1,14}$/.test(id) || Number.isNaN(Date.parse(at.replace(/([+-]\d\d)$/, '$1:00'))))
    return sql`false`;
  return sql`(${readerPapers.changedAt}, ${readerPapers.paperId}) < (${at}::timestamptz, ${id}::bigint)`;
}

/** Rows as the API returns them, with what happened to each paper after it came. */
async function present(db: Db, rows: Row[]): Promise<ReaderPaperInput[]> {
  if (!rows.length) return [];
  const events = await db
    .select({ paperId: paperEvents.paperId, kind: paperEvents.kind, at: paperEvents.at })
    .from(paperEvents)
    .innerJoin(readerPapers, eq(readerPapers.paperId, paperEvents.paperId))
    .where(
      and(
        inArray(
          paperEvents.paperId,
          rows.map(({ id }) => id),
        ),
        gt(paperEvents.at, readerPapers.changedAt),
      ),
    )
    .orderBy(paperEvents.at);
  const later = Map.groupBy(events, ({ paperId }) => paperId);
  return rows.map(({ id, at, order: _, isCurrent, paper, ...row }) => ({
    ...row,
    id: String(id),
    at: at.toISOString(),
    later: (later.get(id) ?? []).map(({ kind, at }) => ({ kind, at: at.toISOString() })),
    paper: { ...paper, id: String(id), retracted: !isCurrent || paper.retracted },
  }));
}
