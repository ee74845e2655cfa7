import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { paperEvents, papers, readerPapers } from '#platform/db/schema.ts';
import { isUuid } from '#platform/http/uuid.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import type { ShelfList } from '#shared/shelf/shelf.ts';
import { queryOf } from '../papers/document.ts';
import { isPaperId } from '../papers/row.ts';

/** Filters of a reader's shelf. */
export interface Chosen {
  state: ShelfList | 'all';
  /** Words that the reader typed. */
  q?: string;
  tag?: string | undefined;
  source?: SourceName | undefined;
  year?: number | undefined;
  termId?: string | undefined;
  only?: 'noted' | 'changed' | undefined;
  /** Only these papers; overrides all other filters. */
  ids?: string[] | undefined;
}

/** The condition on `reader_papers` joined with `papers`. */
export function isChosen(userId: string, { ids, ...asked }: Chosen): SQL | undefined {
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
    termId ? (isUuid(termId) ? eq(readerPapers.searchTermId, termId) : sql`false`) : undefined,
    only === 'noted' ? ne(readerPapers.note, '') : undefined,
    only === 'changed' ? hasChanged(userId) : undefined,
  );
}

/** The year in which the source made the paper available. */
export const yearOf = sql<number>`extract(year from ${papers.availableOn})::int`;

/**
 * Retracted, or changed in another way after it reached the reader. Looks up the events once for the whole shelf, not paper
 * by paper.
 */
const hasChanged = (userId: string): SQL => sql`(${papers.state} <> 'current' or ${readerPapers.paperId} in (
  select own.paper_id from ${readerPapers} own join ${paperEvents}
  on ${paperEvents.paperId} = own.paper_id and ${paperEvents.at} > own.added_at
  where own.user_id = ${userId}))`;
