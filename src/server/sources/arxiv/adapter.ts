import type { Log } from '#platform/runtime/log.ts';
import type { PoliteClient } from '../client/politeClient.ts';
import { apart } from '../client/readApart.ts';
import { dayOf } from '../record/days.ts';
import { failure } from '../record/failures.ts';
import {
  type DayWindow,
  type HarvestPage,
  type SearchReply,
  type Source,
  SourceFailure,
} from '../record/source.ts';
import { type AtomPage, readAtom } from './atom.ts';
import { lookUpWorks } from './lookUp.ts';
import { type OaiPage, readOai } from './oai.ts';
import { arxivQuery, withParameters } from './query.ts';

export interface ArxivOptions {
  /** The endpoint of the query API. */
  apiUrl: string;
  /** The endpoint of OAI-PMH. */
  oaiUrl: string;
  ask: PoliteClient;
  now: () => Date;
  log: Log;
}

/**
 * arXiv: harvests through OAI-PMH, as it asks bulk users to do, and searches through its query API.
 * OAI-PMH selects only by last change, so a harvest includes revisions and old papers with new metadata.
 */
export function arxivSource(options: ArxivOptions): Source {
  return {
    name: 'arxiv',
    harvest: (window, { cursor = null, signal } = {}) => harvest(options, window, cursor, signal),
    search: (query, window, rest) => search(options, query.phrases, window, rest),
    lookUp: lookUpWorks(options),
  };
}

async function* harvest(
  options: ArxivOptions,
  window: DayWindow,
  cursor: string | null,
  signal?: AbortSignal,
): AsyncGenerator<HarvestPage> {
  const seen = new Set<string>();
  let token = cursor;
  let total: number | null = null;
  let restarts = 0;
  for (;;) {
    const page = await list(options, token ? { resumptionToken: token } : selection(options, window), signal);
    if (page.expired) {
      // Tokens expire after about a day. Starting again is safe, because a repeated record is stored once.
      if (!token || restarts++ > 0)
        throw failure('arxiv', 'refused', 'the resumption token is refused again and again');
      options.log.warn({ source: 'arxiv' }, 'the resumption token has expired; the list begins again');
      token = null;
      seen.clear();
      continue;
    }
    total = page.total ?? total;
    token = page.token;
    if (token && seen.has(token)) throw failure('arxiv', 'malformed', 'the same resumption token twice');
    if (token) seen.add(token);
    const { records, malformed, deleted } = page;
    yield { records, malformed, deleted, cursor: token, total };
    if (!token) return;
  }
}

/**
 * Uses `arXivRaw`, the only format with versions; DOI, journal and comments are in `arXiv` too.
 * Leaves out `until` for a window up to today, because arXiv refuses days that have not started in its time zone.
 */
const selection = ({ now }: ArxivOptions, { from, to }: DayWindow): Record<string, string> => ({
  metadataPrefix: 'arXivRaw',
  from,
  ...(to < dayOf(now()) && { until: to }),
});

function list({ oaiUrl, ask }: ArxivOptions, arguments_: Record<string, string>, signal?: AbortSignal) {
  const url = withParameters(oaiUrl, { verb: 'ListRecords', ...arguments_ });
  const read = apart('arxiv', new URL('./oai.ts', import.meta.url), readOai);
  return ask<OaiPage>({ source: 'arxiv', url, read, signal });
}

/** arXiv allows 2,000 per page, but asks for fewer. */
const pageSize = 200;

async function search(
  options: ArxivOptions,
  phrases: string[],
  window: DayWindow,
  { limit, signal }: { limit: number; signal?: AbortSignal },
): Promise<SearchReply> {
  const query = arxivQuery(phrases, window);
  const reply: SearchReply = { records: [], malformed: 0, total: 0, translation: null };
  if (!query || limit < 1) return reply;
  for (let start = 0; start < limit; ) {
    const page = await searchPage(options, { query, start, most: Math.min(pageSize, limit - start), signal });
    const received = page.records.length + page.malformed;
    reply.records.push(...page.records);
    reply.malformed += page.malformed;
    reply.total = Math.max(reply.total, page.total);
    start += received;
    if (received === 0 || start >= page.total) break;
  }
  return reply;
}

/**
 * An empty first page with a count above zero is a known glitch of the feed, and is requested again.
 * An empty later page counts as the end, because the count can exceed what the feed returns.
 */
async function searchPage(
  { apiUrl, ask, log }: ArxivOptions,
  { query, start, most, signal }: { query: string; start: number; most: number; signal?: AbortSignal },
): Promise<AtomPage> {
  const url = withParameters(apiUrl, {
    search_query: query,
    sortBy: 'relevance',
    sortOrder: 'descending',
    start: String(start),
    max_results: String(most),
  });
  const read = async (body: string) => {
    const page = await apart('arxiv', new URL('./atom.ts', import.meta.url), readAtom)(body);
    if (page.total > start && page.records.length + page.malformed === 0)
      throw failure('arxiv', 'short', `none of ${page.total} hits at ${start}`);
    return page;
  };
  try {
    return await ask({ source: 'arxiv', url, read, alsoRead: [400], urgent: true, signal });
  } catch (error) {
    if (start === 0 || !(error instanceof SourceFailure && error.kind === 'short')) throw error;
    log.warn({ source: 'arxiv', detail: error.detail }, 'the feed ended before its count');
    return { records: [], malformed: 0, total: start };
  }
}
