import { and, eq, gt, isNull } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { anyOf } from '#platform/db/batch.ts';
import { searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { type Answer, can, searchTermLimit, statedLimit, subscriberIn } from '#shared/billing/plan.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import { offeredSources, type SourceName, sourceLabels } from '#shared/papers/sources.ts';
import { type Filters, isEmpty, type searchTermApi } from '#shared/topics/searchTerm.ts';
import { pick, pluck } from '#shared/values/pick.ts';
import { keyOf, searchable } from './expansion/phrases.ts';
import { deliveryOf, deliveryPlan } from './topic/schedule.ts';
import { countTopics, type TopicRow, topicOf, topicsOf } from './topic/topic.ts';

type Change = BodyOf<typeof searchTermApi.changeSettings>;

/**
 * Sets a topic's filters, schedule and additional sources; null clears one, undefined keeps it. All
 * but the schedule apply from the next digest; a new schedule moves the next digest in the same transaction.
 * @throws AppError `payment_required` when the plan does not cover a setting, `invalid` for filters that no paper can
 * pass and for a source that is not offered, `conflict` for filters of a followed thing, `not_found`. Clearing is always allowed.
 */
export const changeSettings = (app: App, reader: Reader, id: string, change: Change): Promise<TopicRow> =>
  transaction(app, async (app) => {
    const filters = filtersToStore(change.filters);
    const { schedule } = change;
    const moreSources = change.moreSources && [...new Set(change.moreSources)];
    const topic = await topicOf(app, reader.id, id);
    if (topic.kind && (filters || moreSources?.length))
      throw new AppError('conflict', 'A followed thing has no filters: all that is new of it comes.');
    if (filters) await refuseUnless(app, reader, can.filter(reader));
    if (schedule) await refuseUnless(app, reader, can.schedule(reader));
    if (moreSources) refuseUnoffered(app, moreSources);
    if ([filters, schedule, moreSources].every((one) => one === undefined)) return topic;
    // A run that finishes now waits for this row and then reads the new schedule.
    await app.db
      .update(searchTerms)
      .set({
        ...(filters !== undefined && { filters }),
        ...(schedule !== undefined && { schedule }),
        ...(moreSources && { moreSources }),
      })
      .where(eq(searchTerms.id, topic.id));
    if (schedule !== undefined) await reschedule(app, { userId: reader.id, termId: topic.id });
    return topicOf(app, reader.id, id);
  });

/** Undefined leaves the filters as they are; null, or filters that filter nothing, clear them. */
function filtersToStore(filters: Change['filters']): Filters | null | undefined {
  if (filters === undefined) return undefined;
  return filters === null || isEmpty(filters) ? null : checked(filters);
}

function refuseUnoffered({ config }: App, wanted: SourceName[]): void {
  const offered = offeredSources(config.sources.more);
  const missing = wanted.find((source) => !offered.includes(source));
  if (missing) throw new AppError('invalid', `${sourceLabels[missing]} is not offered here.`);
}

async function refuseUnless(app: App, reader: Reader, answer: Answer): Promise<void> {
  if (answer.yes) return;
  throw new AppError('payment_required', answer.because, {
    requiresPayment: true,
    currentCount: await countTopics(app, reader.id),
    limit: statedLimit(reader) ?? undefined,
  });
}

function checked(filters: Filters): Filters {
  const required = phrasesOf(filters.required);
  const excluded = phrasesOf(filters.excluded);
  const both = required.find((phrase) => excluded.some((one) => keyOf(one) === keyOf(phrase)));
  if (both) throw new AppError('invalid', `“${both}” cannot be required and excluded at the same time.`);
  const [articleTypes, sources] = [new Set(filters.articleTypes), new Set(filters.sources)];
  return { ...filters, required, excluded, articleTypes: [...articleTypes], sources: [...sources] };
}

/** Cleaned and without duplicates. A phrase without a word is refused: it would look active and filter nothing. */
function phrasesOf(phrases: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const phrase of phrases) {
    const clean = searchable(phrase);
    if (!byKey.has(keyOf(clean))) byKey.set(keyOf(clean), clean);
  }
  return [...byKey.values()];
}

/**
 * Recalculates the next delivery of every finished topic of the reader, or of the one named, after the delivery day,
 * the time zone, the plan or a topic's schedule changed. Idempotent; safe to run at any time.
 */
export async function reschedule(
  { db, now, config }: App,
  { userId, termId }: { userId: string; termId?: string },
): Promise<void> {
  const terms = await db
    .select({ ...pick(searchTerms, 'id schedule requestedAt'), user: users, preferences: userPreferences })
    .from(searchTerms)
    .innerJoin(users, eq(users.id, searchTerms.userId))
    .innerJoin(userPreferences, eq(userPreferences.userId, searchTerms.userId))
    .where(and(eq(searchTerms.userId, userId), termId ? eq(searchTerms.id, termId) : undefined));
  for (const { id, user, preferences, requestedAt, ...term } of terms) {
    const plan = deliveryPlan(subscriberIn(config.edition, user), preferences, term);
    const next = deliveryOf(plan, { after: now(), requestedAt });
    await db
      .update(searchTerms)
      .set({ nextScheduledRun: next, nextHighlights: null })
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
}

/**
 * For the start of a server without billing: resumes topics that a plan had paused, up to the operator's limit. Needed after
 * billing was turned off or the limit raised. Pauses nothing. Idempotent.
 */
export async function resumePausedByPlan(app: App): Promise<void> {
  const readers = await app.db
    .selectDistinct(pick(users, 'id subscriptionTier isUnlimited'))
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
  { db }: App,
  userId: string,
  reader: Parameters<typeof searchTermLimit>[0],
  { pauses = true } = {},
): Promise<{ paused: string[]; kept: string[] }> {
  const held = await topicsOf({ db }, userId);
  const candidates = held.filter(({ isActive, pausedByPlan }) => isActive || pausedByPlan);
  const limit = searchTermLimit(reader);
  const pause = pauses ? candidates.slice(limit).filter(({ isActive }) => isActive) : [];
  const resume = candidates.slice(0, limit).filter(({ pausedByPlan }) => pausedByPlan);
  const write = (topics: TopicRow[], change: Partial<TopicRow>) =>
    db
      .update(searchTerms)
      .set(change)
      .where(anyOf(searchTerms.id, pluck(topics, 'id')));
  if (pause.length) await write(pause, { isActive: false, pausedByPlan: true });
  if (resume.length) await write(resume, { isActive: true, pausedByPlan: false, resumeOn: null });
  return { paused: pluck(pause, 'term'), kept: pluck(candidates.slice(0, limit), 'term') };
}
