import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import type { TopicsApp } from './app.ts';
import { expansionCounts } from './expansion/expandCounts.ts';
import { feedbackCounts } from './feedback/judgements.ts';
import { shownTerm, type TermRow } from './topic/topic.ts';

/** Search terms as the dashboard sees them, with all that is counted for them. */
export async function shownTerms(app: Pick<TopicsApp, 'db'>, rows: TermRow[]): Promise<SearchTerm[]> {
  const brought = await expansionCounts(app, rows);
  const said = await feedbackCounts(app, rows);
  return rows.map((row) => ({ ...shownTerm(row, brought.get(row.id)), feedback: said.get(row.id) }));
}

export async function shownOne(app: Pick<TopicsApp, 'db'>, row: TermRow): Promise<SearchTerm> {
  const [term] = await shownTerms(app, [row]);
  return term!;
}
