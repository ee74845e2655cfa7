import { and, eq, inArray, isNull } from 'drizzle-orm';
import { searchTerms } from '#platform/db/schema.ts';
import { type Subscriber, searchTermLimit } from '#shared/billing/plan.ts';
import type { TopicsApp } from './app.ts';

/**
 * After a plan changed: pauses the newest active terms beyond its limit, brings paused ones back, oldest first,
 * as far as it reaches. Nothing is deleted.
 * @returns the topics that were paused just now, and those that stay active.
 */
export async function fitTermsToPlan(
  { db }: Pick<TopicsApp, 'db'>,
  userId: string,
  reader: Subscriber,
): Promise<{ paused: string[]; kept: string[] }> {
  const held = await db
    .select()
    .from(searchTerms)
    .where(and(eq(searchTerms.userId, userId), isNull(searchTerms.deletedAt)))
    .orderBy(searchTerms.createdAt, searchTerms.id);
  const candidates = held.filter(({ isActive, pausedByPlan }) => isActive || pausedByPlan);
  const limit = searchTermLimit(reader);
  const pause = candidates.slice(limit).filter(({ isActive }) => isActive);
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
      .set({ isActive: true, pausedByPlan: false })
      .where(
        inArray(
          searchTerms.id,
          resume.map(({ id }) => id),
        ),
      );
  return { paused: pause.map(({ term }) => term), kept: candidates.slice(0, limit).map(({ term }) => term) };
}
