import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import { prepared } from '#platform/db/prepared.ts';
import { paperFeedback, papers } from '#platform/db/schema.ts';
import type { Topic } from '#search/types.ts';
import type { JudgedPaper, Verdict } from '#shared/topics/feedback.ts';
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

/** The ranking takes thirty words from the liked papers together: more papers would only blur them. */
const eachAtMost = 30;

/** The papers that a search term's reader liked and disliked, the latest of each, for the ranking to learn from. */
export async function relevanceFeedbackFor(
  app: Pick<TopicsApp, 'db'>,
  termId: string,
): Promise<Pick<Topic, 'liked' | 'disliked'>> {
  return { liked: await latest(app, termId, 'more'), disliked: await latest(app, termId, 'less') };
}

const latest = ({ db }: Pick<TopicsApp, 'db'>, termId: string, verdict: Verdict): Promise<Topic['liked']> =>
  db
    .select({ id: papers.id, title: papers.title, abstract: papers.abstract })
    .from(paperFeedback)
    .innerJoin(papers, eq(papers.id, paperFeedback.paperId))
    .where(and(eq(paperFeedback.searchTermId, termId), eq(paperFeedback.verdict, verdict)))
    .orderBy(desc(paperFeedback.createdAt), desc(papers.id))
    .limit(eachAtMost);

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
