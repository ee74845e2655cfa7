import type { Candidates } from '#engine/core/types.ts';
import { relevanceFloor } from '#engine/score/calibrate.ts';
import type { App } from '#kit/feature.ts';
import { can, type Subscriber } from '#shared/billing/plan.ts';
import { enabledSources, type SourceName } from '#shared/papers/sources.ts';
import { type Filters, noFilters } from '#shared/topics/searchTerm.ts';
import type { TopicRow } from './topic.ts';

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
