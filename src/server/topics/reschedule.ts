import { and, eq, gt, isNull } from 'drizzle-orm';
import { searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import type { TopicsApp } from './app.ts';
import { deliveryPlan, nextDelivery } from './topic/schedule.ts';

/**
 * After the delivery day, the zone, the plan or a term's schedule was changed: every finished term of the reader, or
 * the one of them, gets its new next delivery. Safe to run at any time, any number of times.
 */
export async function reschedule(
  { db, now }: Pick<TopicsApp, 'db' | 'now'>,
  { userId, termId }: { userId: string; termId?: string },
): Promise<void> {
  const terms = await db
    .select({ id: searchTerms.id, schedule: searchTerms.schedule, user: users, preferences: userPreferences })
    .from(searchTerms)
    .innerJoin(users, eq(users.id, searchTerms.userId))
    .innerJoin(userPreferences, eq(userPreferences.userId, searchTerms.userId))
    .where(and(eq(searchTerms.userId, userId), termId ? eq(searchTerms.id, termId) : undefined));
  for (const { id, user, preferences, ...term } of terms)
    await db
      .update(searchTerms)
      .set({
        nextScheduledRun: nextDelivery(deliveryPlan(user, preferences, term), now()),
        nextHighlights: null,
      })
      .where(
        and(
          eq(searchTerms.id, id),
          isNull(searchTerms.deletedAt),
          // One that is due already still comes; its run works out the delivery after it.
          gt(searchTerms.nextScheduledRun, now()),
          eq(searchTerms.status, 'completed'),
        ),
      );
}
