import { and, eq, inArray, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { plans } from '../../shared/plan.ts';
import type { App } from '../app.ts';
import { emailDigests, searchTerms, userPreferences, users } from '../db/schema.ts';
import { enqueue } from '../queues.ts';
import { deliveryClaimMinutes } from './deliver.ts';
import { claimMinutes } from './run.ts';
import { nextDelivery } from './when.ts';

const batch = 1000;

/**
 * One look at the rows: what is due, what was left behind. Asks for the work and does none of it.
 * Safe to run at any time, any number of times, by any number of schedulers: jobs are keyed by their row.
 */
export async function planDue(
  app: Pick<App, 'db' | 'now' | 'send' | 'log'>,
): Promise<{ terms: number; digests: number }> {
  const terms = await dueTerms(app);
  for (const { id, tier } of terms)
    await enqueue(app, 'run-term', { termId: id }, { key: id, priority: plans[tier].queuePriority });
  const digests = await openDigests(app);
  for (const { id } of digests) await enqueue(app, 'deliver-digest', { digestId: id }, { key: id });
  return { terms: terms.length, digests: digests.length };
}

/** Due by schedule, never begun although added two minutes ago, or claimed by a worker that died. */
function dueTerms({ db, now }: Pick<App, 'db' | 'now'>) {
  const at = now();
  const minutesAgo = (minutes: number) => new Date(at.getTime() - minutes * 60_000);
  return db
    .select({ id: searchTerms.id, tier: users.subscriptionTier })
    .from(searchTerms)
    .innerJoin(users, eq(users.id, searchTerms.userId))
    .where(
      and(
        eq(searchTerms.isActive, true),
        isNull(searchTerms.deletedAt),
        or(
          and(ne(searchTerms.status, 'processing'), lte(searchTerms.nextScheduledRun, at)),
          and(eq(searchTerms.status, 'pending'), lt(searchTerms.requestedAt, minutesAgo(2))),
          and(eq(searchTerms.status, 'processing'), lt(searchTerms.claimedAt, minutesAgo(claimMinutes))),
        ),
      ),
    )
    .orderBy(sql`${searchTerms.nextScheduledRun} nulls first`)
    .limit(batch);
}

/** Composed and not sent, with no worker at it. */
function openDigests({ db, now }: Pick<App, 'db' | 'now'>) {
  const at = now().getTime();
  return db
    .select({ id: emailDigests.id })
    .from(emailDigests)
    .where(
      or(
        and(eq(emailDigests.status, 'pending'), lt(emailDigests.createdAt, new Date(at - 60_000))),
        and(
          eq(emailDigests.status, 'sending'),
          lt(emailDigests.claimedAt, new Date(at - deliveryClaimMinutes * 60_000)),
        ),
      ),
    )
    .limit(batch);
}

/** After the delivery day or zone was changed: every finished term gets its new next delivery. */
export async function reschedule({ db, now }: Pick<App, 'db' | 'now'>, userId: string): Promise<void> {
  const [preferences] = await db.select().from(userPreferences).where(eq(userPreferences.userId, userId));
  if (!preferences) return;
  await db
    .update(searchTerms)
    .set({ nextScheduledRun: nextDelivery(preferences, now()) })
    .where(
      and(
        eq(searchTerms.userId, userId),
        isNull(searchTerms.deletedAt),
        isNotNull(searchTerms.nextScheduledRun),
        inArray(searchTerms.status, ['completed']),
      ),
    );
}

/**
 * Hands back what a process of this machine held when it was killed. Only for the embedded database, which
 * one process owns: nobody else can be at work on these rows.
 */
export async function releaseClaims({ db }: Pick<App, 'db'>): Promise<void> {
  await db
    .update(searchTerms)
    .set({ claimedAt: new Date(0) })
    .where(eq(searchTerms.status, 'processing'));
  await db
    .update(emailDigests)
    .set({ claimedAt: new Date(0) })
    .where(eq(emailDigests.status, 'sending'));
}
