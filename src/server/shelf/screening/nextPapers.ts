import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { worksById } from '#corpus/works/works.ts';
import type { Db } from '#platform/db/open.ts';
import { papers, screenedPapers } from '#platform/db/schema.ts';
import type { Topic } from '#search/core/types.ts';
import type { Decision, screenedPaper } from '#shared/topics/screening.ts';
import { taughtTopic } from '#topics/feedback/learning.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import type { ShelfApp } from '../app.ts';
import { shownOf } from '../papers/shown.ts';
import { screeningOf } from './state.ts';

/** A paper in the API's form. */
export type ShownPaper = z.input<typeof screenedPaper>;

/** Decisions of each kind to learn the order from, latest first. More would change it little and take time. */
const learnedFrom = 300;

/**
 * The unread papers to read next. A sample comes first, in an order independent of relevance. The others are ordered by
 * likely relevance to the topic, the feedback on its digests, and the decisions so far.
 * @throws AppError `not_found` if the topic is not screened
 */
export async function nextPapers(app: ShelfApp, topic: TopicRow, limit: number): Promise<ShownPaper[]> {
  const { samples } = await screeningOf(app, topic);
  const unread = await app.db
    .select({ id: screenedPapers.paperId, drawnBy: screenedPapers.drawnBy })
    .from(screenedPapers)
    .where(and(eq(screenedPapers.searchTermId, topic.id), sql`${screenedPapers.decision} is null`))
    // The order of a sample must not reveal how likely its papers are.
    .orderBy(sql`md5(${screenedPapers.paperId} || ${topic.id})`);
  const isDrawn = ({ drawnBy }: { drawnBy: number }) => drawnBy > 0 && drawnBy === samples.length;
  const drawn = unread.filter(isDrawn).map(({ id }) => id);
  const ids = drawn.slice(0, limit);
  if (ids.length < limit) {
    const others = unread
      .filter((one) => !isDrawn(one))
      .map(({ id }) => id)
      .sort((one, other) => one - other);
    const index = await app.index.current();
    ids.push(...(await index.likeliestFirst(await screenedTopic(app, topic), others)));
  }
  return shownPapers(app, topic.id, ids.slice(0, limit), samples.length);
}

/** The papers with one decision, the latest first. */
export async function decidedPapers(
  app: ShelfApp,
  topic: TopicRow,
  decision: Decision,
  limit: number,
): Promise<ShownPaper[]> {
  const { samples } = await screeningOf(app, topic);
  const rows = await app.db
    .select({ id: screenedPapers.paperId })
    .from(screenedPapers)
    .where(and(eq(screenedPapers.searchTermId, topic.id), eq(screenedPapers.decision, decision)))
    .orderBy(desc(screenedPapers.decidedAt), asc(screenedPapers.paperId))
    .limit(limit);
  return shownPapers(
    app,
    topic.id,
    rows.map(({ id }) => id),
    samples.length,
  );
}

/** The topic with its feedback and the decisions. For a paper with both, the decision counts. */
async function screenedTopic(app: ShelfApp, term: TopicRow): Promise<Topic> {
  const topic = await taughtTopic(app, term);
  const include = await decided(app.db, term.id, 'include');
  const exclude = await decided(app.db, term.id, 'exclude');
  const isDecided = new Set([...include, ...exclude].map(({ id }) => id));
  const rest = (judged: Topic['liked']) => judged.filter(({ id }) => !isDecided.has(id));
  return {
    ...topic,
    liked: [...include, ...rest(topic.liked)],
    disliked: [...exclude, ...rest(topic.disliked)],
  };
}

const decided = (db: Db, termId: string, decision: Decision): Promise<Topic['liked']> =>
  db
    .select({ id: papers.id, title: papers.title, abstract: papers.abstract })
    .from(screenedPapers)
    .innerJoin(papers, eq(papers.id, screenedPapers.paperId))
    .where(and(eq(screenedPapers.searchTermId, termId), eq(screenedPapers.decision, decision)))
    .orderBy(desc(screenedPapers.decidedAt), asc(papers.id))
    .limit(learnedFrom);

async function shownPapers(
  app: ShelfApp,
  termId: string,
  ids: number[],
  sample: number,
): Promise<ShownPaper[]> {
  if (!ids.length) return [];
  const rows = await app.db
    .select()
    .from(screenedPapers)
    .where(and(eq(screenedPapers.searchTermId, termId), sql`${screenedPapers.paperId} in ${ids}`));
  const byId = new Map(rows.map((row) => [row.paperId, row]));
  const works = await worksById(app, ids);
  return works.flatMap((work) => {
    const row = byId.get(work.id);
    if (!row) return [];
    const { decision, reason, drawnBy } = row;
    return [
      {
        paperId: String(work.id),
        decision,
        reason,
        isSampled: sample > 0 && drawnBy === sample,
        paper: { ...shownOf(work), retracted: work.state !== 'current' },
      },
    ];
  });
}
