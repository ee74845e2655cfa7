import { and, eq, isNull, lt, lte, or } from 'drizzle-orm';
import { searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { subscriberIn } from '#shared/billing/plan.ts';
import { AppError } from '#shared/contract/errors.ts';
import { dayMs, hourMs, timeAfter, timeBefore } from '#shared/values/time.ts';
import type { TopicsApp } from './app.ts';
import { resumeTopic } from './pause.ts';
import { beginningOf, deliveryOf, deliveryPlan } from './topic/schedule.ts';

/**
 * Resumes the paused topics whose day has started in their reader's time zone. The next digest of each comes at its first
 * usual time from that day on. A topic for which the plan has no room stays paused and is tried again every hour. Safe to
 * run at any time and concurrently.
 * @returns how many were resumed
 */
export async function resumeOnTheirDay(app: Pick<TopicsApp, 'db' | 'now' | 'config'>): Promise<number> {
  let resumed = 0;
  for (const { id, userId, resumeOn, timeZone } of await topicsWhoseDayMayHaveCome(app)) {
    // Checked again under lock. Checking here first saves a transaction per topic at every tick of the hours before.
    const hasCome = beginningOf(resumeOn!, timeZone) <= app.now();
    if (hasCome && (await resumeIfDue(app, userId, id))) resumed++;
  }
  return resumed;
}

/** Days start at different times by time zone, but no day after tomorrow has started anywhere. */
const topicsWhoseDayMayHaveCome = ({ db, now }: Pick<TopicsApp, 'db' | 'now'>) =>
  db
    .select({
      id: searchTerms.id,
      userId: searchTerms.userId,
      resumeOn: searchTerms.resumeOn,
      timeZone: userPreferences.timeZone,
    })
    .from(searchTerms)
    .innerJoin(userPreferences, eq(userPreferences.userId, searchTerms.userId))
    .innerJoin(users, and(eq(users.id, searchTerms.userId), eq(users.isActive, true)))
    .where(
      and(
        lte(searchTerms.resumeOn, timeAfter(now(), dayMs).toISOString().slice(0, 10)),
        eq(searchTerms.isActive, false),
        isNull(searchTerms.deletedAt),
        or(isNull(searchTerms.askedAt), lt(searchTerms.askedAt, timeBefore(now(), hourMs))),
      ),
    )
    .orderBy(searchTerms.resumeOn, searchTerms.id);

function resumeIfDue(
  app: Pick<TopicsApp, 'db' | 'now' | 'config'>,
  userId: string,
  id: string,
): Promise<boolean> {
  const of = eq(searchTerms.id, id);
  return transaction(app, async ({ db, now, config }) => {
    // Lock the account's row first, as everywhere, so that nobody can pause, resume or unsubscribe in between.
    const [user] = await db.select().from(users).where(eq(users.id, userId)).for('update');
    const [preferences] = await db.select().from(userPreferences).where(eq(userPreferences.userId, userId));
    const [topic] = await db.select().from(searchTerms).where(of).for('update');
    if (!user || !preferences || !topic?.resumeOn || topic.isActive || topic.deletedAt) return false;
    const begins = beginningOf(topic.resumeOn, preferences.timeZone);
    if (begins > now()) return false;
    try {
      await resumeTopic({ db, config }, userId, id);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'conflict')) throw error;
      await db.update(searchTerms).set({ askedAt: now() }).where(of);
      return false;
    }
    const plan = deliveryPlan(subscriberIn(config.edition, user), preferences, topic);
    const next = deliveryOf(plan, { after: timeBefore(begins, 1), requestedAt: topic.requestedAt });
    const isLate = topic.status === 'completed' && (topic.nextScheduledRun ?? begins) <= next;
    await db
      .update(searchTerms)
      .set({ askedAt: null, ...(isLate && { nextScheduledRun: next }) })
      .where(of);
    return true;
  });
}
