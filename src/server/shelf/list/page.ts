import { and, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
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
 * A page of the papers that a reader answered or imported, with the total number, both from one statement.
 * @throws AppError `invalid` for a cursor that is none
 */
export async function answeredPage(
  app: Pick<ShelfApp, 'db'>,
  userId: string,
  asked: Asked,
): Promise<Page & { total: number }> {
  const { rows, ...page } = await readPage(app, userId, asked);
  // After the last page there is no row with the count.
  const total = rows[0]?.total ?? (asked.cursor ? (await readFirst(app, userId, asked))?.total : 0);
  return { ...page, total: total ?? 0 };
}

const readFirst = async (app: Pick<ShelfApp, 'db'>, userId: string, asked: Asked) =>
  (await readPage(app, userId, { ...asked, cursor: undefined, limit: 1 })).rows[0];

/**
 * A page without the total number.
 * @throws AppError `invalid` for a cursor that is none
 */
export async function pageOf(app: Pick<ShelfApp, 'db'>, userId: string, asked: Asked): Promise<Page> {
  const { papers, next } = await readPage(app, userId, asked);
  return { papers, next };
}

async function readPage(
  { db }: Pick<ShelfApp, 'db'>,
  userId: string,
  { order = 'kept', cursor, limit, ...chosen }: Asked,
): Promise<Page & { rows: Row[] }> {
  const { value, ascends, ofPapers } = orders[order];
  const direction = ascends ? sql`asc` : sql`desc`;
  const matching = db
    .select({ paperId: sql<number>`${readerPapers.paperId}`.as('hit_id'), value: value.as('hit_value') })
    .from(readerPapers)
    .$dynamic();
  // Works are wide rows, and most lists do not need them.
  if (ofPapers || chosen.source || chosen.year || chosen.only === 'changed')
    matching.innerJoin(papers, eq(papers.id, readerPapers.paperId));
  const hits = db.$with('hits').as(matching.where(isChosen(userId, chosen)));
  const shownHits = db
    .select()
    .from(hits)
    .where(cursor === undefined ? undefined : behind(order, cursor, hits))
    .orderBy(sql`${hits.value} ${direction}, ${hits.paperId} ${direction}`)
    .limit(limit + 1)
    .as('shown_hits');
  const rows = await db
    .with(hits)
    .select({
      ...columns,
      order: sql<string>`${shownHits.value}::text`,
      total: sql<number>`(select count(*)::int from ${hits})`,
    })
    .from(shownHits)
    .innerJoin(
      readerPapers,
      and(eq(readerPapers.userId, userId), eq(readerPapers.paperId, shownHits.paperId)),
    )
    .innerJoin(papers, eq(papers.id, shownHits.paperId))
    .leftJoin(searchTerms, and(eq(searchTerms.id, readerPapers.searchTermId), isNull(searchTerms.deletedAt)))
    .leftJoin(emailDigests, eq(emailDigests.id, readerPapers.digestId))
    .orderBy(sql`${shownHits.value} ${direction}, ${shownHits.paperId} ${direction}`);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows,
    papers: await present(db, userId, shown),
    next: rows.length > limit && last ? cursorOf(last.order, last.id) : null,
  };
}

interface Order {
  value: SQL;
  ascends: boolean;
  /** Whether it needs the row of the work. */
  ofPapers: boolean;
  /** The value of a cursor in the column's type; null for invalid text. */
  read(text: string): SQL | null;
}

const orders: Record<ShelfOrder, Order> = {
  kept: {
    value: sql`${readerPapers.changedAt}`,
    ascends: false,
    ofPapers: false,
    // As text, which keeps the microseconds.
    read: (text) =>
      Number.isNaN(Date.parse(text.replace(/([+-]\d\d)$/, '$1:00'))) ? null : sql`${text}::timestamptz`,
  },
  newest: {
    value: sql`${papers.availableOn}`,
    ascends: false,
    ofPapers: true,
    read: (text) =>
      /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? sql`${text}::date` : null,
  },
  author: {
    value: sql`lower(left(coalesce(substring(${papers.authors}[1] from '[^ ]+$'), ''), 60))`,
    ascends: true,
    ofPapers: true,
    read: (text) => sql`${text.replaceAll('\0', '')}`,
  },
};

function behind(order: ShelfOrder, cursor: string, hits: { value: SQLWrapper; paperId: SQLWrapper }): SQL {
  const [text, id] = readCursor(cursor);
  const { ascends, read } = orders[order];
  const at = read(text);
  if (!/^\d{1,14}$/.test(id) || !at) return sql`false`;
  return sql`(${hits.value}, ${hits.paperId}) ${ascends ? sql`>` : sql`<`} (${at}, ${id}::bigint)`;
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
  /** Number of papers on all pages. */
  total: number;
  isCurrent: boolean;
  notice: ReaderPaperInput['paper']['notice'] | null;
};

/** Rows as the API returns them, with the events of each paper after its arrival. */
async function present(db: Db, userId: string, rows: Row[]): Promise<ReaderPaperInput[]> {
  const later = await laterOf(
    db,
    userId,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, at, order: _, total: __, isCurrent, notice, paper, ...row }) => ({
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
