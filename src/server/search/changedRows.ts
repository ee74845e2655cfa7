import { and, between, eq, gt, gte, inArray, type SQL, sql } from 'drizzle-orm';
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
  /** Maximum number of papers, keeping the latest to arrive. Limits the memory. */
  most?: number;
}

/** Small enough that reading and posting a page does not block the event loop. */
const pageSize = 200;
/** Ids that are compared at once. */
const rangeSize = 1000;

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

/** What an index holds: `changed_at` in milliseconds by id. Rows that changed before `after` are known to be in it. */
type Held = { versions: ReadonlyMap<number, number>; after: number };

/** Rows in scope that are newer than the indexed version, ordered by id, in pages, so that other queries run in between. */
export async function* changedRows(
  options: IndexScope,
  held: Held,
  since: Date | null,
): AsyncGenerator<Row[]> {
  const changed = await changedIds(options, held, since);
  for (let from = 0; from < changed.length; from += pageSize)
    yield await options.db
      .select(columns)
      .from(papers)
      .where(inArray(papers.id, changed.slice(from, from + pageSize)))
      .orderBy(papers.id);
}

/**
 * Compares ranges of ids by their sums, and rows only in ranges that differ: after a large harvest the overlap holds
 * tens of thousands of rows that have not changed since.
 */
async function changedIds(options: IndexScope, { versions, after }: Held, since: Date | null) {
  const recent = and(gte(papers.changedAt, new Date(after)), inScope(options, since));
  const range = sql<number>`(${papers.id} / ${sql.raw(String(rangeSize))})::int`;
  const ms = sql`round(date_part('epoch', date_trunc('milliseconds', ${papers.changedAt})) * 1000)`;
  const ranges = await options.db
    .select({
      range,
      sum: sql<number | null>`sum(${ms} + ${papers.id}) filter (where ${papers.state} = 'current')`,
    })
    .from(papers)
    .where(recent)
    .groupBy(range)
    .orderBy(range);
  // As at most calls: nothing has changed lately.
  if (!ranges.length) return [];
  const sums = new Map<number, number>();
  for (const [id, at] of versions)
    if (at >= after) {
      const range = Math.floor(id / rangeSize);
      sums.set(range, (sums.get(range) ?? 0) + at + id);
    }
  const changed: number[] = [];
  for (const { range, sum } of ranges) {
    if (sum === sums.get(range)) continue;
    const rows = await options.db
      .select({ id: papers.id, changedAt: papers.changedAt })
      .from(papers)
      .where(and(between(papers.id, range * rangeSize, (range + 1) * rangeSize - 1), recent));
    for (const { id, changedAt } of rows) if (versions.get(id) !== changedAt.getTime()) changed.push(id);
  }
  return changed.sort((one, other) => one - other);
}

const columns = {
  id: papers.id,
  source: papers.source,
  listedBy: sql<
    SourceName[]
  >`array(select distinct k.source from ${paperRecords} k where k.paper_id = ${papers.id})`,
  orcids: sql<string[]>`array(select jsonb_path_query(${papers.bibliography}, '$.names[*].orcid') #>> '{}')`,
  ...pick(papers, 'title abstract journal publicationTypes availableOn firstSeenAt changedAt state'),
  ...pick(papers, 'authors impact vector vectorModel'),
};

export type Row = Pick<typeof papers.$inferSelect, Exclude<keyof typeof columns, 'listedBy' | 'orcids'>> & {
  listedBy: SourceName[];
  orcids: string[];
};

const inScope = ({ now }: IndexScope, since: Date | null): SQL | undefined =>
  and(inWindow(now()), since ? gt(papers.firstSeenAt, since) : undefined);

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
  ...pick(row, 'id source title abstract journal publicationTypes availableOn authors orcids impact'),
  // Only tests and scripts insert a work without a record.
  listedBy: row.listedBy.length ? row.listedBy : [row.source],
  firstSeenAt: row.firstSeenAt.getTime(),
  vector:
    row.vector && vectorModel !== null && row.vectorModel === vectorModel ? fromBytes(row.vector) : null,
});
