import { Hono } from 'hono';
import type { SourcesEnv } from '../faults/env.ts';
import { type Entry, type Version, visible } from '../records/entry.ts';
import { initialsOf, nameOf } from '../records/names.ts';
import { type Fields, type Matches, readEuropePmcQuery } from '../search/europepmcQuery.ts';
import { QueryError } from '../search/expression.ts';
import type { RecordIndex } from '../search/recordIndex.ts';

export const europepmcRoot = '/europepmc/webservices/rest';

interface Row {
  entry: Entry;
  version: Version;
  /** The server's DOIs of the work and of this version. */
  doi: string;
  id: string;
}

const noCriteria =
  'No search criteria provided. Please provide a search criteria which is less than 1500 characters.';
const badSize = 'Invalid page size provided. Valid size is between 1 and 1000';

/**
 * Europe PMC's `/search` over preprints of several servers. Each version is a record. As recorded, errors have status 200,
 * and an empty list has no cursor.
 */
export function europepmc(
  index: RecordIndex,
  cited: ReadonlyMap<string, string[]>,
  abstracts: ReadonlyMap<string, string>,
) {
  const app = new Hono<SourcesEnv>();
  const answer = (asked: Record<string, string>, spoil: string | null) => {
    const { query = '', resultType = 'lite', cursorMark = '*' } = asked;
    const size = Number(asked.pageSize ?? 25);
    if (!query.trim() || query.length >= 1500) return { errCode: 404, errMsg: noCriteria };
    if (!Number.isInteger(size) || size < 1 || size > 1000) return { errCode: 404, errMsg: badSize };
    const matches = matchesOf(query);
    const citedBy = ({ entry }: Row) => (cited.get(entry.id) ?? []).map((pmid) => `${pmid}_MED`);
    const rows = rowsOf(index).filter((row) => matches({ ...fieldsOf(row), CITES: citedBy(row) }));
    const offset = offsetOf(cursorMark);
    const page = rows.slice(offset, offset + (spoil === 'pages-of-30' ? Math.min(30, size) : size));
    const forms = { core, lite, idlist: ({ id }: Row) => ({ id, source: 'PPR' }) };
    const form = forms[resultType as keyof typeof forms] ?? lite;
    const result: Record<string, unknown>[] = page.map((row) => form(row, index));
    // Articles of journals, of which it knows the abstract alone.
    for (const [doi, abstractText] of abstracts)
      if (matches({ ...articleFields, DOI: doi }))
        result.push({ id: '1', source: 'MED', doi: doi.toUpperCase(), abstractText });
    if (spoil === 'malformed-record' && result[0]) result[0] = { ...result[0], doi: undefined };
    const next = page.length ? markOf(offset + page.length) : cursorMark;
    return {
      version: '6.9',
      hitCount: Math.max(rows.length, result.length),
      ...(rows.length && { nextCursorMark: next }),
      request: { queryString: query, resultType, cursorMark, pageSize: size, sort: '', synonym: false },
      resultList: { result },
    };
  };
  app.get(`${europepmcRoot}/search`, (c) => c.json(answer(c.req.query(), c.get('spoil'))));
  return app;
}

function matchesOf(query: string): Matches {
  try {
    return readEuropePmcQuery(query);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    return () => false;
  }
}

/** Sorts by listing day, then number, so that all pages of a query share one order. */
const rowsOf = (index: RecordIndex): Row[] =>
  index.entries
    .filter(visible)
    .flatMap((entry) =>
      entry.versions.map((version) => ({
        entry,
        version,
        doi: `${entry.id}/v${version.number}`,
        id: `PPR${7_000_000 + numberOf(entry.id) + version.number}`,
      })),
    )
    .sort((a, b) => a.version.at - b.version.at || (a.id < b.id ? -1 : 1));

const numberOf = (id: string): number =>
  [...id].reduce((all, one) => (all * 33 + one.charCodeAt(0)) % 100_003, 5) * 20;

