import { and, eq, isNull } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { searchTerms, users } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { can, queuePriorityOf, type Subscriber, statedLimit, subscriberIn } from '#shared/billing/plan.ts';
import { AppError } from '#shared/contract/errors.ts';
import { countTopics, type TopicRow, topicKey } from './topic/topic.ts';

/** A followed thing: what its feature calls the kind, what tells it from others, and what is stored with its topic. */
interface Thing {
  kind: string;
  key: string;
  begin: (app: App, topicId: string) => Promise<unknown>;
}

/**
 * Adds a topic, of words or a followed thing, and enqueues its first digest. If the reader follows it already, returns it
 * unchanged: nothing is searched or mailed twice.
 * @throws AppError `payment_required` when the plan is full, `forbidden` when only support can help; both carry
 * `currentCount`.
 */
export const addTopic = (
  app: App,
  userId: string,
  text: string,
  thing?: Thing,
): Promise<{ topic: TopicRow; added: boolean }> =>
  transaction(app, async (app) => {
    const reader = await lockReader(app, userId);
    // No topic of words has a tab in its key.
    const termKey = thing ? `${thing.kind}\t${thing.key}` : topicKey(text);
    const known = await sameTopic(app, userId, termKey);
    if (known) return { topic: known, added: false };

    const held = await countTopics(app, userId);
    refuseBeyondPlan(reader, held);
    const now = app.now();
    const [added] = await app.db
      .insert(searchTerms)
      .values({
        userId,
        term: text,
        termKey,
        kind: thing?.kind ?? null,
        isFree: app.config.edition.billing && held === 0,
        requestedAt: now,
        createdAt: now,
      })
      .returning();
    await thing?.begin(app, added!.id);
    const options = { key: added!.id, priority: queuePriorityOf(reader) };
    await enqueue(app, 'run-term', { termId: added!.id }, options);
    return { topic: added!, added: true };
  });

/**
 * Locks the account's row until the transaction ends: calls that add, restore or resume a topic wait for each other
 * here, so that a count of topics is still right when the topic is written.
 * @throws AppError `not_found` for an account that was deleted meanwhile.
 */
export async function lockReader({ db, config }: Pick<App, 'db' | 'config'>, userId: string) {
  const [reader] = await db
    .select({ subscriptionTier: users.subscriptionTier, isUnlimited: users.isUnlimited })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  if (!reader) throw new AppError('not_found', 'This account no longer exists.');
  return subscriberIn(config.edition, reader);
}

/** The reader's topic of the same key, if there is one. */
export async function sameTopic({ db }: App, userId: string, termKey: string): Promise<TopicRow | undefined> {
  const isSame = eq(searchTerms.termKey, termKey);
  const [known] = await db
    .select()
    .from(searchTerms)
    .where(and(isSame, eq(searchTerms.userId, userId), isNull(searchTerms.deletedAt)));
  return known;
}

/**
 * Refuses one more topic when the plan is full.
 * @param held how many topics the reader has, counted under the lock of the account's row
 * @throws AppError `payment_required` or `forbidden`, as `addTopic`.
 */
export function refuseBeyondPlan(reader: Subscriber, held: number): void {
  const answer = can.addTerm(reader, held);
  if (answer.yes) return;
  const limit = statedLimit(reader) ?? undefined;
  const counted = { currentCount: held, limit };
  if (answer.next === 'support')
    throw new AppError('forbidden', answer.because, { requiresSupport: true, ...counted });
  throw new AppError('payment_required', answer.because, { requiresPayment: true, ...counted });
}
