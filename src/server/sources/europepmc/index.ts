import {
  addressWith,
  politeClient,
  type Questions,
  type SourceDescriptor,
  type SourceTools,
} from '../client/politeClient.ts';
import { apart } from '../client/readApart.ts';
import {
  type ArticleLink,
  type DayWindow,
  failure,
  type HarvestPage,
  type SearchReply,
  type SourceQuery,
  searchedAtMost,
} from '../record/source.ts';
import { grouping, inParentheses, phrasesIn, printedTelling } from '../record/text.ts';
import { inHalves, isLittle, leftOut } from '../record/unreadable.ts';
import { type RecordsPage, readAbstracts, readLinks, readRecords, readSearch } from './reply.ts';

/**
 * The preprints of about thirty servers: https://europepmc.org/RestfulWebService. Europe PMC publishes no rate limit and is said
 * to handle ten requests per second. We need far fewer: pages of 250 records, one after the other.
 */
export const europepmc: SourceDescriptor = {
  name: 'europepmc',
  organization: {
    policy: () => ({ requests: 2, perMs: 1_000, concurrency: 1, backOffMs: 2_000 }),
    probeUrl: ({ urls }) => urls.EUROPEPMC_URL,
  },
  idKind: 'doi',
  overlapDays: 7,
  displayRank: 4,
  open: (tools) => ({
    harvest: (window, { cursor = null, signal } = {}) => harvest(tools, window, cursor, signal),
    articles: (window, { signal } = {}) => articles(tools, window, signal),
    search: (query, window) => search(tools, query, window),
  }),
};

type Service = Pick<SourceTools, 'config' | 'ask' | 'log'>;

/** Questions to Europe PMC about papers that are known. @throws SourceFailure, or the signal's reason, from each request */
export function openEuropePmc({ config: { sources: config }, userAgent, log, signal, spend }: Questions) {
  const client = politeClient(europepmc.organization.policy(config), { userAgent, log });
  const options = { config, ask: client, log };
  type Type = Asked['resultType'];
  const listed = async (query: string, mark: string, rows: number, resultType: Type = 'lite') => {
    await spend();
    const read = apart('europepmc', replies, readSearch, mark);
    return ask(options, query, { mark, rows, resultType, signal, read });
  };
  return {
    /** Rows that answer a query, up to a thousand from a cursor on, in parts where one of them spoils its page. */
    listed: (query: string, from: string, size = 1_000) =>
      inHalves(
        { from, size },
        (mark, rows) => listed(query, mark, rows),
        (mark) => listed(query, mark, 1, 'idlist'),
      ),
    /** Abstracts of the articles with these DOIs, at most `abstractsAtOnce` of them, by DOI; unknown ones are missing. */
    async abstracts(dois: string[]): Promise<Map<string, string>> {
      const of = (some: string[]) => `(${some.map((doi) => `DOI:"${doi}"`).join(' OR ')})`;
      const after = (place: number) => (place < dois.length ? place : null);
      const parts = await inHalves(
        { from: 0, size: dois.length },
        async (from, size) => {
          await spend();
          const query = `${of(dois.slice(from, from + size))} AND HAS_ABSTRACT:y NOT SRC:PPR`;
          const read = apart('europepmc', replies, readAbstracts, '*');
          const found = await ask(options, query, { mark: '*', rows: 100, signal, read });
          return { found, next: after(from + size) };
        },
        async (from) => {
          await listed(of([dois[from]!]), '*', 1, 'idlist');
          return { found: [], next: after(from + 1) };
        },
      );
      return new Map(parts.flatMap(({ found }) => found));
    },
  };
}

/** As many of these DOIs, from the first on, as one query can name: it has fewer than 1,500 characters. */
export const abstractsAtOnce = (dois: string[]): number => {
  let length = 60;
  const end = dois.findIndex((doi) => {
    length += doi.length + 10;
    return length > 1_490;
  });
  return end < 0 ? dois.length : end;
};

/** The service allows a thousand; 250 with abstracts and authors are about two megabytes. */
const pageSize = 250;

async function* harvest(
  options: Service,
  window: DayWindow,
  cursor: string | null,
  signal?: AbortSignal,
): AsyncGenerator<HarvestPage> {
  // The number of results before this page, and its cursor.
  const [, before = '0', from = '*'] = /^(\d{1,9}) (.+)$/s.exec(cursor ?? '') ?? [];
  let received = Number(before);
  for (let mark: string | null = from; mark !== null; ) {
    const parts: RecordsPage[] = await inParts(options, harvestQuery(window), mark, signal);
    const { total, ...last }: RecordsPage = parts.at(-1)!;
    received += parts.reduce((sum, part) => sum + part.received, 0);
    const next = received < total ? last.next : null;
    const missing = total - received;
    if (next === null && missing > 0 && !isLittle(missing, total))
      throw failure('europepmc', 'short', `the list ended after ${received} of ${total}`);
    yield {
      records: parts.flatMap(({ records }) => records),
      malformed: parts.reduce((sum, { malformed }) => sum + malformed, 0),
      deleted: [],
      note: parts.find(({ note }) => note)?.note,
      cursor: next === null ? null : `${received} ${next}`,
      total,
    };
    mark = next;
  }
}

