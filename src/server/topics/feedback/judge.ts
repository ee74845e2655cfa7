import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { deliveredPapers, paperFeedback, papers, searchTerms } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { LinkedPaper, Verdict } from '#shared/topics/feedback.ts';
import type { TopicsApp } from '../app.ts';
import type { Mailed } from './link.ts';

/** Kept for one search term; with one more the oldest goes. The ranking reads far fewer. */
const atMost = 200;

/**
 * Keeps what a reader says of a paper for a search term; null takes it back. The last word counts, so it is safe to
 * repeat. Whether the term is the reader's is for the caller to know.
 * @throws AppError `not_found` for a paper that no digest of the term brought.
 */
export const say = (
  app: Pick<TopicsApp, 'db' | 'now'>,
  mailed: Mailed,
  verdict: Verdict | null,
): Promise<void> =>
  transaction(app, async ({ db, now }) => {
    // While it is written about, its work cannot be taken up in another.
    const { paperId } = found(await mailedPaper(db, mailed).for('key share', { of: papers }));
    const one = { searchTermId: mailed.termId, paperId };
    if (verdict === null) {
      await db.delete(paperFeedback).where(isThe(one));
      return;
    }
    const said = { verdict, createdAt: now() };
    await db
      .insert(paperFeedback)
      .values({ ...one, ...said })
      .onConflictDoUpdate({ target: [paperFeedback.searchTermId, paperFeedback.paperId], set: said });
    await dropOldest(db, mailed.termId);
  });

/**
 * The paper of a link, and what was said of it.
 * @throws AppError `not_found` when the topic was deleted since.
 */
export async function linkedPaper({ db }: Pick<TopicsApp, 'db'>, mailed: Mailed): Promise<LinkedPaper> {
  const { paperId, title, term } = found(await mailedPaper(db, mailed));
  const [said] = await db
    .select({ verdict: paperFeedback.verdict })
    .from(paperFeedback)
    .where(isThe({ searchTermId: mailed.termId, paperId }));
  return { title, term, verdict: said?.verdict ?? null };
}

/** The paper under the id that its work has now, when the ledger of a topic that is still there has it. */
function mailedPaper(db: TopicsApp['db'], { termId, paperId }: Mailed) {
  const current = sql`coalesce((select i.paper_id from paper_identifiers i where i.kind = 'joined' and i.value = ${String(paperId)}), ${paperId}::bigint)`;
  return db
    .select({ paperId: papers.id, title: papers.title, term: searchTerms.term })
    .from(deliveredPapers)
    .innerJoin(papers, eq(papers.id, deliveredPapers.paperId))
    .innerJoin(searchTerms, eq(searchTerms.id, deliveredPapers.searchTermId))
    .where(
      and(
        eq(deliveredPapers.searchTermId, termId),
        eq(deliveredPapers.paperId, current),
        isNull(searchTerms.deletedAt),
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
    .offset(atMost);
  await db
    .delete(paperFeedback)
    .where(and(eq(paperFeedback.searchTermId, termId), inArray(paperFeedback.paperId, beyond)));
}
