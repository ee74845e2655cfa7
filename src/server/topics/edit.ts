import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import { tokenize } from '#engine/text/tokenize.ts';
import type { App } from '#kit/feature.ts';
import { searchTerms, users } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { hasId } from '#platform/http/uuid.ts';
import { transaction } from '#platform/platform.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { can, queuePriorityOf, type Subscriber, statedLimit, subscriberIn } from '#shared/billing/plan.ts';
import { AppError } from '#shared/contract/errors.ts';
import { dayMs, minuteMs, timeBefore } from '#shared/values/time.ts';
import { beganWithPapers } from './feedback/judge.ts';
import { forgetJudgements } from './feedback/judgements.ts';
import { countTopics, stillThere, type TopicRow, topicKey, topicOf } from './topic/topic.ts';

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
    if (topic.kind) return rename(app, topic.id, text);
    await refuseDuplicate(app, reader.id, id, topicKey(text));
    const isAnother = !shareWord(topic.term, text) && !(await beganWithPapers(app, topic.id));
    if (isAnother) await forgetJudgements(app, topic.id);
    const now = app.now();
    const [edited] = await app.db
      .update(searchTerms)
      .set({
        term: text,
        termKey: topicKey(text),
        expansion: [],
        status: 'pending',
        statusDetail: null,
        lastProcessedAt: null,
        nextScheduledRun: null,
        claimedAt: null,
        failures: 0,
        requestedAt: now,
      })
      .where(eq(searchTerms.id, topic.id))
      .returning();
    await enqueue(app, 'run-term', { termId: id }, { key: id, priority: queuePriorityOf(reader) });
    return stillThere(edited);
  });

/** A followed thing has a name, which nothing is searched for. */
async function rename({ db }: App, id: string, term: string): Promise<TopicRow> {
  const [renamed] = await db.update(searchTerms).set({ term }).where(eq(searchTerms.id, id)).returning();
  return stillThere(renamed);
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
export async function purgeDeletedTopics({ db, now }: Pick<App, 'db' | 'now'>): Promise<void> {
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
    const [row] = await app.db
      .update(searchTerms)
      .set({ deletedAt: null })
      .where(eq(searchTerms.id, id))
      .returning();
    const restored = stillThere(row);
    if (restored.status !== 'completed')
      await enqueue(app, 'run-term', { termId: id }, { key: id, priority: queuePriorityOf(reader) });
    return restored;
  });

async function refuseDuplicate(app: App, userId: string, id: string, termKey: string): Promise<void> {
  const known = await sameTopic(app, userId, termKey);
  if (known && known.id !== id) throw new AppError('conflict', 'You already follow this topic.');
}

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
