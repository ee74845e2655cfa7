import { Hono } from 'hono';
import type { SourcesEnv } from '../faults/env.ts';
import { type Entry, latest, type Version, visible } from '../records/entry.ts';
import { commaName, nameOf, plainName } from '../records/names.ts';
import type { RecordIndex } from '../search/recordIndex.ts';

const names = { biorxiv: 'bioRxiv', medrxiv: 'medRxiv' } as const;

type Row = { entry: Entry; version: Version; date: string };

/**
 * The bioRxiv API's `/details`, one row per version, and `/pubs`. Every response is 200, as recorded.
 * @param pageSize rows per page: 100 in the documentation, 30 since August 2026
 */
export function biorxiv(recordIndexes: Record<keyof typeof names, RecordIndex>, pageSize = 100) {
  const app = new Hono<SourcesEnv>();
  app.get('/details/:server/*', (c) => {
    const server = c.req.param('server');
    if (server !== 'biorxiv' && server !== 'medrxiv') return c.json(nothing('Server not recognized'));
    const rest = decodeURIComponent(c.req.path.replace(/^\/details\/[^/]+\//, '')).replace(/\/json$/, '');
    const rows = rowsOf(recordIndexes[server]);

    const doi = /^(10\..+?)(?:v\d+)?(?:\/na)?$/.exec(rest)?.[1];
    if (doi) {
      const own = rows.filter(({ entry }) => entry.id === doi);
      if (!own.length) return c.json(nothing('no posts found'));
      return c.json({ messages: [{ status: 'ok' }], collection: own.map((row) => asJson(row, server)) });
    }

    const asked = intervalOf(rest, rows);
    if (!asked) return c.json(nothing('no posts found'));
    // The real server answers an interval of many years with 200 and an empty body.
    if (asked.years > 5) return c.body('', 200, { 'content-type': 'text/html; charset=UTF-8' });
    const { rows: within, interval, cursor } = asked;
    const size = c.get('spoil') === 'pages-of-30' ? 30 : pageSize;
    const page = within.slice(cursor, cursor + size);
    if (!page.length) return c.json(nothing('no posts found'));
    const collection: Record<string, unknown>[] = page.map((row) => asJson(row, server));
    if (c.get('spoil') === 'malformed-record') collection[0] = { ...collection[0], doi: null, date: 'NA' };
    const message = {
      ...{ status: 'ok', category: 'all', interval, funder: 'all', cursor, count: page.length },
      count_new_papers: String(new Set(within.map(({ entry }) => entry.id)).size),
      total: String(within.length),
    };
    return c.json({ messages: [message], collection });
  });
  app.get('/pubs/:server/:from/:to/:cursor?/:format?', (c) => {
    const { server, from, to, cursor = '0' } = c.req.param();
    if (server !== 'biorxiv' && server !== 'medrxiv') return c.json(nothing('Server not recognized'));
    const within = recordIndexes[server].entries
      .filter((entry) => visible(entry) && entry.publishedDoi)
      .map((entry) => ({ entry, published: dayOf(entry.changedAt) }))
      .filter(({ published }) => published >= from && published <= to)
      .sort((a, b) => compare(a.published, b.published) || compare(a.entry.id, b.entry.id));
    const page = within.slice(Number(cursor), Number(cursor) + 100);
    if (!page.length) return c.json(nothing('no articles found'));
    const counts = { cursor: Number(cursor), count: page.length, total: String(within.length) };
    return c.json({
      messages: [{ status: 'ok', interval: `${from}:${to}`, ...counts }],
      collection: page.map(({ entry, published }) => publishedRow(entry, published, names[server])),
    });
  });
  return app;
}

/** A row of `/pubs` with the recorded fields. */
function publishedRow(entry: Entry, published: string, platform: string) {
  const { title, abstract } = latest(entry);
  const authors = entry.authors.map(nameOf);
  return {
    preprint_doi: entry.id,
    published_doi: entry.publishedDoi,
    published_journal: entry.publishedIn ?? '',
    preprint_platform: platform,
    preprint_title: title,
    preprint_authors: authors.map(commaName).join('; '),
    preprint_category: (entry.journal ?? '').toLowerCase(),
    preprint_date: dayOf(entry.addedAt),
    published_date: published,
    preprint_abstract: abstract ?? '',
    preprint_author_corresponding: authors[0] ? plainName(authors[0]) : '',
    preprint_author_corresponding_institution: '',
  };
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const nothing = (status: string) => ({ messages: [{ status }], collection: [] });

/** Every visible version by date, DOI and version, which is the order of pages. */
function rowsOf(recordIndex: RecordIndex): Row[] {
  return recordIndex.entries
    .filter(visible)
    .flatMap((entry) => entry.versions.map((version) => ({ entry, version, date: dayOf(version.at) })))
    .sort(
      (a, b) =>
        compare(a.date, b.date) || compare(a.entry.id, b.entry.id) || a.version.number - b.version.number,
    );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** `{from}/{to}/{cursor}`; null for anything else. */
function intervalOf(rest: string, rows: Row[]) {
  const [, from, to, cursor] = /^(\d{4}-\d\d-\d\d)\/(\d{4}-\d\d-\d\d)(?:\/(\d+))?$/.exec(rest) ?? [];
  if (!from || !to) return null;
  return {
    interval: `${from}:${to}`,
    cursor: Number(cursor ?? 0),
    rows: rows.filter(({ date }) => date >= from && date <= to),
    years: (Date.parse(to) - Date.parse(from)) / (365.25 * 86_400_000),
  };
}

function asJson({ entry, version, date }: Row, server: keyof typeof names) {
  const authors = entry.authors.map(nameOf);
  return {
    title: version.title,
    authors: authors.map(commaName).join('; '),
    author_corresponding: authors[0] ? plainName(authors[0]) : '',
    author_corresponding_institution: '',
    doi: entry.id,
    date,
    version: String(version.number),
    type: version.withdrawn ? 'withdrawn' : server === 'biorxiv' ? 'new results' : 'PUBLISHAHEADOFPRINT',
    license: 'cc_by',
    category: entry.journal === server ? '' : (entry.journal ?? '').toLowerCase(),
    jatsxml: `https://www.${server}.org/content/early/${date.replaceAll('-', '/')}/${entry.id.split('/').at(-1)}.source.xml`,
    abstract: version.abstract ?? '',
    funder: 'NA',
    published: entry.publishedDoi ?? 'NA',
    server: names[server],
  };
}
