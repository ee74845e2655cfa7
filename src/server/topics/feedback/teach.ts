import { and, eq, sql } from 'drizzle-orm';
import { deliveredPapers, paperFeedback } from '#platform/db/schema.ts';
import type { TopicsApp } from '../app.ts';
import { judgementsAtMost } from './judge.ts';

/**
 * Adds the reader's papers to a topic as liked ones, in order, as many as it can have. Keeps existing judgements and skips
 * deleted papers. Idempotent.
 * The caller checks that the topic is the reader's.
 */
export async function teachWith(
  { db, now }: Pick<TopicsApp, 'db' | 'now'>,
  termId: string,
  paperIds: readonly number[],
): Promise<void> {
  await db.execute(sql`
    insert into paper_feedback (search_term_id, paper_id, verdict, created_at)
    select ${termId}::uuid, p.id, 'more', ${now().toISOString()}::timestamptz
    from json_array_elements_text(${JSON.stringify(paperIds)}::json) with ordinality as seed (id, place)
    join papers p on p.id = seed.id::bigint
    where not exists (
      select from paper_feedback f where f.search_term_id = ${termId} and f.paper_id = p.id)
    order by seed.place
    limit greatest(0, ${judgementsAtMost}::int
      - (select count(*) from paper_feedback f where f.search_term_id = ${termId}))
    on conflict do nothing`);
}

/** Whether the topic learned from papers outside its digests: its seeds, or papers added later. */
export async function beganWithPapers({ db }: Pick<TopicsApp, 'db'>, termId: string): Promise<boolean> {
  const [own] = await db
    .select({ paperId: paperFeedback.paperId })
    .from(paperFeedback)
    .where(
      and(
        eq(paperFeedback.searchTermId, termId),
        sql`not exists (select from ${deliveredPapers} where ${and(
          eq(deliveredPapers.searchTermId, paperFeedback.searchTermId),
          eq(deliveredPapers.paperId, paperFeedback.paperId),
        )})`,
      ),
    )
    .limit(1);
  return own !== undefined;
}
