import type { SearchTerm } from '../../shared/searchTerm.ts';
import type { App } from '../app.ts';
import { feedbackCounts } from '../feedback/counts.ts';
import { expansionCounts } from './expandCounts.ts';
import { shownTerm, type TermRow } from './term.ts';

/** Search terms as the dashboard sees them, with all that is counted for them. */
export async function shownTerms(app: Pick<App, 'db'>, rows: TermRow[]): Promise<SearchTerm[]> {
  const brought = await expansionCounts(app, rows);
  const said = await feedbackCounts(app, rows);
  return rows.map((row) => ({ ...shownTerm(row, brought.get(row.id)), feedback: said.get(row.id) }));
}

export async function shownOne(app: Pick<App, 'db'>, row: TermRow): Promise<SearchTerm> {
  const [term] = await shownTerms(app, [row]);
  return term!;
}
