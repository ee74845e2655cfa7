import { and, eq, isNull } from 'drizzle-orm';
import type { Candidates } from '#engine/core/types.ts';
import { relevanceFloor } from '#engine/score/calibrate.ts';
import type { App } from '#kit/feature.ts';
import { searchTerms } from '#platform/db/schema.ts';
import { hasId } from '#platform/http/uuid.ts';
import { can, type Subscriber } from '#shared/billing/plan.ts';
import { AppError } from '#shared/contract/errors.ts';
import { enabledSources, type SourceName } from '#shared/papers/sources.ts';
import { type Filters, noFilters, type SearchTerm } from '#shared/topics/searchTerm.ts';
import { pick } from '#shared/values/pick.ts';

/** A saved topic, as the table `search_terms` has it. */
export type TopicRow = typeof searchTerms.$inferSelect;

/**
 * The reader's own topic.
 * @throws AppError `not_found` for a deleted topic, another reader's, or an id that does not exist.
 */
export async function topicOf({ db }: App, userId: string, id: string): Promise<TopicRow> {
  const isOwn = and(hasId(searchTerms.id, id), heldBy(userId));
  const [term] = await db.select().from(searchTerms).where(isOwn);
  return stillThere(term);
}

/**
 * The topic that a statement returned. It may have been deleted since it was looked up.
 * @throws AppError `not_found` if it was.
 */
export function stillThere(topic: TopicRow | undefined): TopicRow {
  if (!topic) throw new AppError('not_found', 'This search term does not exist.');
  return topic;
}

/** The condition on the reader's topics that are not deleted. */
export const heldBy = (userId: string) => and(eq(searchTerms.userId, userId), isNull(searchTerms.deletedAt));

/** The condition that a topic is neither paused nor deleted. */
export const isFollowed = and(eq(searchTerms.isActive, true), isNull(searchTerms.deletedAt));

/** The reader's topics, oldest first; deleted ones are left out. */
export const topicsOf = async ({ db }: Pick<App, 'db'>, userId: string): Promise<TopicRow[]> =>
  db.select().from(searchTerms).where(heldBy(userId)).orderBy(searchTerms.createdAt, searchTerms.id);

/** How many topics count against the plan: all that are not deleted. */
export const countTopics = ({ db }: App, userId: string): Promise<number> =>
  db.$count(searchTerms, heldBy(userId));

/** The same for spellings of one topic that differ only in compatibility forms, case or spaces; unique per reader. */
export const topicKey = (term: string): string =>
  term.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** The row as the API returns it, without the counts of its judgements. */
export const topicFields = (row: TopicRow, expansionCounts?: Record<string, number>): SearchTerm => ({
  ...pick(row, 'id term isActive isFree status statusDetail expansion filters schedule'),
  ...(row.kind && { kind: row.kind }),
  lastProcessedAt: row.lastProcessedAt?.toISOString() ?? null,
  nextScheduledRun: row.nextScheduledRun?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  expansionCounts,
  ...(row.moreSources.length > 0 && { moreSources: row.moreSources }),
  ...(row.resumeOn && !row.isActive && { resumeOn: row.resumeOn }),
});

/** Which papers a topic's digests may have. */
export interface TopicScope {
  candidates: Pick<Candidates, 'required' | 'excluded' | 'articleTypes' | 'also'> & {
    sources: ReadonlySet<SourceName>;
  };
  /** Least relevance, 0 to 1. */
  floor: number;
  /** Sources allowed by the preferences but excluded by the filters. */
  leftOut: ReadonlySet<SourceName>;
}

/** The scope of filters, within the sources that the reader's preferences allow; `more` are the topic's own, in addition. */
export function scopeOfFilters(
  preferences: Parameters<typeof enabledSources>[0],
  filters: Filters | null,
  more: readonly SourceName[] = [],
): TopicScope {
  const { required, excluded, articleTypes, sources, minimumRelevance } = filters ?? noFilters;
  const allowed = enabledSources(preferences);
  const isNamed = (source: (typeof allowed)[number]) => !sources.length || sources.includes(source);
  return {
    candidates: {
      sources: new Set([...allowed.filter(isNamed), ...more]),
      ...(required.length && { required }),
      ...(excluded.length && { excluded }),
      ...(articleTypes.length && { articleTypes }),
    },
    floor: Math.max(relevanceFloor, minimumRelevance),
    leftOut: new Set(allowed.filter((source) => !isNamed(source))),
  };
}

/** The filters that apply now; filters the plan no longer covers are kept but inactive. */
export const filtersInForce = (reader: Subscriber, { filters }: Pick<TopicRow, 'filters'>): Filters | null =>
  filters && can.filter(reader).yes ? filters : null;

/** The topic's additional sources that this server offers. */
export const moreSourcesOf = (
  { config }: Pick<App, 'config'>,
  { moreSources }: Pick<TopicRow, 'moreSources'>,
): SourceName[] => config.sources.more.filter((source) => moreSources.includes(source));
