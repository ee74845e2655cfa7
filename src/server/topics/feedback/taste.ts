import { and, desc, eq } from 'drizzle-orm';
import { paperFeedback, papers } from '#platform/db/schema.ts';
import type { Topic } from '#search/types.ts';
import type { Verdict } from '#shared/topics/feedback.ts';
import type { TopicsApp } from '../app.ts';

/** The ranking takes thirty words from the liked papers together: more papers would only blur them. */
const eachAtMost = 30;

/** The papers that a search term's reader liked and disliked, the latest of each, for the ranking to learn from. */
export async function tasteFor(
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
