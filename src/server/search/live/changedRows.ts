import { and, eq, gt, gte, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/open.ts';
import { papers } from '#platform/db/schema.ts';
import { fromBytes } from '#platform/db/vectorBytes.ts';
import { dayMs, timeBefore } from '#shared/time.ts';
import type { IndexPaper } from '../types.ts';

/** Which papers of the library an index is made of. */
export interface IndexScope {
  db: Db;
  now: () => Date;
  /** Days back from today that a paper's availability or its arrival in the library must fall into. */
  days?: number;
  /** At most this many papers, the latest to arrive: what bounds the memory. */
  most?: number;
}

/** Few enough that reading and handing over a page never holds up the process. */
const pageSize = 200;
const idPageSize = 4000;

/** The arrival before which papers are left out so that not more than `most` remain. */
export async function arrivedSince({ db, most = 60_000 }: IndexScope): Promise<Date | null> {
  const [row] = await db
    .select({ at: papers.firstSeenAt })
    .from(papers)
    .where(eq(papers.state, 'current'))
    .orderBy(sql`${papers.firstSeenAt} desc`)
    .offset(most)
    .limit(1);
  return row?.at ?? null;
}

/**
 * Rows of the window that have changed since the index knows them, by id, in pages, so that other queries get their
 * turn in between. Looked for by id and time alone: after a harvest of thousands the overlap brings them all again.
 */
export async function* changedRows(
  options: IndexScope,
  { known, after }: { known: ReadonlyMap<number, number>; after: number },
  since: Date | null,
): AsyncGenerator<Row[]> {
  const changed: number[] = [];
  for await (const page of changedIds(options, after, since))
    for (const { id, changedAt } of page) if (known.get(id) !== changedAt.getTime()) changed.push(id);
  changed.sort((one, other) => one - other);
  for (let from = 0; from < changed.length; from += pageSize)
    yield await options.db
      .select(columns)
      .from(papers)
      .where(inArray(papers.id, changed.slice(from, from + pageSize)))
      .orderBy(papers.id);
}

/** In the order of their index, so that the database goes through no other papers. */
async function* changedIds(options: IndexScope, mark: number, since: Date | null) {
  // As text: a time has microseconds here, and a date of JavaScript has not.
  let last = { moment: new Date(mark).toISOString(), id: 0 };
  for (;;) {
    const page = await options.db
      .select({ id: papers.id, changedAt: papers.changedAt, moment: sql<string>`${papers.changedAt}::text` })
      .from(papers)
      .where(
        and(
          sql`(${papers.changedAt}, ${papers.id}) > (${last.moment}::timestamptz, ${last.id}::bigint)`,
          within(options, since),
        ),
      )
      .orderBy(papers.changedAt, papers.id)
      .limit(idPageSize);
    yield page;
    if (page.length < idPageSize) return;
    last = page.at(-1)!;
  }
}

const columns = {
  id: papers.id,
  source: papers.source,
  title: papers.title,
  abstract: papers.abstract,
  journal: papers.journal,
  publicationTypes: papers.publicationTypes,
  availableOn: papers.availableOn,
  firstSeenAt: papers.firstSeenAt,
  changedAt: papers.changedAt,
  state: papers.state,
  lastAuthor: sql<string | null>`${papers.authors}[cardinality(${papers.authors})]`,
  impact: papers.impact,
  vector: papers.vector,
  vectorModel: papers.vectorModel,
};

export type Row = Pick<typeof papers.$inferSelect, Exclude<keyof typeof columns, 'lastAuthor'>> & {
  lastAuthor: string | null;
};

/** Papers that the window holds, of those that arrived after `since`. */
export function within(
  { now, days = 366 }: Pick<IndexScope, 'now' | 'days'>,
  since: Date | null,
): SQL | undefined {
  const from = timeBefore(now(), days * dayMs);
  return and(
    or(gte(papers.availableOn, from.toISOString().slice(0, 10)), gte(papers.firstSeenAt, from)),
    since ? gt(papers.firstSeenAt, since) : undefined,
  );
}

/** Papers of the index that are no longer in the window: deleted, merged into another, or grown old. */
export async function removedIds(
  options: IndexScope,
  known: ReadonlyMap<number, number>,
  since: Date | null,
): Promise<number[]> {
  if (known.size === 0) return [];
  const rows = await options.db
    .select({ id: papers.id })
    .from(papers)
    .where(and(eq(papers.state, 'current'), within(options, since)));
  const there = new Set(rows.map(({ id }) => id));
  return [...known.keys()].filter((id) => !there.has(id));
}

/** Vectors of another model than `vectorModel` are left out: they are not comparable with the topic's. */
export const indexPaper = (row: Row, vectorModel: string | null): IndexPaper => ({
  id: row.id,
  source: row.source,
  title: row.title,
  abstract: row.abstract,
  journal: row.journal,
  publicationTypes: row.publicationTypes,
  availableOn: row.availableOn,
  firstSeenAt: row.firstSeenAt.getTime(),
  lastAuthor: row.lastAuthor,
  impact: row.impact,
  vector:
    row.vector && vectorModel !== null && row.vectorModel === vectorModel ? fromBytes(row.vector) : null,
});
