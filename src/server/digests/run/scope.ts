import type { App } from '#kit/feature.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import { filtersInWords } from '#shared/topics/settingsInWords.ts';
import { filtersInForce, moreSourcesOf, scopeOfFilters, type TopicScope } from '#topics/topic/scope.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import type { ReaderRow } from './finish.ts';

/** The sources and filters of a topic's digests: those of the preferences, narrowed by the topic's own filters. */
export interface Scope extends TopicScope {
  /** The active filters, as a sentence; null for none. */
  filtered: string | null;
}

/** The scope of one topic, from its reader's preferences and the filters that the plan covers. */
export function scopeOf(
  app: Pick<App, 'config'>,
  { user, preferences }: ReaderRow,
  term: Pick<TopicRow, 'filters' | 'moreSources'>,
): Scope {
  const filters = filtersInForce(user, term);
  return {
    ...scopeOfFilters(preferences, filters, moreSourcesOf(app, term)),
    filtered: filtersInWords(filters),
  };
}

/** Coverage that names the topic's filters as the reason if they, and not the preferences, turned a source off. */
export const withReasons = (coverage: Coverage[], { leftOut }: Scope): Coverage[] =>
  coverage.map((receipt) =>
    receipt.outcome === 'off' && leftOut.has(receipt.source)
      ? { ...receipt, sentence: 'Left out by the filters of this topic.' }
      : receipt,
  );
