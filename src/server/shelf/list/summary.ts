import { eq, sql } from 'drizzle-orm';
import { papers, readerPapers, searchTerms } from '#platform/db/schema.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import type { ShelfList, shelfApi } from '#shared/shelf/shelf.ts';
import type { ShelfApp } from '../app.ts';
import { hasChanged, isChosen, yearOf } from './chosen.ts';

type Summary = ResponseOf<typeof shelfApi.summary>;

/** Tags, topics and years shown beside the list; more than these are found by the search. */
const shownAtMost = 100;

/** How many papers each list has, and each tag, source, year and topic of the asked one, most first. */
export async function shelfSummary(
  { db }: Pick<ShelfApp, 'db'>,
  userId: string,
  { state }: { state: ShelfList | 'all' },
): Promise<Summary> {
  const states = await db
    .select({ state: readerPapers.state, papers: sql<number>`count(*)::int` })
    .from(readerPapers)
    .where(eq(readerPapers.userId, userId))
    .groupBy(readerPapers.state);
  const inState = (wanted: ShelfList) => states.find(({ state }) => state === wanted)?.papers ?? 0;
  const chosen = isChosen(userId, { state });
  const tag = sql<string>`unnest(${readerPapers.tags})`;
  const tags = db
    .select({ tag: tag.as('tag') })
    .from(readerPapers)
    .where(chosen)
    .as('tags');
  return {
    states: { kept: inState('kept'), done: inState('done'), not: inState('not') },
    ...(await groupsOf({ db }, chosen)),
    tags: await db
      .select({ tag: tags.tag, papers: sql<number>`count(*)::int` })
      .from(tags)
      .groupBy(tags.tag)
      .orderBy(sql`2 desc, 1`)
      .limit(shownAtMost),
  };
}

interface Group {
  source: SourceName | null;
  year: number | null;
  term_id: string | null;
  term: string | null;
  papers: number;
  noted: number;
  changed: number;
  /** 0 where the row is about a source, a year, a topic. */
  of_source: number;
  of_year: number;
  of_term: number;
}

/** Sources, years, topics and marks in one reading of the list. */
async function groupsOf(
  { db }: Pick<ShelfApp, 'db'>,
  chosen: ReturnType<typeof isChosen>,
): Promise<Omit<Summary, 'states' | 'tags'>> {
  const { rows } = await db.execute(sql`
    select source, year, term_id, term, count(*)::int papers, (count(*) filter (where is_noted))::int noted,
      (count(*) filter (where is_changed))::int changed,
      grouping(source) of_source, grouping(year) of_year, grouping(term_id) of_term
    from (
      select ${papers.source} source, ${yearOf} "year", ${searchTerms.id} term_id, ${searchTerms.term} term,
        ${readerPapers.note} <> '' is_noted, ${hasChanged} is_changed
      from ${readerPapers} join ${papers} on ${papers.id} = ${readerPapers.paperId}
      left join ${searchTerms} on ${searchTerms.id} = ${readerPapers.searchTermId} and ${searchTerms.deletedAt} is null
      where ${chosen}) one
    group by grouping sets ((), (source), (year), (term_id, term))`);
  const groups = rows as unknown as Group[];
  const most = groups.toSorted((a, b) => b.papers - a.papers);
  const all = groups.find((one) => one.of_source && one.of_year && one.of_term);
  return {
    noted: all?.noted ?? 0,
    changed: all?.changed ?? 0,
    sources: most.flatMap(({ source, papers, of_source }) =>
      !of_source && source ? { source, papers } : [],
    ),
    years: groups
      .flatMap(({ year, papers, of_year }) => (!of_year && year ? { year, papers } : []))
      .sort((a, b) => b.year - a.year)
      .slice(0, shownAtMost),
    terms: most
      .flatMap(({ term_id, term, papers, of_term }) =>
        !of_term && term_id ? { id: term_id, term: term ?? '', papers } : [],
      )
      .slice(0, shownAtMost),
  };
}
