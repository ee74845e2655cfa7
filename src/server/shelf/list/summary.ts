import { type SQL, sql } from 'drizzle-orm';
import { paperEvents, papers, readerPapers, searchTerms } from '#platform/db/schema.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import type { ShelfList, shelfApi } from '#shared/shelf/shelf.ts';
import type { ShelfApp } from '../app.ts';
import { yearOf } from './chosen.ts';

type Summary = ResponseOf<typeof shelfApi.summary>;

/** Maximum tags, topics and years beside the list. The search finds the others. */
const shownAtMost = 100;

/**
 * Number of papers in each list, and by tag, source, year and topic of the requested list, highest first. Reads the reader's
 * rows once for all counts.
 */
export async function shelfSummary(
  { db }: Pick<ShelfApp, 'db'>,
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
