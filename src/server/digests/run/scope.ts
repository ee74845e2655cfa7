import type { Candidates } from '#search/core/types.ts';
import { relevanceFloor } from '#search/score/calibrate.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import { enabledSources, type SourceName } from '#shared/papers/sources.ts';
import { noFilters } from '#shared/topics/searchTerm.ts';
import { filtersInWords } from '#shared/topics/settingsInWords.ts';
import { filtersInForce } from '#topics/settings.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import type { ReaderRow } from '../store/finish.ts';

/** Filters in a topic's digests: by the reader's preferences, and within them by the topic's own filters. */
export interface Scope {
  candidates: Pick<Candidates, 'sources' | 'required' | 'excluded' | 'articleTypes'>;
  /** Least relevance, 0 to 1. */
  floor: number;
  /** The filters that apply, as a sentence; null for none. */
  filtered: string | null;
  /** Sources that the preferences allow and the filters leave out. */
  leftOut: ReadonlySet<SourceName>;
}

/** The scope of one topic, from its reader's preferences and the filters that the plan covers. */
export function scopeOf({ user, preferences }: ReaderRow, term: Pick<TopicRow, 'filters'>): Scope {
  const filters = filtersInForce(user, term);
  const { required, excluded, articleTypes, sources, minimumRelevance } = filters ?? noFilters;
  const allowed = enabledSources(preferences);
  const isNamed = (source: SourceName) => !sources.length || sources.includes(source);
  return {
    candidates: {
      sources: new Set(allowed.filter(isNamed)),
      ...(required.length && { required }),
      ...(excluded.length && { excluded }),
      ...(articleTypes.length && { articleTypes }),
    },
    floor: Math.max(relevanceFloor, minimumRelevance),
    filtered: filtersInWords(filters),
    leftOut: new Set(allowed.filter((source) => !isNamed(source))),
  };
}

/** Coverage that says why a source was not asked, where the reason is the topic's filters and not the preferences. */
export const withReasons = (coverage: Coverage[], { leftOut }: Scope): Coverage[] =>
  coverage.map((receipt) =>
    receipt.outcome === 'off' && leftOut.has(receipt.source)
      ? { ...receipt, sentence: 'Left out by the filters of this topic.' }
      : receipt,
  );
