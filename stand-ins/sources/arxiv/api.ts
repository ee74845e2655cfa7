import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { SourcesEnv } from '../faults/env.ts';
import { type Entry, latest, splitId, type Version, visible } from '../records/entry.ts';
import { nameOf, plainName } from '../records/names.ts';
import { readArxivQuery } from '../search/arxivQuery.ts';
import { type Expression, leaves, QueryError } from '../search/expression.ts';
import type { RecordIndex } from '../search/recordIndex.ts';
import { wordsOf } from '../search/words.ts';
import { element, escaped } from '../wire/xml.ts';

const mostPerCall = 2_000;
const mostPerQuery = 30_000;

/** The arXiv query API. An invalid query gets an error feed with status 400, as recorded in 2026. */
export function arxivApi(recordIndex: RecordIndex, now: () => Date) {
  const app = new Hono<SourcesEnv>();
  app.get('/arxiv/api/query', (c) => {
    try {
      return atom(c, answer(c, recordIndex, now()));
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      return atom(c, atomError(error.message, now()), 400);
    }
  });
  return app;
}

function answer(c: Context<SourcesEnv>, recordIndex: RecordIndex, now: Date): string {
  const query = c.req.query('search_query') ?? '';
  const ids = (c.req.query('id_list') ?? '').split(/[\s,]+/).filter(Boolean);
  const start = whole(c.req.query('start'), 0, 'start');
  const most = whole(c.req.query('max_results'), 10, 'max_results');
  if (most > mostPerCall) throw new QueryError(`max_results must be at most ${mostPerCall}`);
  if (start + most > mostPerQuery)
    throw new QueryError(`start + max_results must be at most ${mostPerQuery}`);

  if ((c.req.query('sortBy') ?? 'relevance') !== 'relevance' || c.req.query('sortOrder') === 'ascending')
    throw new QueryError('the product sorts by relevance, descending');
  const found = ids.length ? named(recordIndex, ids) : matching(recordIndex, readArxivQuery(query));
  const size = c.get('spoil') === 'pages-of-30' ? Math.min(most, 30) : most;
  const page = found.slice(start, start + size);
  const spoilt = c.get('spoil') === 'malformed-record';
  const entries = page.map((shown, place) => atomEntry(shown, { withoutId: spoilt && place === 0 }));
  const said = { query, ids: ids.join(','), start, most };
  const key = createHash('sha1').update(JSON.stringify(said)).digest('base64').slice(0, 27);
  return atomFeed({ ...said, key, total: found.length, entries, now });
}

/** By identifier. An unknown one is silently missing. */
const named = (recordIndex: RecordIndex, ids: string[]): Shown[] =>
  ids.flatMap((written): Shown[] => {
    if (!/^(\d{4}\.\d{4,5}|[a-z-]+(\.[A-Z]{2})?\/\d{7})(v\d+)?$/.test(written))
      throw new QueryError(`incorrect id format for ${written}`);
    const entry = recordIndex.get(splitId('arxiv', written).id);
    if (!entry || !visible(entry)) return [];
    const number = Number(/v(\d+)$/.exec(written)?.[1] ?? latest(entry).number);
    const version = entry.versions.find((version) => version.number === number);
    return version ? [{ entry, version }] : [];
  });

/** By query, the most relevant first: those with more of the words in their titles, then the newest. */
function matching(recordIndex: RecordIndex, expression: Expression | null): Shown[] {
  if (!expression) return [];
  const asked = new Set(leaves(expression).flatMap((leaf) => (leaf.kind === 'words' ? leaf.words : [])));
  const found = recordIndex.find(expression).map((entry) => {
    const version = latest(entry);
    const said = wordsOf(version.title).filter((word) => asked.has(word)).length;
    return { entry, version, worth: said + entry.addedAt / 1e15 };
  });
  return found.sort((a, b) => b.worth - a.worth || (a.entry.id < b.entry.id ? 1 : -1));
}

function whole(text: string | undefined, otherwise: number, name: string): number {
  if (text === undefined || text === '') return otherwise;
  if (!/^-?\d+$/.test(text)) throw new QueryError(`${name} must be an integer`);
  if (Number(text) < 0) throw new QueryError(`${name} must be non-negative`);
  return Number(text);
}

const atom = (c: Context<SourcesEnv>, feed: string, status: 200 | 400 = 200) =>
  c.body(feed, status, { 'content-type': 'application/atom+xml; charset=utf-8' });

