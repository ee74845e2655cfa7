import type { CloseMatch, RemoteIndex } from '#search/core/types.ts';
import type { Preferences } from '#shared/accounts/preferences.ts';
import type { Filters } from '#shared/topics/searchTerm.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import type { TopicsApp } from '../app.ts';
import { relevanceFeedbackFor } from '../feedback/judgements.ts';
import { moreSourcesOf, scopeOfFilters } from '../topic/scope.ts';
import type { TopicRow } from '../topic/topic.ts';

/** Maximum number counted, because nobody reads fifty papers a week. */
export const matchesAtMost = 600;

type Searcher = Pick<TopicsApp, 'db' | 'index' | 'now' | 'config'>;

/** What to look for: a topic, under some filters, in its last `days` days. */
interface Wanted {
  topic: TopicRow;
  preferences: Preferences;
  filters: Filters | null;
  days: number;
}

/**
 * The papers that the topic's digests could have included, best first, at most `matchesAtMost`, including those sent. Ranks
 * like a digest, but without a configured embeddings server.
 */
export async function closeMatchesOf(app: Searcher, wanted: Wanted): Promise<CloseMatch[]> {
  const question = await questionFor(app, wanted);
  const index = await app.index.current();
  return index.closeMatches(...question);
}

/** The query for these close matches. The result depends only on it and the index. */
export async function questionFor(
  app: Pick<Searcher, 'db' | 'now' | 'config'>,
  { topic, preferences, filters, days }: Wanted,
): Promise<Parameters<RemoteIndex['closeMatches']>> {
  const { candidates, floor } = scopeOfFilters(preferences, filters, moreSourcesOf(app, topic));
  const feedback = await relevanceFeedbackFor(app, topic.id);
  return [
    { text: topic.term, expansion: topic.expansion, ...feedback, vector: null },
    {
      ...candidates,
      availableFrom: timeBefore(app.now(), (days - 1) * dayMs)
        .toISOString()
        .slice(0, 10),
      availableUntil: app.now().toISOString().slice(0, 10),
    },
    { limit: matchesAtMost, floor },
  ];
}

/** Today in days since 1970, in UTC. */
export const today = ({ now }: Pick<TopicsApp, 'now'>): number => Math.floor(now().getTime() / dayMs);
