import { and, eq, isNull } from 'drizzle-orm';
import { searchTerms, users } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { can, plans } from '#shared/billing/plan.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { TopicsApp } from './app.ts';
import { countTopics, type TopicRow, topicKey } from './topic/topic.ts';

/**
 * Adds a search term and asks for its first digest. A topic that the reader already follows is answered with
 * the term as it stands: nothing is searched or mailed twice.
 * @throws `payment_required` when the plan is full, `forbidden` when only support can help; both carry `currentCount`.
 */
export const addTopic = (
  app: TopicsApp,
  userId: string,
  topic: string,
): Promise<{ term: TopicRow; added: boolean }> =>
  transaction(app, async (app) => {
    const reader = await lockReader(app, userId);
    const known = await sameTopic(app, userId, topic);
    if (known) return { term: known, added: false };

    const held = await countTopics(app, userId);
    refuseBeyondPlan(reader, held);
    const now = app.now();
    const [term] = await app.db
      .insert(searchTerms)
      .values({
        userId,
        term: topic,
        termKey: topicKey(topic),
        isFree: held === 0,
        requestedAt: now,
        createdAt: now,
      })
      .returning();
    await enqueue(
      app,
      'run-term',
      { termId: term!.id },
      { key: term!.id, priority: plans[reader.subscriptionTier].queuePriority },
    );
    return { term: term!, added: true };
  });

/** Two tabs adding at once wait for each other here, so that the count below holds until the insert. */
async function lockReader({ db }: TopicsApp, userId: string) {
  const [reader] = await db
    .select({ subscriptionTier: users.subscriptionTier, isUnlimited: users.isUnlimited })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  if (!reader) throw new AppError('not_found', 'This account does not exist any more.');
  return reader;
}

async function sameTopic({ db }: TopicsApp, userId: string, topic: string): Promise<TopicRow | undefined> {
  const [known] = await db
    .select()
    .from(searchTerms)
    .where(
      and(
        eq(searchTerms.userId, userId),
        eq(searchTerms.termKey, topicKey(topic)),
        isNull(searchTerms.deletedAt),
      ),
    );
  return known;
}

/** @throws when the plan has no room for another term. */
export function refuseBeyondPlan(reader: Parameters<typeof can.addTerm>[0], held: number): void {
  const answer = can.addTerm(reader, held);
  if (answer.yes) return;
  const limit = plans[reader.subscriptionTier].searchTerms;
  if (answer.next === 'support')
    throw new AppError('forbidden', answer.because, { requiresSupport: true, currentCount: held, limit });
  throw new AppError('payment_required', answer.because, {
    requiresPayment: true,
    currentCount: held,
    limit,
  });
}
