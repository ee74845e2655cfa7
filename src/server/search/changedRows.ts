import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { inWindow } from '#corpus/works/works.ts';
import type { IndexPaper } from '#engine/core/types.ts';
import type { Db } from '#platform/db/open.ts';
import { paperRecords, papers } from '#platform/db/schema.ts';
import { fromBytes } from '#platform/db/vectorBytes.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import { pick } from '#shared/values/pick.ts';

/** The papers of the corpus that an index covers. */
export interface IndexScope {
  db: Db;
  now: () => Date;
  /** Days back from today; see `inWindow`. */
  days?: number;
  /** Maximum number of papers, keeping the latest to arrive. Limits the memory. */
  most?: number;
}

/** Small enough that reading and posting a page does not block the event loop. */
const pageSize = 200;
const idPageSize = 4000;

/** Papers that arrived before this moment are left out, so that at most `most` remain; null if all fit. */
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
 * Rows in scope that are newer than the indexed version, ordered by id, in pages, so that other queries run in between.
 * Reads ids and times first, because after a large harvest the overlap returns thousands of unchanged rows.
 */
export async function* changedRows(
  options: IndexScope,
  { versions, after }: { versions: ReadonlyMap<number, number>; after: number },
  since: Date | null,
): AsyncGenerator<Row[]> {
  const changed: number[] = [];
  for await (const page of changedIds(options, after, since))
    for (const { id, changedAt } of page) if (versions.get(id) !== changedAt.getTime()) changed.push(id);
  changed.sort((one, other) => one - other);
  for (let from = 0; from < changed.length; from += pageSize)
    yield await options.db
      .select(columns)
      .from(papers)
      .where(inArray(papers.id, changed.slice(from, from + pageSize)))
      .orderBy(papers.id);
}

/** Ordered by (changed_at, id) like the database index, so that the database reads no other rows. */
async function* changedIds(options: IndexScope, after: number, since: Date | null) {
  // As text: PostgreSQL's timestamps have microseconds, JavaScript's dates do not.
  let last = { moment: new Date(after).toISOString(), id: 0 };
  for (;;) {
    const page = await options.db
      .select({ id: papers.id, changedAt: papers.changedAt, moment: sql<string>`${papers.changedAt}::text` })
      .from(papers)
      .where(
        and(
          sql`(${papers.changedAt}, ${papers.id}) > (${last.moment}::timestamptz, ${last.id}::bigint)`,
          inScope(options, since),
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
  listedBy: sql<
    SourceName[]
  >`array(select distinct k.source from ${paperRecords} k where k.paper_id = ${papers.id})`,
  ...pick(papers, 'title abstract journal publicationTypes availableOn firstSeenAt changedAt state'),
  ...pick(papers, 'authors impact vector vectorModel'),
};

export type Row = Pick<typeof papers.$inferSelect, Exclude<keyof typeof columns, 'listedBy'>> & {
  listedBy: SourceName[];
};

const inScope = ({ now, days }: IndexScope, since: Date | null): SQL | undefined =>
  and(inWindow(now(), days), since ? gt(papers.firstSeenAt, since) : undefined);

/** Indexed papers that are no longer in scope: deleted, merged into another, or too old. */
export async function removedIds(
  options: IndexScope,
  versions: ReadonlyMap<number, number>,
  since: Date | null,
): Promise<number[]> {
  if (versions.size === 0) return [];
  const rows = await options.db
    .select({ id: papers.id })
    .from(papers)
    .where(and(eq(papers.state, 'current'), inScope(options, since)));
  const there = new Set(rows.map(({ id }) => id));
  return [...versions.keys()].filter((id) => !there.has(id));
}

/**
 * A row in the form that the index takes. Leaves out vectors of another model than `vectorModel`, because they are not
 * comparable.
 */
export const indexPaper = (row: Row, vectorModel: string | null): IndexPaper => ({
  id: row.id,
  source: row.source,
  // Only tests and scripts insert a work without a record.
  listedBy: row.listedBy.length ? row.listedBy : [row.source],
  title: row.title,
  abstract: row.abstract,
  journal: row.journal,
  publicationTypes: row.publicationTypes,
  availableOn: row.availableOn,
  firstSeenAt: row.firstSeenAt.getTime(),
  authors: row.authors,
  impact: row.impact,
  vector:
    row.vector && vectorModel !== null && row.vectorModel === vectorModel ? fromBytes(row.vector) : null,
});
