import { create, insertMultiple, search } from '@orama/orama';
import MiniSearch from 'minisearch';
import type { IndexPaper } from '#search/core/types.ts';
import { openPostgresSearch } from './postgresSearch.ts';

/** A search engine over the papers, with boosted titles if it can; finds ten papers with any of the words. */
export interface SearchEngine {
  name: string;
  /** Queries that it answers concurrently. */
  concurrency: number;
  search(words: string): unknown;
  close(): Promise<void>;
}

export async function openSearchEngines(papers: readonly IndexPaper[]): Promise<SearchEngine[]> {
  const documents = papers.map(({ id, title, abstract }) => ({
    id: String(id),
    title,
    abstract: abstract ?? '',
  }));
  const mini = new MiniSearch({ fields: ['title', 'abstract'], searchOptions: { boost: { title: 2 } } });
  mini.addAll(documents);
  const orama = create({ schema: { title: 'string', abstract: 'string' } as const });
  await insertMultiple(orama, documents, 2000);
  const inMemory = { concurrency: 1, close: async () => {} };
  const engines: SearchEngine[] = [
    { name: 'MiniSearch', search: (words) => mini.search(words).slice(0, 10), ...inMemory },
    {
      name: 'Orama',
      search: async (term) => search(orama, { term, limit: 10, threshold: 1, boost: { title: 2 } }),
      ...inMemory,
    },
  ];
  const postgres = await openPostgresSearch(papers);
  if (postgres) engines.push({ name: 'PostgreSQL, two connections', concurrency: 2, ...postgres });
  else console.error('rank: skipped PostgreSQL, which is not installed.');
  return engines;
}
