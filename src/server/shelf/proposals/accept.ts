import type { Reader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import { learnedAtMost } from '#shared/topics/proposals.ts';
import { addTopic } from '#topics/add.ts';
import { teachWith } from '#topics/feedback/teach.ts';
import { type TopicRow, topicOf } from '#topics/topic/topic.ts';
import type { ShelfApp } from '../app.ts';
import { currentIds } from '../papers/row.ts';
import { keepTopics, lockedProposals, missing } from './stored.ts';

/**
 * Adds a proposed topic, whose ranking starts with its papers as liked ones. With `termId`, or if the reader already follows
 * a topic of that name, adds them as liked papers there. Idempotent.
 * @throws AppError `not_found`; if the plan is full, as `addTopic`
 */
export const acceptProposal = (
  app: ShelfApp,
  reader: Pick<Reader, 'id'>,
  { id, termId }: { id: number; termId?: string | undefined },
): Promise<TopicRow> =>
  transaction(app, async (app) => {
    const { topics } = await lockedProposals(app, reader.id);
    const proposed = topics.find((one) => one.id === id);
    if (!proposed) throw missing();
    const topic = termId
      ? await topicOf(app, reader.id, termId)
      : (await addTopic(app, reader.id, proposed.name)).topic;
    const current = await currentIds(app.db, proposed.paperIds.map(String));
    const papers = proposed.paperIds.map((paper) => Number(current.get(String(paper)) ?? paper));
    await teachWith(app, topic.id, papers.slice(0, learnedAtMost));
    await keepTopics(
      app,
      reader.id,
      topics.map((one) => (one === proposed ? { ...one, termId: topic.id, isDropped: false } : one)),
    );
    return topic;
  });
