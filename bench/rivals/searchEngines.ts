import type { IndexPaper } from '#search/core/types.ts';
import { nodeProcess, openRival, type Rival, xapianProcess } from './engine.ts';
import { openPostgresSearch } from './postgresSearch.ts';

/**
 * Opens one engine after the other, each in `count` processes or connections. The caller closes each before it asks for
 * the next, so that no engine is measured beside another's memory.
 */
export async function* searchEngines(papers: readonly IndexPaper[], count: number): AsyncGenerator<Rival> {
  const xapian = await xapianProcess();
  if (xapian) yield await openRival('Xapian', count, papers, xapian);
  else console.error('rank: skipped Xapian, which is not installed (python3-xapian).');
  yield await openRival('SQLite FTS5', count, papers, () => nodeProcess('fts5'));
  yield await openRival('MiniSearch', count, papers, () => nodeProcess('minisearch'));
  yield await openRival('Orama', count, papers, () => nodeProcess('orama'));
  const postgres = await openPostgresSearch(papers, count);
  if (postgres) yield postgres;
  else console.error('rank: skipped PostgreSQL, which is not installed.');
}
