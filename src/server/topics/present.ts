import type { App } from '#kit/feature.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { expansionCounts } from './expansion/edit.ts';
import { judgementCounts } from './feedback/judgements.ts';
import { type TopicRow, topicFields } from './topic/topic.ts';

/** Topics as the API returns them, with the counts of their expansion and their judgements. */
export async function presentTopics(app: App, rows: TopicRow[]): Promise<SearchTerm[]> {
  // Only phrases that the reader is shown are counted, because counting reads whole digests.
  const expanded = rows.filter((row) => row.expansion.length);
  const counts = [expansionCounts(app, expanded), judgementCounts(app, rows)] as const;
  const [expansion, judgements] = await Promise.all(counts);
  return rows.map((row) => ({
    ...topicFields(row, expansion.get(row.id)),
    feedback: judgements.get(row.id),
  }));
}

/** One topic as the API returns it. */
export const presentTopic = async (app: App, row: TopicRow): Promise<SearchTerm> =>
  (await presentTopics(app, [row]))[0]!;
