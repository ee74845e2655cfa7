import pg from 'pg';
import type { IndexPaper } from '#search/core/types.ts';
import { startPostgres } from '#test/chaos/setup/postgres.ts';
import { askFor } from './askFor.ts';
import type { Rival } from './engine.ts';

/**
 * PostgreSQL full-text search (GIN index, title weighted above abstract, OR of the words) through as many connections as
 * the others have processes; null where it is not installed.
 */
export async function openPostgresSearch(
  papers: readonly IndexPaper[],
  connections: number,
): Promise<Rival | null> {
  const server = await startPostgres();
  if (!server) return null;
  const pool = new pg.Pool({ connectionString: server.url, max: connections });
  await pool.query('create table documents (id int primary key, title text, abstract text, words tsvector)');
  for (let from = 0; from < papers.length; from += 2000) {
    const page = papers.slice(from, from + 2000);
    await pool.query(
      'insert into documents (id, title, abstract) select * from unnest($1::int[], $2::text[], $3::text[])',
      [page.map(({ id }) => id), page.map(({ title }) => title), page.map(({ abstract }) => abstract ?? '')],
    );
  }
  await pool.query(`update documents set words =
    setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', abstract), 'D')`);
  await pool.query('create index on documents using gin (words)');
  await pool.query('vacuum analyze documents');
  const search = (topic: string) =>
    pool.query({
      name: 'search',
      text: `select id from documents, to_tsquery('english', $1) query where words @@ query
          order by ts_rank(words, query) desc limit 10`,
      values: [(topic.match(/[\p{L}\p{N}]+/gu) ?? ['research']).join(' | ')],
    });
  return {
    name: 'PostgreSQL',
    async rates(questions, seconds) {
      const answered = await askFor(questions, seconds, connections, search);
      return { rate: answered.asked / answered.seconds };
    },
    async close() {
      await pool.end();
      await server.stop();
    },
  };
}
