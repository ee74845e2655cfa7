import { desc, eq, sql } from 'drizzle-orm';
import type { LearnedNames } from '#engine/core/types.ts';
import { foreignTerms, type TitlePair } from '#engine/names/foreignTerms.ts';
import { NarrowerNames } from '#engine/names/narrowerNames.ts';
import type { Db } from '#platform/db/open.ts';
import { papers } from '#platform/db/schema.ts';
import type { IndexedNames } from '#shared/papers/bibliography.ts';

/** Number of the newest records with names that are read. More would add little. */
const recordsAtMost = 100_000;
const foreignTitlesAtMost = 5000;
const otherTitlesAtMost = 4000;
/** Small enough that other requests in the process hardly notice a page if the database is embedded. */
const pageSize = 500;

/**
 * Other names from the records of the corpus: which substances belong to a class, and what words of other languages mean.
 * Reads page by page and yields to the event loop. Safe to run at any time.
 * @throws the reason of `signal` if it is aborted, between two pages
 */
export async function learnNames(db: Db, signal?: AbortSignal): Promise<LearnedNames> {
  const narrower = new NarrowerNames();
  const pairs: TitlePair[] = [];
  for await (const page of pagesOfNames(db)) {
    signal?.throwIfAborted();
    for (const { indexed, title } of page) {
      narrower.add(indexed);
      if (indexed.ownTitle && title && pairs.length < foreignTitlesAtMost)
        pairs.push({ own: indexed.ownTitle, english: title });
    }
  }
  const others = pairs.length > 0 ? await otherTitles(db, signal) : [];
  return { classes: await narrower.found(), terms: await foreignTerms(pairs, others) };
}

interface Row {
  day: string;
  source: string;
  source_id: string;
  indexed: IndexedNames;
  title: string | null;
  [column: string]: unknown;
}

async function* pagesOfNames(db: Db): AsyncGenerator<Row[]> {
  let last: Pick<Row, 'day' | 'source' | 'source_id'> = { day: '9999-12-31', source: '', source_id: '' };
  for (let read = 0; read < recordsAtMost; read += pageSize) {
    const { rows } = await db.execute<Row>(sql`
      select k.available_on::text as day, k.source, k.source_id, k.indexed,
        case when k.indexed ->> 'ownTitle' is not null
          then (select p.title from papers p where p.id = k.paper_id) end as title
      from paper_records k
      where k.indexed is not null
        and (k.available_on, k.source, k.source_id) < (${last.day}::date, ${last.source}, ${last.source_id})
      order by k.available_on desc, k.source desc, k.source_id desc
      limit ${pageSize}`);
    yield rows;
    if (rows.length < pageSize) return;
    last = rows.at(-1)!;
  }
}

/** Titles of the latest papers, which show what words are common. */
async function otherTitles(db: Db, signal?: AbortSignal): Promise<string[]> {
  const titles: string[] = [];
  while (titles.length < otherTitlesAtMost) {
    signal?.throwIfAborted();
    const rows = await db
      .select({ title: papers.title })
      .from(papers)
      .where(eq(papers.state, 'current'))
      .orderBy(desc(papers.firstSeenAt))
      .offset(titles.length)
      .limit(pageSize);
    titles.push(...rows.map(({ title }) => title));
    if (rows.length < pageSize) break;
  }
  return titles;
}
