import { and, eq, gt, isNotNull, isNull, ne } from 'drizzle-orm';
import { searchTerms } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { isUuid } from '#platform/http/uuid.ts';
import { transaction } from '#platform/platform.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { analyse } from '#search/text/tokenize.ts';
import { plans } from '#shared/billing/plan.ts';
import { AppError } from '#shared/contract/errors.ts';
import { refuseBeyondPlan } from './add.ts';
import type { TopicsApp } from './app.ts';
import { forget } from './feedback/judgements.ts';
import { countTopics, type TopicRow, topicKey, topicOf } from './topic/topic.ts';

/** A deleted term can be brought back for this long: the page offers ten seconds, the rest is for slow networks. */
const undoMilliseconds = 60_000;

/** Rewords a term; a new wording is searched at once, the same wording changes nothing. */
export const editTopic = (app: TopicsApp, reader: Reader, id: string, topic: string): Promise<TopicRow> =>
  transaction(app, async (app) => {
    const term = await topicOf(app, reader.id, id);
    if (term.term === topic) return term;
    await refuseDuplicate(app, reader.id, id, topic);
    if (!shareAWord(term.term, topic)) await forget(app, term.id);
    const now = app.now();
    const [edited] = await app.db
      .update(searchTerms)
      .set({
        term: topic,
        termKey: topicKey(topic),
        expansion: [],
        status: 'pending',
        statusDetail: null,
        lastProcessedAt: null,
        nextScheduledRun: null,
        claimedAt: null,
        failures: 0,
        requestedAt: now,
      })
      .where(eq(searchTerms.id, term.id))
      .returning();
    await enqueue(
      app,
      'run-term',
      { termId: id },
      { key: id, priority: plans[reader.subscriptionTier].queuePriority },
    );
    return edited!;
  });

/** Without a word in common it is another topic: what was said of papers for the one says nothing about the other. */
function shareAWord(one: string, other: string): boolean {
  const stems = new Set(analyse(one).map(({ stem }) => stem));
  return analyse(other).some(({ stem }) => stems.has(stem));
}

/** Deletes a term; its digests stay. Safe to repeat: the second time it is not found. */
export async function removeTopic(app: TopicsApp, reader: Reader, id: string): Promise<TopicRow> {
  const term = await topicOf(app, reader.id, id);
  await app.db.update(searchTerms).set({ deletedAt: app.now() }).where(eq(searchTerms.id, term.id));
  return term;
}

/** Brings a term back that was deleted a moment ago, unless the plan has filled up meanwhile. */
export const restoreTopic = (app: TopicsApp, reader: Reader, id: string): Promise<TopicRow> =>
  transaction(app, async (app) => {
    const since = new Date(app.now().getTime() - undoMilliseconds);
    const [deleted] = isUuid(id)
      ? await app.db
          .select()
          .from(searchTerms)
          .where(
            and(
              eq(searchTerms.id, id),
              eq(searchTerms.userId, reader.id),
              isNotNull(searchTerms.deletedAt),
              gt(searchTerms.deletedAt, since),
            ),
          )
      : [];
    if (!deleted) throw new AppError('not_found', 'This search term can no longer be brought back.');
    await refuseDuplicate(app, reader.id, id, deleted.term);
    refuseBeyondPlan(reader, await countTopics(app, reader.id));
    const [restored] = await app.db
      .update(searchTerms)
      .set({ deletedAt: null })
      .where(eq(searchTerms.id, id))
      .returning();
    if (restored!.status !== 'completed')
      await enqueue(
        app,
        'run-term',
        { termId: id },
        { key: id, priority: plans[reader.subscriptionTier].queuePriority },
      );
    return restored!;
  });

async function refuseDuplicate({ db }: TopicsApp, userId: string, id: string, topic: string): Promise<void> {
  const [twin] = await db
    .select({ id: searchTerms.id })
    .from(searchTerms)
    .where(
      and(
        eq(searchTerms.userId, userId),
        eq(searchTerms.termKey, topicKey(topic)),
        ne(searchTerms.id, id),
        isNull(searchTerms.deletedAt),
      ),
    );
  if (twin) throw new AppError('conflict', 'You already follow this topic.');
}
