import { sql } from 'drizzle-orm';
import { prepared } from '#platform/db/prepared.ts';
import { emailDigests } from '#platform/db/schema.ts';
import type { TopicsApp } from '../app.ts';
import type { TopicRow } from '../topic/topic.ts';

/** For each term the papers of its newest digest that each phrase of its expansion brought, by phrase. */
export async function expansionCounts(
  { db }: Pick<TopicsApp, 'db'>,
  terms: Pick<TopicRow, 'id'>[],
): Promise<Map<string, Record<string, number>>> {
  const counts = new Map<string, Record<string, number>>();
  if (!terms.length) return counts;
  const rows = await statements(db).counts.execute({ ids: terms.map(({ id }) => id) });
  for (const { term, phrase, papers } of rows) counts.set(term, { ...counts.get(term), [phrase]: papers });
  return counts;
}

const statements = prepared((db) => {
  const newest = sql`(
      select distinct on (search_term_id) search_term_id, papers_data
      from ${emailDigests}
      where search_term_id = any(${sql.placeholder('ids')}::uuid[]) and digest_type in ('immediate', 'weekly')
      order by search_term_id, period_end desc
    ) as newest
    cross join jsonb_array_elements(
      case when jsonb_typeof(newest.papers_data) = 'array' then newest.papers_data else '[]'::jsonb end) as paper
    cross join jsonb_array_elements_text(coalesce(paper -> 'why' -> 'expanded', '[]'::jsonb)) as phrase`;
  return {
    counts: db
      .select({
        term: sql<string>`newest.search_term_id`,
        phrase: sql<string>`phrase`,
        papers: sql<number>`count(*)::int`,
      })
      .from(newest)
      .groupBy(sql`newest.search_term_id, phrase`)
      .prepare('expansion_counts'),
  };
});
