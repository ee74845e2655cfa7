import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { deliveredPapers, paperFeedback, papers, searchTerms } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { LinkedPaper, Verdict } from '#shared/topics/feedback.ts';
import type { TopicsApp } from '../app.ts';
import { countAsSent } from './further.ts';
import type { Mailed } from './link.ts';

/** Judgements kept per topic; one more drops the oldest. The ranking reads far fewer. */
export const judgementsAtMost = 200;

/**
 * Stores a reader's judgement of a paper for a topic; null removes it. The latest judgement counts; idempotent.
 * The caller checks that the topic is the reader's.
 * @throws AppError `not_found` for a paper that no digest of the topic listed and that the topic did not begin with.
 */
export const judge = (
  app: Pick<TopicsApp, 'db' | 'now'>,
  mailed: Mailed,
  verdict: Verdict | null,
): Promise<void> =>
  transaction(app, async (app) => {
    const { db, now } = app;
    await countAsSent(app, mailed);
    // Keep the work from being merged into another while we write.
    const { paperId } = found(await mailedPaper(db, mailed).for('key share', { of: papers }));
    const one = { searchTermId: mailed.termId, paperId };
    if (verdict === null) {
      await db.delete(paperFeedback).where(isThe(one));
      return;
    }
    const judgement = { verdict, createdAt: now() };
    await db
      .insert(paperFeedback)
      .values({ ...one, ...judgement })
      .onConflictDoUpdate({ target: [paperFeedback.searchTermId, paperFeedback.paperId], set: judgement });
    await dropOldest(db, mailed.termId);
  });

/**
 * The paper of a link and its judgement.
 * @throws AppError `not_found` if the topic has been deleted.
 */
export async function linkedPaper({ db }: Pick<TopicsApp, 'db'>, mailed: Mailed): Promise<LinkedPaper> {
  const { paperId, title, term } = found(await mailedPaper(db, mailed));
  const [judgement] = await db
    .select({ verdict: paperFeedback.verdict })
    .from(paperFeedback)
    .where(isThe({ searchTermId: mailed.termId, paperId }));
  return { title, term, verdict: judgement?.verdict ?? null };
}

/** The paper under its work's current id, if it was delivered for a topic that still exists, or is judged: some topics begin with papers. */
function mailedPaper(db: TopicsApp['db'], { termId, paperId }: Mailed) {
  const current = sql`coalesce((select i.paper_id from paper_identifiers i where i.kind = 'joined' and i.value = ${String(paperId)}), ${paperId}::bigint)`;
  return db
    .select({ paperId: papers.id, title: papers.title, term: searchTerms.term })
    .from(papers)
    .innerJoin(searchTerms, eq(searchTerms.id, termId))
    .where(
      and(
        eq(papers.id, current),
        isNull(searchTerms.deletedAt),
        or(
          sql`exists (select from ${deliveredPapers} where ${and(
            eq(deliveredPapers.searchTermId, termId),
            eq(deliveredPapers.paperId, papers.id),
          )})`,
          sql`exists (select from ${paperFeedback} where ${and(
            eq(paperFeedback.searchTermId, termId),
            eq(paperFeedback.paperId, papers.id),
          )})`,
        ),
      ),
    );
}

function found<T>([mailed]: T[]): T {
  if (!mailed) throw new AppError('not_found', 'This paper was not in a digest of this search term.');
  return mailed;
}

const isThe = ({ searchTermId, paperId }: { searchTermId: string; paperId: number }) =>
  and(eq(paperFeedback.searchTermId, searchTermId), eq(paperFeedback.paperId, paperId));

async function dropOldest(db: TopicsApp['db'], termId: string): Promise<void> {
  const beyond = db
    .select({ paperId: paperFeedback.paperId })
    .from(paperFeedback)
    .where(eq(paperFeedback.searchTermId, termId))
    .orderBy(desc(paperFeedback.createdAt), desc(paperFeedback.paperId))
    .offset(judgementsAtMost);
  await db
    .delete(paperFeedback)
    .where(and(eq(paperFeedback.searchTermId, termId), inArray(paperFeedback.paperId, beyond)));
}