/** One entry of a page: the newest version, or the version in the id. */
type Shown = { entry: Entry; version: Version };

const head =
  '<?xml version=\'1.0\' encoding=\'UTF-8\'?>\n<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">';

interface Feed {
  query: string;
  ids: string;
  start: number;
  most: number;
  key: string;
  total: number;
  entries: string[];
  now: Date;
}

function atomFeed({ query, ids, start, most, key, total, entries, now }: Feed): string {
  const self = `https://arxiv.org/api/query?search_query=${encodeURIComponent(query).replaceAll('%20', '+')}&start=${start}&max_results=${most}&id_list=${ids}`;
  return [
    head,
    `  <id>https://arxiv.org/api/${escaped(key)}</id>`,
    `  <title>${escaped(`arXiv Query: search_query=${query}&id_list=${ids}&start=${start}&max_results=${most}`)}</title>`,
    `  <updated>${moment(now)}</updated>`,
    `  <link href="${escaped(self)}" type="application/atom+xml"/>`,
    `  <opensearch:itemsPerPage>${most}</opensearch:itemsPerPage>`,
    `  <opensearch:totalResults>${total}</opensearch:totalResults>`,
    `  <opensearch:startIndex>${start}</opensearch:startIndex>`,
    ...entries,
    '</feed>\n',
  ].join('\n');
}

function atomEntry({ entry, version }: Shown, { withoutId = false } = {}): string {
  const id = `${entry.id}v${version.number}`;
  const [primary = ''] = entry.categories;
  return [
    '  <entry>',
    withoutId ? '' : `    <id>http://arxiv.org/abs/${escaped(id)}</id>`,
    `    <title>${escaped(version.title)}</title>`,
    `    <updated>${moment(version.at)}</updated>`,
    withoutId
      ? ''
      : `    <link href="https://arxiv.org/abs/${escaped(id)}" rel="alternate" type="text/html"/>`,
    withoutId
      ? ''
      : `    <link href="https://arxiv.org/pdf/${escaped(id)}" rel="related" type="application/pdf" title="pdf"/>`,
    `    <summary>${escaped(version.abstract ?? '')}</summary>`,
    ...entry.categories.map(
      (category) => `    <category term="${escaped(category)}" scheme="http://arxiv.org/schemas/atom"/>`,
    ),
    `    <published>${moment(entry.addedAt)}</published>`,
    indented(element('arxiv:comment', entry.comment)),
    `    <arxiv:primary_category term="${escaped(primary)}"/>`,
    indented(element('arxiv:journal_ref', entry.publishedIn)),
    ...entry.authors.map(
      (name) => `    <author>\n      <name>${escaped(plainName(nameOf(name)))}</name>\n    </author>`,
    ),
    ...doiOf(entry.publishedDoi ?? entry.doi),
    '  </entry>',
  ]
    .filter(Boolean)
    .join('\n');
}

function atomError(sentence: string, now: Date): string {
  const id = `https://arxiv.org/api/errors#${sentence.replace(/\s+/g, '_')}`;
  return [
    head,
    '  <id>https://arxiv.org/</id>',
    '  <title>arXiv Search Results</title>',
    `  <updated>${moment(now)}</updated>`,
    '  <opensearch:itemsPerPage>1</opensearch:itemsPerPage>',
    '  <opensearch:totalResults>1</opensearch:totalResults>',
    '  <opensearch:startIndex>0</opensearch:startIndex>',
    '  <entry>',
    `    <id>${escaped(id)}</id>`,
    '    <title>Error</title>',
    `    <updated>${moment(now)}</updated>`,
    `    <link href="${escaped(id)}" rel="alternate" type="text/html"/>`,
    `    <summary>${escaped(sentence)}</summary>`,
    '    <author>\n      <name>arXiv api core</name>\n    </author>',
    '  </entry>',
    '</feed>\n',
  ].join('\n');
}

const doiOf = (doi: string | null): string[] =>
  doi
    ? [
        `    ${element('arxiv:doi', doi)}`,
        `    <link rel="related" href="https://doi.org/${escaped(doi)}" title="doi"/>`,
      ]
    : [];

const indented = (line: string): string => line && `    ${line}`;

export const moment = (at: number | Date): string => `${new Date(at).toISOString().slice(0, 19)}Z`;
