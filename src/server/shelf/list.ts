import { and, asc, eq, gt, inArray, isNull, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '#kit/feature.ts';
import type { Db } from '#platform/db/open.ts';
import { emailDigests, paperEvents, papers, readerPapers, searchTerms } from '#platform/db/schema.ts';
import { hasId } from '#platform/http/uuid.ts';
import type { QueryOf, ResponseOf } from '#shared/contract/endpoint.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import type { ShelfList, ShelfOrder, shelfApi } from '#shared/shelf/shelf.ts';
import { day, storable } from '#shared/values/fields.ts';
import { pick, pluck } from '#shared/values/pick.ts';
import { cursorOf, isPaperId, type Page, queryOf, type ReaderPaperInput, readCursor } from './papers.ts';

type Query = QueryOf<typeof shelfApi.list>;

/** Filters of a reader's shelf. With `ids`, only these papers, whatever the other filters say. */
export type Chosen = Pick<Query, 'state'> &
  Partial<Omit<Query, 'state' | 'order' | 'limit'>> & { ids?: string[] | undefined };

type Asked = Chosen & Pick<Query, 'limit'> & Partial<Pick<Query, 'order'>>;

/**
 * A page of the papers that a reader answered or imported, with the total number, both from one statement.
 * @throws AppError `invalid` for a cursor that is none
 */
export async function answeredPage(
  app: App,
  userId: string,
  asked: Asked,
): Promise<Page & { total: number }> {
  const { rows, ...page } = await readPage(app, userId, asked);
  // After the last page there is no row with the count.
  const total = rows[0]?.total ?? (asked.cursor ? (await readFirst(app, userId, asked))?.total : 0);
  return { ...page, total: total ?? 0 };
}

const readFirst = async (app: App, userId: string, asked: Asked) =>
  (await readPage(app, userId, { ...asked, cursor: undefined, limit: 1 })).rows[0];

/**
 * A page without the total number.
 * @throws AppError `invalid` for a cursor that is none
 */
export async function pageOf(app: App, userId: string, asked: Asked): Promise<Page> {
  const { papers, next } = await readPage(app, userId, asked);
  return { papers, next };
}

async function readPage(
  { db }: App,
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
  const next = rows.length > limit && last ? cursorOf(last.order, last.id) : null;
  return { rows, papers: await present(db, userId, shown), next };
}

interface Order {
  value: SQL;
  ascends: boolean;
  /** Whether it needs the row of the work. */
  ofPapers: boolean;
  /** A cursor's value, and its type in the database. */
  cursor: z.ZodType<string>;
  type: SQL;
}

/** A time as PostgreSQL writes it: as text, which keeps the microseconds. */
const writtenTime = z
  .string()
  .regex(/[+-](?:0\d|1[0-4])(?::\d\d)?$/)
  .refine(
    (text) =>
      z.iso.datetime({ offset: true }).safeParse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
        .success,
  )
  .refine((text) => text >= '0002' && text < '9999');

const orders: Record<ShelfOrder, Order> = {
  kept: {
    ...{ value: sql`${readerPapers.changedAt}`, ascends: false, ofPapers: false },
    ...{ cursor: writtenTime, type: sql`timestamptz` },
  },
  newest: {
    ...{ value: sql`${papers.availableOn}`, ascends: false, ofPapers: true },
    ...{ cursor: day, type: sql`date` },
  },
  author: {
    value: sql`lower(left(coalesce(substring(${papers.authors}[1] from '[^ ]+$'), ''), 60))`,
    ...{ ascends: true, ofPapers: true, cursor: storable, type: sql`text` },
  },
};

function behind(order: ShelfOrder, cursor: string, hits: { value: SQLWrapper; paperId: SQLWrapper }): SQL {
  const { ascends, type, cursor: form } = orders[order];
  const [value, id] = readCursor(cursor, form);
  return sql`(${hits.value}, ${hits.paperId}) ${ascends ? sql`>` : sql`<`} (${value}::${type}, ${id}::bigint)`;
}

const columns = {
  ...pick(readerPapers, 'state note tags imported'),
  ...{ id: readerPapers.paperId, at: readerPapers.changedAt, paper: readerPapers.shown },
  ...{ digestId: emailDigests.id, termId: searchTerms.id, term: searchTerms.term, notice: papers.notice },
  isCurrent: sql<boolean>`${papers.state} = 'current'`,
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
  const later = rows.length ? await laterOf(db, userId, pluck(rows, 'id')) : null;
  return rows.map(({ id, at, order: _, total: __, isCurrent, notice, paper, ...row }) => ({
    ...row,
    id: String(id),
    at: at.toISOString(),
    later: (later?.get(id) ?? []).map(({ kind, at, detail, journal, url }) => ({
      ...{ kind, at: at.toISOString(), url: webAddress(detail.url) ?? url },
      journal: kind === 'now-published' ? journal : null,
    })),
    paper: { ...paper, id: String(id), retracted: !isCurrent || paper.retracted, ...(notice && { notice }) },
  }));
}

/** The condition on `reader_papers` joined with `papers`. */
function isChosen(userId: string, { ids, ...asked }: Chosen): SQL | undefined {
  const own = eq(readerPapers.userId, userId);
  if (ids) {
    const wanted = ids.filter(isPaperId).map(Number);
    return and(own, wanted.length ? inArray(readerPapers.paperId, wanted) : sql`false`);
  }
  const { state, q = '', tag, source, year, termId, only } = asked;
  const words = queryOf(q);
  return and(
    own,
    state === 'all' ? ne(readerPapers.state, 'new') : eq(readerPapers.state, state),
    words ? sql`${readerPapers.document} @@ ${words}` : undefined,
    tag ? sql`${readerPapers.tags} @> array[${tag}]` : undefined,
    source ? eq(papers.source, source) : undefined,
    year ? sql`${yearOf} = ${year}` : undefined,
    termId ? hasId(readerPapers.searchTermId, termId) : undefined,
    only === 'noted' ? ne(readerPapers.note, '') : undefined,
    only === 'changed' ? hasChanged(userId) : undefined,
  );
}

/** The year in which the source made the paper available. */
const yearOf = sql<number>`extract(year from ${papers.availableOn})::int`;

/**
 * Retracted, or changed in another way after it reached the reader. Looks up the events once for the whole shelf, not paper
 * by paper.
 */
const hasChanged = (userId: string): SQL => sql`(${papers.state} <> 'current' or ${readerPapers.paperId} in (
  select own.paper_id from ${readerPapers} own join ${paperEvents}
  on ${paperEvents.paperId} = own.paper_id and ${paperEvents.at} > own.added_at
  where own.user_id = ${userId}))`;

/** Events of a reader's papers after their arrival, oldest first, by paper. */
async function laterOf(db: Db, userId: string, paperIds: number[]) {
  const events = await db
    .select({ ...pick(paperEvents, 'paperId kind at detail'), ...pick(papers, 'journal url') })
    .from(readerPapers)
    .innerJoin(
      paperEvents,
      and(eq(paperEvents.paperId, readerPapers.paperId), gt(paperEvents.at, readerPapers.addedAt)),
    )
    .innerJoin(papers, eq(papers.id, readerPapers.paperId))
    .where(and(eq(readerPapers.userId, userId), inArray(readerPapers.paperId, paperIds)))
    .orderBy(asc(paperEvents.at), asc(paperEvents.id));
  return Map.groupBy(events, ({ paperId }) => paperId);
}

const webAddress = (url: unknown): string | null =>
  typeof url === 'string' && /^https?:\/\//i.test(url) ? url : null;

type Summary = ResponseOf<typeof shelfApi.summary>;

/** Maximum tags, topics and years beside the list. The search finds the others. */
const shownAtMost = 100;

/**
 * Number of papers in each list, and by tag, source, year and topic of the requested list, highest first. Reads the reader's
 * rows once for all counts.
 */
export async function shelfSummary(
  { db }: App,
  userId: string,
  { state }: { state: ShelfList | 'all' },
): Promise<Summary> {
  const { rows } = await db.execute<Count>(countsOf(userId, state));
  const by = Map.groupBy(rows, ({ of }) => of);
  const most = (of: Count['of']) =>
    (by.get(of) ?? []).toSorted((a, b) => b.papers - a.papers || ((a.key ?? '') < (b.key ?? '') ? -1 : 1));
  const one = (of: Count['of'], key: string | null = null) =>
    by.get(of)?.find((count) => count.key === key)?.papers ?? 0;
  return {
    states: { kept: one('state', 'kept'), done: one('state', 'done'), not: one('state', 'not') },
    noted: one('noted'),
    changed: one('changed'),
    tags: most('tag')
      .slice(0, shownAtMost)
      .map(({ key, papers }) => ({ tag: key!, papers })),
    sources: most('source').map(({ key, papers }) => ({ source: key as SourceName, papers })),
    years: most('year')
      .map(({ key, papers }) => ({ year: Number(key), papers }))
      .sort((a, b) => b.year - a.year)
      .slice(0, shownAtMost),
    terms: most('term')
      .slice(0, shownAtMost)
      .map(({ key, label, papers }) => ({ id: key!, term: label ?? '', papers })),
  };
}

interface Count extends Record<string, unknown> {
  of: 'state' | 'tag' | 'source' | 'year' | 'term' | 'noted' | 'changed';
  key: string | null;
  /** Of a topic. */
  label: string | null;
  papers: number;
}

const countsOf = (userId: string, state: ShelfList | 'all'): SQL => sql`
  with own as materialized (
    select ${readerPapers.paperId} paper_id, ${readerPapers.state} state, ${readerPapers.searchTermId} term_id,
      ${readerPapers.tags} tags, ${readerPapers.note} <> '' is_noted, ${readerPapers.addedAt} added_at
    from ${readerPapers} where ${readerPapers.userId} = ${userId}
  ), listed as materialized (
    select own.*, ${papers.source} source, ${yearOf} "year", ${papers.state} <> 'current' is_taken_back
    from own join ${papers} on ${papers.id} = own.paper_id
    where ${state === 'all' ? sql`own.state <> 'new'` : sql`own.state = ${state}`}
  )
  select 'state' "of", state "key", null "label", count(*)::int papers from own group by state
  union all select 'source', source, null, count(*)::int from listed group by source
  union all select 'year', "year"::text, null, count(*)::int from listed group by "year"
  union all select 'term', ${searchTerms.id}::text, ${searchTerms.term}, one.papers
    from (select term_id, count(*)::int papers from listed group by term_id) one
    join ${searchTerms} on ${searchTerms.id} = one.term_id and ${searchTerms.deletedAt} is null
  union all select 'tag', tag, null, count(*)::int from listed, unnest(tags) tag group by tag
  union all select 'noted', null, null, count(*)::int from listed where is_noted
  union all select 'changed', null, null, count(*)::int from listed where is_taken_back or paper_id in (
    select listed.paper_id from listed join ${paperEvents}
    on ${paperEvents.paperId} = listed.paper_id and ${paperEvents.at} > listed.added_at)`;
