import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import type { TopicsApp } from './app.ts';
import { expansionCounts } from './expansion/expandCounts.ts';
import { feedbackCounts } from './feedback/judgements.ts';
import { type TopicRow, topicFields } from './topic/topic.ts';

/** Search terms as the dashboard sees them, with all that is counted for them. */
export async function presentTopics(app: Pick<TopicsApp, 'db'>, rows: TopicRow[]): Promise<SearchTerm[]> {
  const brought = await expansionCounts(app, rows);
  const said = await feedbackCounts(app, rows);
  return rows.map((row) => ({ ...topicFields(row, brought.get(row.id)), feedback: said.get(row.id) }));
}

export async function presentTopic(app: Pick<TopicsApp, 'db'>, row: TopicRow): Promise<SearchTerm> {
  const [term] = await presentTopics(app, [row]);
  return term!;
}
