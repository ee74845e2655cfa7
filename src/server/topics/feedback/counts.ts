import { count, sql } from 'drizzle-orm';
import { prepared } from '#platform/db/prepared.ts';
import { paperFeedback } from '#platform/db/schema.ts';
import type { Verdict } from '#shared/topics/feedback.ts';
import type { TopicsApp } from '../app.ts';

/** For each of these search terms, how many papers its reader asked for more of, and less of. */
export async function feedbackCounts(
  { db }: Pick<TopicsApp, 'db'>,
  terms: { id: string }[],
): Promise<Map<string, Record<Verdict, number>>> {
  const counts = new Map(terms.map(({ id }) => [id, { more: 0, less: 0 }]));
  if (!terms.length) return counts;
  const rows = await statements(db).counts.execute({ ids: [...counts.keys()] });
  for (const { termId, verdict, papers } of rows) counts.get(termId)![verdict] = papers;
  return counts;
}

const statements = prepared((db) => ({
  counts: db
    .select({ termId: paperFeedback.searchTermId, verdict: paperFeedback.verdict, papers: count() })
    .from(paperFeedback)
    .where(sql`${paperFeedback.searchTermId} = any(${sql.placeholder('ids')}::uuid[])`)
    .groupBy(paperFeedback.searchTermId, paperFeedback.verdict)
    .prepare('feedback_counts'),
}));
