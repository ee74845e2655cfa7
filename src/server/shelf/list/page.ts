import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/open.ts';
import { emailDigests, papers, readerPapers, searchTerms } from '#platform/db/schema.ts';
import type { ShelfOrder } from '#shared/shelf/shelf.ts';
import type { ShelfApp } from '../app.ts';
import { cursorOf, readCursor } from '../papers/cursor.ts';
import type { Page, ReaderPaperInput } from '../papers/shown.ts';
import { type Chosen, isChosen } from './chosen.ts';
import { laterOf } from './later.ts';

export interface Asked extends Chosen {
  order?: ShelfOrder;
  cursor?: string | undefined;
  limit: number;
}

/**
 * A page of the papers that a reader answered or imported, with their number on all pages.
 * @throws AppError `invalid` for a cursor that is none
 */
export async function answeredPage(
  app: Pick<ShelfApp, 'db'>,
  userId: string,
  asked: Asked,
): Promise<Page & { total: number }> {
  const counting = app.db.select({ total: sql<number>`count(*)::int` }).from(readerPapers).$dynamic();
  // Works are wide rows, and most lists are counted without them.
  if (asked.source || asked.year || asked.only === 'changed')
    counting.innerJoin(papers, eq(papers.id, readerPapers.paperId));
  const [count] = await counting.where(isChosen(userId, asked));
  return { ...(await pageOf(app, userId, asked)), total: count!.total };
}

/**
 * A page without the number of all.
 * @throws AppError `invalid` for a cursor that is none
 */
export async function pageOf(
  { db }: Pick<ShelfApp, 'db'>,
  userId: string,
  { order = 'kept', cursor, limit, ...chosen }: Asked,
): Promise<Page> {
  const { value, ascends } = orders[order];
  const direction = ascends ? sql`asc` : sql`desc`;
  const rows = await db
    .select({ ...columns, order: sql<string>`(${value})::text` })
    .from(readerPapers)
    .innerJoin(papers, eq(papers.id, readerPapers.paperId))
    .leftJoin(searchTerms, and(eq(searchTerms.id, readerPapers.searchTermId), isNull(searchTerms.deletedAt)))
    .leftJoin(emailDigests, eq(emailDigests.id, readerPapers.digestId))
    .where(and(isChosen(userId, chosen), cursor === undefined ? undefined : behind(order, cursor)))
    .orderBy(sql`${value} ${direction}, ${readerPapers.paperId} ${direction}`)
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    papers: await present(db, userId, shown),
    next: rows.length > limit && last ? cursorOf(last.order, last.id) : null,
  };
}

interface Order {
  value: SQL;
  ascends: boolean;
  /** The value of a cursor, as the column's type; null for text that is none. */
  read(text: string): SQL | null;
}

const orders: Record<ShelfOrder, Order> = {
  kept: {
    value: sql`${readerPapers.changedAt}`,
    ascends: false,
    // As text, which keeps the microseconds.
    read: (text) =>
      Number.isNaN(Date.parse(text.replace(/([+-]\d\d)$/, '$1:00'))) ? null : sql`${text}::timestamptz`,
  },
  newest: {
    value: sql`${papers.availableOn}`,
    ascends: false,
    read: (text) =>
      /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? sql`${text}::date` : null,
  },
  author: {
    value: sql`lower(left(coalesce(substring(${papers.authors}[1] from '[^ ]+$'), ''), 60))`,
    ascends: true,
    read: (text) => sql`${text.replaceAll('\0', '')}`,
  },
};

function behind(order: ShelfOrder, cursor: string): SQL {
  const [text, id] = readCursor(cursor);
  const { value, ascends, read } = orders[order];
  const at = read(text);
  if (!/^\d{1,14}$/.test(id) || !at) return sql`false`;
  return sql`(${value}, ${readerPapers.paperId}) ${ascends ? sql`>` : sql`<`} (${at}, ${id}::bigint)`;
}

const columns = {
  id: readerPapers.paperId,
  state: readerPapers.state,
  digestId: emailDigests.id,
  termId: searchTerms.id,
  term: searchTerms.term,
  at: readerPapers.changedAt,
  note: readerPapers.note,
  tags: readerPapers.tags,
  imported: readerPapers.imported,
  paper: readerPapers.shown,
  isCurrent: sql<boolean>`${papers.state} = 'current'`,
  notice: papers.notice,
};

type Row = Omit<ReaderPaperInput, 'id' | 'at' | 'later'> & {
  id: number;
  at: Date;
  order: string;
  isCurrent: boolean;
  notice: ReaderPaperInput['paper']['notice'] | null;
};

/** Rows as the API returns them, with what happened to each paper after it came. */
async function present(db: Db, userId: string, rows: Row[]): Promise<ReaderPaperInput[]> {
  const later = await laterOf(
    db,
    userId,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, at, order: _, isCurrent, notice, paper, ...row }) => ({
    ...row,
    id: String(id),
    at: at.toISOString(),
    later: later.get(id) ?? [],
    paper: {
      ...paper,
      id: String(id),
      retracted: !isCurrent || paper.retracted,
      ...(notice ? { notice } : {}),
    },
  }));
}