const articleFields: Fields = {
  ...{ SRC: 'MED', PUBLISHER: '', DOI: '', EXT_ID: '1', PUB_TYPE: [], CITES: [], TITLE_ABS: '' },
  ...{ HAS_ABSTRACT: 'Y', HAS_PUBLISHED_VERSION: 'N', FIRST_PDATE: '', FIRST_IDATE: '', UPDATE_DATE: '' },
};

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const typesOf = ({ version }: Row): string[] =>
  version.withdrawn ? ['Preprint', 'Preprint-withdrawal'] : ['Preprint'];

const isLink = ({ type }: { type: string }): boolean => type === 'Preprint of';

const fieldsOf = (row: Row): Omit<Fields, 'CITES'> => ({
  SRC: 'PPR',
  PUBLISHER: row.entry.journal ?? '',
  DOI: row.doi,
  EXT_ID: row.id,
  PUB_TYPE: typesOf(row),
  TITLE_ABS: `${row.version.title} ${row.version.abstract ?? ''}`,
  HAS_ABSTRACT: row.version.abstract ? 'Y' : 'N',
  HAS_PUBLISHED_VERSION: row.entry.links.some(isLink) ? 'Y' : 'N',
  FIRST_PDATE: dayOf(row.version.at),
  FIRST_IDATE: dayOf(row.version.at),
  UPDATE_DATE: dayOf(Math.max(row.version.at, row.entry.changedAt)),
});

function lite(row: Row) {
  const { entry, version, doi, id } = row;
  const day = dayOf(version.at);
  const people = entry.authors.map(nameOf);
  return {
    id,
    source: 'PPR',
    doi,
    title: version.title,
    authorString: `${people.map((name) => `${name.last} ${initialsOf(name)}`.trim()).join(', ')}.`,
    pubYear: day.slice(0, 4),
    pubType: 'preprint',
    bookOrReportDetails: { publisher: entry.journal ?? '', yearOfPublication: Number(day.slice(0, 4)) },
    ...{ isOpenAccess: 'N', inEPMC: 'N', inPMC: 'N', hasPDF: 'N', citedByCount: 0 },
    ...{ versionNumber: version.number, firstIndexDate: day, firstPublicationDate: day },
  };
}

function core(row: Row, index: RecordIndex) {
  const { pubType: _, ...brief } = lite(row);
  const { entry } = row;
  const links = entry.links.filter(isLink);
  const versions = rowsOf(index).filter((one) => one.entry === entry);
  return {
    ...brief,
    authorList: {
      author: entry.authors.map(nameOf).map((name) => {
        const { last: lastName, given: firstName } = name;
        const initials = initialsOf(name);
        if (name.collective) return { collectiveName: lastName };
        return { fullName: `${lastName} ${initials}`, firstName, lastName, initials };
      }),
    },
    ...(row.version.abstract && { abstractText: `<h4>Background</h4>${row.version.abstract}` }),
    pubTypeList: { pubType: typesOf(row) },
    license: 'cc by',
    versionList: {
      version: versions.map((one) => ({
        id: one.id,
        source: 'PPR',
        firstPublishDate: dayOf(one.version.at),
        versionNumber: one.version.number,
        pubTypeList: { pubType: typesOf(one).map((type) => type.toLowerCase()) },
        hasEvaluations: 'N',
      })),
    },
    ...(links.length && {
      commentCorrectionList: {
        commentCorrection: links.map(({ type, id, note }, order) => ({
          id,
          source: 'MED',
          reference: `${entry.publishedIn ?? 'Sample Weeks'}. \n    2026 ;1:1`,
          type,
          ...(note && { note }),
          orderIn: 10_001 + order,
        })),
      },
    }),
    fullTextUrlList: {
      fullTextUrl: [{ ...openAccess, documentStyle: 'doi', site: 'DOI', url: `https://doi.org/${row.doi}` }],
    },
  };
}

const openAccess = { availability: 'Open access', availabilityCode: 'OA' };

const markOf = (offset: number): string =>
  offset ? `AoII${Buffer.from(`+${offset}`).toString('base64')}` : '*';
const offsetOf = (mark: string): number =>
  Number(Buffer.from(mark.slice(4), 'base64').toString().slice(1)) || 0;
