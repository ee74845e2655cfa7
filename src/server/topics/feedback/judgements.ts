import { desc, eq, inArray } from 'drizzle-orm';
import { paperFeedback, papers } from '#platform/db/schema.ts';
import type { JudgedPaper } from '#shared/topics/feedback.ts';
import type { TopicsApp } from '../app.ts';

/** What was said of papers for each of these search terms, the latest first. */
export async function judgedPapers(
  { db }: Pick<TopicsApp, 'db'>,
  termIds: string[],
): Promise<Map<string, JudgedPaper[]>> {
  const judged = new Map(termIds.map((id): [string, JudgedPaper[]] => [id, []]));
  if (!termIds.length) return judged;
  const rows = await db
    .select({
      termId: paperFeedback.searchTermId,
      paperId: papers.id,
      title: papers.title,
      verdict: paperFeedback.verdict,
      at: paperFeedback.createdAt,
    })
    .from(paperFeedback)
    .innerJoin(papers, eq(papers.id, paperFeedback.paperId))
    .where(inArray(paperFeedback.searchTermId, termIds))
    .orderBy(desc(paperFeedback.createdAt), desc(papers.id));
  for (const { termId, paperId, at, ...rest } of rows)
    judged.get(termId)!.push({ ...rest, paperId: String(paperId), at: at.toISOString() });
  return judged;
}

/** Forgets all that was said for a search term; how many papers that was. Safe to repeat. */
export async function forget({ db }: Pick<TopicsApp, 'db'>, termId: string): Promise<number> {
  const gone = await db
    .delete(paperFeedback)
    .where(eq(paperFeedback.searchTermId, termId))
    .returning({ paperId: paperFeedback.paperId });
  return gone.length;
}
