import { eq, sql } from 'drizzle-orm';
import { prepared } from '#platform/db/prepared.ts';
import { emailDigests, searchTerms } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Expansion } from '#shared/topics/searchTerm.ts';
import type { TopicsApp } from '../app.ts';
import { stillThere, type TopicRow, topicOf } from '../topic/topic.ts';
import { keyOf } from './abbreviations.ts';
import { chosen, cleanPhrase, weights } from './phrases.ts';

/**
 * Makes these phrases the term's expansion, permanently: what it had keeps its weight, what is new is the reader's own.
 * The next digest is searched and ranked by them.
 */
export async function changeExpansion(
  app: Pick<TopicsApp, 'db' | 'now'>,
  reader: Pick<Reader, 'id'>,
  id: string,
  phrases: { phrase: string }[],
): Promise<TopicRow> {
  const term = await topicOf(app, reader.id, id);
  const held = new Map(term.expansion.map((one) => [keyOf(one.phrase), one]));
  const wanted = phrases.map(({ phrase }): Expansion => {
    const clean = cleanPhrase(phrase);
    if (!clean)
      throw new AppError(
        'invalid',
        `“${phrase}” cannot be searched for. Please enter a word or a short phrase.`,
      );
    return (
      held.get(keyOf(clean)) ?? { phrase: clean, kind: 'related', from: 'reader', weight: weights.reader }
    );
  });
  const [changed] = await app.db
    .update(searchTerms)
    .set({ expansion: chosen(term.term, wanted), expandedAt: app.now() })
    .where(eq(searchTerms.id, term.id))
    .returning();
  return stillThere(changed);
}

/** By topic: how many papers of its newest digest contain each phrase of the expansion. */
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
