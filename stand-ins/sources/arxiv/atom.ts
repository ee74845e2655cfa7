import type { Entry, Version } from '../records/entry.ts';
import { nameOf, plainName } from '../records/names.ts';
import { element, escaped } from '../wire/xml.ts';

/** One entry of a page: the newest version, or the version in the id. */
export interface Shown {
  entry: Entry;
  version: Version;
}

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

export function atomFeed({ query, ids, start, most, key, total, entries, now }: Feed): string {
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

export function atomEntry({ entry, version }: Shown, { withoutId = false } = {}): string {
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

export function atomError(sentence: string, now: Date): string {
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
