import { and, asc, eq, sql } from 'drizzle-orm';
import { papers, screenedPapers, screenings, searchTerms } from '#platform/db/schema.ts';
import type { Decision } from '#shared/topics/screening.ts';
import type { ShelfApp } from '../app.ts';

interface ReaderScreening {
  from: string;
  startedAt: string;
  decisions: {
    paperId: string;
    title: string;
    decision: Decision;
    reason: string;
    decidedAt: string | null;
  }[];
}

/** A reader's screenings with their decisions, by topic. */
export async function screeningsOf(
  { db }: Pick<ShelfApp, 'db'>,
  userId: string,
): Promise<Map<string, ReaderScreening>> {
  const own = await db
    .select({ termId: screenings.searchTermId, from: screenings.from, startedAt: screenings.startedAt })
    .from(screenings)
    .innerJoin(searchTerms, eq(searchTerms.id, screenings.searchTermId))
    .where(eq(searchTerms.userId, userId));
  const decided = await db
    .select({
      termId: screenedPapers.searchTermId,
      paperId: screenedPapers.paperId,
      title: papers.title,
      decision: screenedPapers.decision,
      reason: screenedPapers.reason,
      decidedAt: screenedPapers.decidedAt,
    })
    .from(screenedPapers)
    .innerJoin(papers, eq(papers.id, screenedPapers.paperId))
    .innerJoin(searchTerms, eq(searchTerms.id, screenedPapers.searchTermId))
    .where(and(eq(searchTerms.userId, userId), sql`${screenedPapers.decision} is not null`))
    .orderBy(asc(screenedPapers.decidedAt), asc(screenedPapers.paperId));
  const byTopic = Map.groupBy(decided, ({ termId }) => termId);
  return new Map(
    own.map(({ termId, from, startedAt }) => [
      termId,
      {
        from,
        startedAt: startedAt.toISOString(),
        decisions: (byTopic.get(termId) ?? []).map(({ paperId, title, decision, reason, decidedAt }) => ({
          paperId: String(paperId),
          title,
          decision: decision!,
          reason,
          decidedAt: decidedAt?.toISOString() ?? null,
        })),
      },
    ]),
  );
}
