import { sql } from 'drizzle-orm';
import type { TopicsApp } from '../app.ts';
import type { Mailed } from './link.ts';

/**
 * Once a reader answers a close match that a digest had no room for, the match counts as sent with that digest, so that it
 * is no longer new. Does nothing for any other paper. Idempotent.
 */
export async function countAsSent(
  { db, now }: Pick<TopicsApp, 'db' | 'now'>,
  { termId, paperId }: Mailed,
): Promise<void> {
  await db.execute(sql`
    insert into delivered_papers (search_term_id, paper_id, digest_id, delivered_at)
    select d.search_term_id, p.id, d.id, ${now().toISOString()}::timestamptz
    from email_digests d join papers p on p.id = ${paperId}
    where d.search_term_id = ${termId} and d.further_matches @> ${JSON.stringify([{ id: paperId }])}::jsonb
    order by d.created_at desc limit 1
    on conflict do nothing`);
}
