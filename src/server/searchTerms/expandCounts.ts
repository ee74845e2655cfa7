import { sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { emailDigests } from '../db/schema.ts';
import type { TermRow } from './term.ts';

/** For each term the papers of its newest digest that each phrase of its expansion brought, by phrase. */
export async function expansionCounts(
  { db }: Pick<App, 'db'>,
  terms: Pick<TermRow, 'id'>[],
): Promise<Map<string, Record<string, number>>> {
  const counts = new Map<string, Record<string, number>>();
  if (!terms.length) return counts;
  const ids = sql.join(
    terms.map(({ id }) => sql`${id}`),
    sql`, `,
  );
  const { rows } = await db.execute<{ term: string; phrase: string; papers: number }>(sql`
    select newest.search_term_id as term, phrase, count(*)::int as papers
    from (
      select distinct on (search_term_id) search_term_id, papers_data
      from ${emailDigests}
      where search_term_id in (${ids}) and digest_type in ('immediate', 'weekly')
        and jsonb_typeof(papers_data) = 'array'
      order by search_term_id, period_end desc
    ) as newest
    cross join jsonb_array_elements(newest.papers_data) as paper
    cross join jsonb_array_elements_text(coalesce(paper -> 'why' -> 'expanded', '[]'::jsonb)) as phrase
    group by newest.search_term_id, phrase`);
  for (const { term, phrase, papers } of rows) counts.set(term, { ...counts.get(term), [phrase]: papers });
  return counts;
}
