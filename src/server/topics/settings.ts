import { eq } from 'drizzle-orm';
import { searchTerms } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import { type Answer, can, statedLimit } from '#shared/billing/plan.ts';
import { AppError } from '#shared/contract/errors.ts';
import { offeredSources, type SourceName, sourceLabels } from '#shared/papers/sources.ts';
import type { Schedule } from '#shared/topics/schedule.ts';
import { type Filters, isEmpty } from '#shared/topics/searchTerm.ts';
import type { TopicsApp } from './app.ts';
import { keyOf } from './expansion/abbreviations.ts';
import { cleanPhrase } from './expansion/phrases.ts';
import { reschedule } from './reschedule.ts';
import { countTopics, type TopicRow, topicOf } from './topic/topic.ts';

interface Change {
  filters?: Filters | null | undefined;
  schedule?: Schedule | null | undefined;
  moreSources?: SourceName[] | undefined;
}

/**
 * Sets a topic's filters, schedule and additional sources; null clears one, undefined keeps it. All
 * but the schedule apply from the next digest; a new schedule moves the next digest in the same transaction.
 * @throws AppError `payment_required` when the plan does not cover a setting, `invalid` for filters that no paper can
 * pass and for a source that is not offered, `not_found`. Clearing is always allowed.
 */
export const changeSettings = (
  app: TopicsApp,
  reader: Reader,
  id: string,
  change: Change,
): Promise<TopicRow> =>
  transaction(app, async (app) => {
    const filters = filtersToStore(change.filters);
    const { schedule } = change;
    const moreSources = change.moreSources && [...new Set(change.moreSources)];
    if (filters) await refuseUnless(app, reader, can.filter(reader));
    if (schedule) await refuseUnless(app, reader, can.schedule(reader));
    if (moreSources) refuseUnoffered(app, moreSources);
    const topic = await topicOf(app, reader.id, id);
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

function refuseUnoffered({ config }: Pick<TopicsApp, 'config'>, wanted: SourceName[]): void {
  const offered = offeredSources(config.sources.more);
  const missing = wanted.find((source) => !offered.includes(source));
  if (missing) throw new AppError('invalid', `${sourceLabels[missing]} is not offered here.`);
}

async function refuseUnless(app: Pick<TopicsApp, 'db'>, reader: Reader, answer: Answer): Promise<void> {
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
  return {
    ...filters,
    required,
    excluded,
    articleTypes: [...new Set(filters.articleTypes)],
    sources: [...new Set(filters.sources)],
  };
}

/** Cleaned and without duplicates. A phrase without a word is refused: it would look active and filter nothing. */
function phrasesOf(phrases: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const phrase of phrases) {
    const clean = cleanPhrase(phrase);
    if (!clean)
      throw new AppError(
        'invalid',
        `“${phrase}” cannot be searched for. Please enter a word or a short phrase.`,
      );
    if (!byKey.has(keyOf(clean))) byKey.set(keyOf(clean), clean);
  }
  return [...byKey.values()];
}
