import { and, eq, gt, lt } from 'drizzle-orm';
import { tokenize } from '#engine/text/tokenize.ts';
import type { App } from '#kit/feature.ts';
import { searchTerms, users } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { hasId } from '#platform/http/uuid.ts';
import { transaction } from '#platform/platform.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { can, queuePriorityOf, type Subscriber, statedLimit, subscriberIn } from '#shared/billing/plan.ts';
import { AppError } from '#shared/contract/errors.ts';
import { pick } from '#shared/values/pick.ts';
import { dayMs, minuteMs, timeBefore } from '#shared/values/time.ts';
import { beganWithPapers } from './feedback/judge.ts';
import { forgetJudgements } from './feedback/judgements.ts';
import { countTopics, heldBy, stillThere, type TopicRow, topicKey, topicOf } from './topic/topic.ts';

/** A followed thing: what its feature calls the kind, what tells it from others, and what is stored with its topic. */
type Thing = { kind: string; key: string; begin: (app: App, topicId: string) => Promise<unknown> };

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
        ...{ userId, term: text, termKey, kind: thing?.kind ?? null, requestedAt: now, createdAt: now },
        isFree: app.config.edition.billing && held === 0,
      })
      .returning();
    await thing?.begin(app, added!.id);
    await enqueueRun(app, added!.id, reader);
    return { topic: added!, added: true };
  });

const enqueueRun = (app: App, id: string, reader: Subscriber): Promise<void> =>
  enqueue(app, 'run-term', { termId: id }, { key: id, priority: queuePriorityOf(reader) });

/**
 * Locks the account's row until the transaction ends: calls that add, restore or resume a topic wait for each other
 * here, so that a count of topics is still right when the topic is written.
 * @throws AppError `not_found` for an account that was deleted meanwhile.
 */
async function lockReader({ db, config }: App, userId: string) {
  const plans = db.select(pick(users, 'subscriptionTier isUnlimited')).from(users);
  const [reader] = await plans.where(eq(users.id, userId)).for('update');
  if (!reader) throw new AppError('not_found', 'This account no longer exists.');
  return subscriberIn(config.edition, reader);
}

/** The reader's topic of the same key, if there is one. */
async function sameTopic({ db }: App, userId: string, termKey: string): Promise<TopicRow | undefined> {
  const isSame = and(heldBy(userId), eq(searchTerms.termKey, termKey));
  return (await db.select().from(searchTerms).where(isSame))[0];
}

/**
 * Refuses one more topic when the plan is full.
 * @param held how many topics the reader has, counted under the lock of the account's row
 * @throws AppError `payment_required` or `forbidden`, as `addTopic`.
 */
function refuseBeyondPlan(reader: Subscriber, held: number): void {
  const answer = can.addTerm(reader, held);
  if (answer.yes) return;
  const counted = { currentCount: held, limit: statedLimit(reader) ?? undefined };
  if (answer.next === 'support')
    throw new AppError('forbidden', answer.because, { requiresSupport: true, ...counted });
  throw new AppError('payment_required', answer.because, { requiresPayment: true, ...counted });
}

/** How long a deleted topic can be restored. The page offers ten seconds; the rest is for slow networks. */
const undoMs = minuteMs;

/**
 * Rewords a topic. A new wording is searched immediately; the same wording changes nothing. A wording without a common word
 * discards the feedback, unless the topic started from papers, which define it whatever its name.
 * @throws AppError `not_found`, `conflict` if the reader already follows that topic.
 */
export const editTopic = (app: App, reader: Reader, id: string, text: string): Promise<TopicRow> =>
  transaction(app, async (app) => {
    await lockReader(app, reader.id);
    const topic = await topicOf(app, reader.id, id);
    if (topic.term === text) return topic;
    // A followed thing has a name, which nothing is searched for.
    if (topic.kind) return write(app, topic.id, { term: text });
    await refuseDuplicate(app, reader.id, id, topicKey(text));
    const isAnother = !shareWord(topic.term, text) && !(await beganWithPapers(app, topic.id));
    if (isAnother) await forgetJudgements(app, topic.id);
    await enqueueRun(app, id, reader);
    return write(app, topic.id, {
      ...{ term: text, termKey: topicKey(text), expansion: [], requestedAt: app.now() },
      ...{ status: 'pending', statusDetail: null, failures: 0, claimedAt: null },
      ...{ lastProcessedAt: null, nextScheduledRun: null },
    });
  });

async function write({ db }: App, id: string, change: Partial<TopicRow>): Promise<TopicRow> {
  const [changed] = await db.update(searchTerms).set(change).where(eq(searchTerms.id, id)).returning();
  return stillThere(changed);
}

/** Whether two wordings have a word in common, in any of its forms. */
function shareWord(one: string, other: string): boolean {
  const stems = new Set(tokenize(one).map(({ stem }) => stem));
  return tokenize(other).some(({ stem }) => stems.has(stem));
}

/**
 * Deletes a topic; its digests stay.
 * @throws AppError `not_found`, also the second time.
 */
export async function removeTopic(app: App, reader: Reader, id: string): Promise<TopicRow> {
  const topic = await topicOf(app, reader.id, id);
  await app.db.update(searchTerms).set({ deletedAt: app.now() }).where(eq(searchTerms.id, topic.id));
  return topic;
}

/** Permanently removes topics deleted a day ago, with what they learned. Safe to run at any time. */
export async function purgeDeletedTopics({ db, now }: App): Promise<void> {
  await db.delete(searchTerms).where(lt(searchTerms.deletedAt, timeBefore(now(), dayMs)));
}

/** Restores a topic that was just deleted, unless the plan has filled up meanwhile. */
export const restoreTopic = (app: App, reader: Reader, id: string): Promise<TopicRow> =>
  transaction(app, async (app) => {
    const plan = await lockReader(app, reader.id);
    const isRecent = gt(searchTerms.deletedAt, timeBefore(app.now(), undoMs));
    const [deleted] = await app.db
      .select()
      .from(searchTerms)
      .where(and(hasId(searchTerms.id, id), eq(searchTerms.userId, reader.id), isRecent));
    if (!deleted) throw new AppError('not_found', 'This search term can no longer be brought back.');
    await refuseDuplicate(app, reader.id, id, deleted.termKey);
    refuseBeyondPlan(plan, await countTopics(app, reader.id));
    const restored = await write(app, id, { deletedAt: null });
    if (restored.status !== 'completed') await enqueueRun(app, id, reader);
    return restored;
  });

async function refuseDuplicate(app: App, userId: string, id: string, termKey: string): Promise<void> {
  const known = await sameTopic(app, userId, termKey);
  if (known && known.id !== id) throw new AppError('conflict', 'You already follow this topic.');
}