/** Maximum pages per window, because a format change can touch all preprints of a server. */
const mostLinkPages = 40;

async function* articles(
  options: Service,
  window: DayWindow,
  signal?: AbortSignal,
): AsyncGenerator<ArticleLink[]> {
  let mark: string | null = '*';
  for (let pages = 0; mark !== null; pages++) {
    if (pages === mostLinkPages) {
      options.log.warn({ source: 'europepmc', pages }, 'more preprints changed than are read');
      return;
    }
    const read = apart('europepmc', replies, readLinks, mark);
    type Links = ReturnType<typeof readLinks>;
    const page: Links = await ask(options, publishedQuery(window), { mark, signal, read });
    yield page.links;
    mark = page.next;
  }
}

async function search(options: Service, wanted: SourceQuery, window: DayWindow): Promise<SearchReply> {
  const query = searchQuery(wanted, window);
  if (!query) return { records: [], malformed: 0, translation: null };
  const page = await records(options, query, { mark: '*', rows: searchedAtMost, urgent: true });
  const { records: found, malformed, received, total } = page;
  if (received === 0 && total > 0) throw failure('europepmc', 'short', `none of ${total} records`);
  return { records: found, malformed, translation: null };
}

interface Asked {
  mark: string;
  rows?: number;
  resultType?: 'core' | 'lite' | 'idlist';
  retries?: number | undefined;
  urgent?: boolean;
  signal?: AbortSignal | undefined;
}

const replies = new URL('./reply.ts', import.meta.url);

const records = (options: Service, query: string, asked: Asked): Promise<RecordsPage> =>
  ask(options, query, { ...asked, read: apart('europepmc', replies, readRecords, asked.mark) });

/** The rows from a mark on, in parts where one of them spoils its page. A list of ids leads past it. */
const inParts = (options: Service, query: string, mark: string, signal?: AbortSignal) =>
  inHalves<string, RecordsPage>(
    { from: mark, size: pageSize },
    (mark, rows) => records(options, query, { mark, rows, retries: rows < pageSize ? 1 : undefined, signal }),
    async (mark) => {
      const read = apart('europepmc', replies, readSearch, mark);
      const page = await ask(options, query, { mark, rows: 1, resultType: 'idlist', signal, read });
      return { ...page, records: [], malformed: 1, received: 1, note: leftOut('europepmc') };
    },
  );

function ask<T>(
  { config, ask }: Service,
  query: string,
  { mark, rows = pageSize, resultType = 'core', ...rest }: Asked & { read: (body: string) => Promise<T> },
): Promise<T> {
  const { contactEmail: email, urls } = config;
  const asked = { query, resultType, format: 'json', cursorMark: mark, pageSize: `${rows}`, email };
  return ask({ source: 'europepmc', url: addressWith(`${urls.EUROPEPMC_URL}/search`, asked), ...rest });
}

// https://europepmc.org/docs/EBI_Europe_PMC_Web_Service_Reference.pdf, the fields of its appendix

/** Preprints, except those that we read at their own server. */
const preprints = 'SRC:PPR NOT (PUBLISHER:"bioRxiv" OR PUBLISHER:"medRxiv")';
const withdrawn = '(PUB_TYPE:"preprint-withdrawal" OR PUB_TYPE:"preprint-removal")';

const days = (field: string, { from, to }: DayWindow): string => `${field}:[${from} TO ${to}]`;

/**
 * Preprints first listed in the window, whenever they were posted, and withdrawn ones that changed in it. Other changes are
 * not requested, because a format change rewrites all preprints of a server.
 */
const harvestQuery = (window: DayWindow): string =>
  `${preprints} AND (${days('FIRST_IDATE', window)} OR (${days('UPDATE_DATE', window)} AND ${withdrawn}))`;

/** Preprints of every server that a change in the window may have linked to their article. */
const publishedQuery = (window: DayWindow): string =>
  `SRC:PPR AND HAS_PUBLISHED_VERSION:Y AND ${days('UPDATE_DATE', window)}`;

/** A query must have fewer than 1,500 characters. */
const longestAlternatives = 1_200;

/** Preprints of the window with the topic or any of the phrases in title or abstract; null if they contain no word. */
export function searchQuery({ topic, phrases }: SourceQuery, window: DayWindow): string | null {
  const alternatives = [
    printedTelling(topic, (words, kind) => {
      if (kind === 'phrase') return inText(words);
      if (kind === 'orcid') return `AUTHORID:"${words.join('')}"`;
      if (kind === 'prefix' && words.length === 1) return `TITLE_ABS:${words[0]}*`;
      return grouping(
        words.map((word) => inText([word])),
        'AND',
      );
    }),
    ...phrasesIn(phrases).map(inText),
  ].filter(Boolean);
  let any = '';
  for (const one of alternatives) {
    const longer = any ? `${any} OR ${inParentheses(one)}` : inParentheses(one);
    if (longer.length > longestAlternatives) break;
    any = longer;
  }
  return any ? `${preprints} AND (${any}) AND ${days('FIRST_PDATE', window)}` : null;
}

const inText = (words: string[]): string => `TITLE_ABS:"${words.join(' ').replaceAll('"', ' ')}"`;
