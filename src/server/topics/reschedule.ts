import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { type Subscriber, searchTermLimit, subscriberIn } from '#shared/billing/plan.ts';
import type { TopicsApp } from './app.ts';
import { deliveryOf, deliveryPlan } from './topic/schedule.ts';

/**
 * Recalculates the next delivery of every finished topic of the reader, or of the one named, after the delivery day,
 * the time zone, the plan or a topic's schedule changed. Idempotent; safe to run at any time.
 */
export async function reschedule(
  { db, now, config }: Pick<TopicsApp, 'db' | 'now' | 'config'>,
  { userId, termId }: { userId: string; termId?: string },
): Promise<void> {
  const terms = await db
    .select({
      id: searchTerms.id,
      schedule: searchTerms.schedule,
      requestedAt: searchTerms.requestedAt,
      user: users,
      preferences: userPreferences,
    })
    .from(searchTerms)
    .innerJoin(users, eq(users.id, searchTerms.userId))
    .innerJoin(userPreferences, eq(userPreferences.userId, searchTerms.userId))
    .where(and(eq(searchTerms.userId, userId), termId ? eq(searchTerms.id, termId) : undefined));
  for (const { id, user, preferences, ...term } of terms)
    await db
      .update(searchTerms)
      .set({
        nextScheduledRun: deliveryOf(deliveryPlan(subscriberIn(config.edition, user), preferences, term), {
          after: now(),
          requestedAt: term.requestedAt,
        }),
        nextHighlights: null,
      })
      .where(
        and(
          eq(searchTerms.id, id),
          isNull(searchTerms.deletedAt),
          // A delivery that is due already still goes out; its run calculates the next one.
          gt(searchTerms.nextScheduledRun, now()),
          isNull(searchTerms.waitingSince),
          eq(searchTerms.status, 'completed'),
        ),
      );
}

/**
 * For the start of a server without billing: resumes topics that a plan had paused, up to the operator's limit. Needed after
 * billing was turned off or the limit raised. Pauses nothing. Idempotent.
 */
export async function resumePausedByPlan(app: Pick<TopicsApp, 'db' | 'config' | 'send'>): Promise<void> {
  const readers = await app.db
    .selectDistinct({
      id: users.id,
      subscriptionTier: users.subscriptionTier,
      isUnlimited: users.isUnlimited,
    })
    .from(users)
    .innerJoin(searchTerms, eq(searchTerms.userId, users.id))
    .where(and(eq(searchTerms.pausedByPlan, true), isNull(searchTerms.deletedAt)));
  for (const reader of readers)
    await transaction(app, async (app) => {
      await fitTopicsToPlan(app, reader.id, subscriberIn(app.config.edition, reader), { pauses: false });
      await enqueue(app, 'reschedule', { userId: reader.id }, { key: reader.id });
    });
}

/**
 * After a plan changed: pauses the newest active topics beyond its limit, or resumes topics that an earlier change
 * paused, oldest first, up to the limit. Deletes nothing. Idempotent.
 * @returns the texts of the topics that were paused now, and of those that stay active.
 */
export async function fitTopicsToPlan(
  { db }: Pick<TopicsApp, 'db'>,
  userId: string,
  reader: Subscriber,
  { pauses = true } = {},
): Promise<{ paused: string[]; kept: string[] }> {
  const held = await db
    .select()
    .from(searchTerms)
    .where(and(eq(searchTerms.userId, userId), isNull(searchTerms.deletedAt)))
    .orderBy(searchTerms.createdAt, searchTerms.id);
  const candidates = held.filter(({ isActive, pausedByPlan }) => isActive || pausedByPlan);
  const limit = searchTermLimit(reader);
  const pause = pauses ? candidates.slice(limit).filter(({ isActive }) => isActive) : [];
  const resume = candidates.slice(0, limit).filter(({ pausedByPlan }) => pausedByPlan);
  if (pause.length)
    await db
      .update(searchTerms)
      .set({ isActive: false, pausedByPlan: true })
      .where(
        inArray(
          searchTerms.id,
          pause.map(({ id }) => id),
        ),
      );
  if (resume.length)
    await db
      .update(searchTerms)
      .set({ isActive: true, pausedByPlan: false, resumeOn: null })
      .where(
        inArray(
          searchTerms.id,
          resume.map(({ id }) => id),
        ),
      );
  return { paused: pause.map(({ term }) => term), kept: candidates.slice(0, limit).map(({ term }) => term) };
}
