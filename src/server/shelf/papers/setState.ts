import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { worksById } from '#corpus/works/works.ts';
import {
  deliveredPapers,
  emailDigests,
  paperFeedback,
  readerPapers,
  searchTerms,
} from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import type { PaperInput, PaperState } from '#shared/papers/paper.ts';
import { countAsSent } from '#topics/feedback/further.ts';
import { judge } from '#topics/feedback/judge.ts';
import { topicOf } from '#topics/topic/topic.ts';
import type { ShelfApp } from '../app.ts';
import { documentOf } from './document.ts';
import { currentId, currentIds, isRow, notFound, rowOf } from './row.ts';
import { shownOf } from './shown.ts';

interface Answer {
  paperId: string;
  /** The topic whose digest has the paper; null for a paper that the reader answered or imported before. */
  termId: string | null;
  state: PaperState;
}

/**
 * Sets a reader's answer to a paper and returns the previous one. `not` is also feedback on the topic, and is deleted with
 * it. Idempotent.
 * @throws AppError `not_found` for a paper in no digest of that topic, and for somebody else's topic
 */
export const setPaperState = (
  app: ShelfApp,
  reader: Pick<Reader, 'id'>,
  { paperId, termId, state }: Answer,
): Promise<{ state: PaperState; former: PaperState }> =>
  transaction(app, async (app) => {
    const id = await currentId(app.db, paperId);
    const before = await rowOf(app.db, reader.id, id);
    const brought = termId ? await broughtBy(app, reader.id, { id, termId }) : null;
    if (!before && !brought) throw notFound();
    const former = before?.state ?? 'new';
    const searchTermId = brought?.searchTermId ?? before?.searchTermId ?? null;
    if (searchTermId && former !== state)
      await feedBack(app, { termId: searchTermId, paperId: id }, { former, state });
    const at = app.now();
    if (before) {
      if (former !== state)
        await app.db
          .update(readerPapers)
          .set({ state, changedAt: at, ...(brought && { searchTermId, digestId: brought.digestId }) })
          .where(isRow(reader.id, id));
    } else if (state !== 'new' && brought) {
      const shown = brought.shown;
      await app.db.insert(readerPapers).values({
        userId: reader.id,
        paperId: id,
        state,
        searchTermId,
        digestId: brought.digestId,
        shown,
        document: documentOf({ shown, note: '', tags: [] }),
        changedAt: at,
        addedAt: at,
      });
    }
    return { state, former };
  });

/** The topic's newest digest with the paper, and its entry there. */
async function broughtBy(
  app: ShelfApp,
  userId: string,
  { id, termId }: { id: number; termId: string },
): Promise<{ searchTermId: string; digestId: string; shown: PaperInput }> {
  const topic = await topicOf(app, userId, termId);
  await countAsSent(app, { termId: topic.id, paperId: id });
  const [digest] = await app.db
    .select({
      id: emailDigests.id,
      papers: emailDigests.papersData,
      further: emailDigests.furtherMatches,
    })
    .from(deliveredPapers)
    .innerJoin(emailDigests, eq(emailDigests.id, deliveredPapers.digestId))
    .where(and(eq(deliveredPapers.searchTermId, topic.id), eq(deliveredPapers.paperId, id)))
    .orderBy(desc(emailDigests.createdAt))
    .limit(1);
  if (!digest) throw notFound();
  const current = await currentIds(
    app.db,
    digest.papers.flatMap(({ id }) => id ?? []),
  );
  const listed = digest.papers.find(
    (paper) => paper.id && (current.get(paper.id) ?? paper.id) === String(id),
  );
  // A correction digest records papers that it does not list, and a further match is listed without text.
  const [work] = listed ? [] : await worksById(app, [id]);
  const relevanceScore = digest.further?.find((match) => match.id === id)?.score ?? 0;
  const shown = listed ?? (work && { ...shownOf(work), relevanceScore });
  if (!shown) throw notFound();
  return { searchTermId: topic.id, digestId: digest.id, shown: { ...shown, id: String(id) } };
}

/** “Not for me” is feedback for the topic. Undoing it removes that feedback, unless the reader has changed it since. */
async function feedBack(
  app: ShelfApp,
  mailed: { termId: string; paperId: number },
  { former, state }: { former: PaperState; state: PaperState },
): Promise<void> {
  if (state === 'not') {
    // A topic that was just deleted gets no feedback.
    const topic = await app.db.$count(
      searchTerms,
      and(eq(searchTerms.id, mailed.termId), isNull(searchTerms.deletedAt)),
    );
    if (topic) await judge(app, mailed, 'less');
  }
  if (former !== 'not') return;
  await app.db
    .delete(paperFeedback)
    .where(
      and(
        eq(paperFeedback.searchTermId, mailed.termId),
        eq(paperFeedback.paperId, mailed.paperId),
        sql`${paperFeedback.verdict} = 'less'`,
      ),
    );
}
