import type { Log } from '#platform/runtime/log.ts';
import type { PoliteClient } from '../client/politeClient.ts';
import { apart } from '../client/readApart.ts';
import { failure } from '../record/failures.ts';
import type { ArticleLink, DayWindow, HarvestPage, SearchReply, Source } from '../record/source.ts';
import { harvestQuery, publishedQuery, searchQuery } from './query.ts';
import { type LinksPage, type RecordsPage, readLinks, readRecords } from './reply.ts';

export interface EuropePmcOptions {
  /** Without a slash at the end: `/search` is appended. */
  url: string;
  /** The contact address that the service asks for. */
  email: string;
  ask: PoliteClient;
  log: Log;
}

/** The preprints of Europe PMC: https://europepmc.org/RestfulWebService */
export function europepmcSource(options: EuropePmcOptions): Source {
  return {
    name: 'europepmc',
    harvest: (window, { cursor = null, signal } = {}) => harvest(options, window, cursor, signal),
    articles: (window, { signal } = {}) => articles(options, window, signal),
    search: (query, window, rest) => search(options, query.phrases, window, rest),
  };
}

/** The service allows a thousand; 250 with abstracts and authors are about two megabytes. */
const pageSize = 250;

async function* harvest(
  options: EuropePmcOptions,
  window: DayWindow,
  cursor: string | null,
  signal?: AbortSignal,
): AsyncGenerator<HarvestPage> {
  // The number of results before this page, and its cursor.
  const [, before = '0', from = '*'] = /^(\d{1,9}) (.+)$/s.exec(cursor ?? '') ?? [];
  let received = Number(before);
  for (let mark: string | null = from; mark !== null; ) {
    const page: RecordsPage = await records(options, harvestQuery(window), { mark, signal });
    const { records: found, malformed, total } = page;
    received += page.received;
    const next = received < total ? page.next : null;
    if (next === null) refuseShort(received, total);
    yield {
      records: found,
      malformed,
      deleted: [],
      cursor: next === null ? null : `${received} ${next}`,
      total,
    };
    mark = next;
  }
}

/** Its counts can be wrong by a few. A list that ends much earlier was truncated. */
function refuseShort(received: number, total: number): void {
  if ((received === 0 && total > 0) || received < total * 0.9 - 10)
    throw failure('europepmc', 'short', `the list ended after ${received} of ${total}`);
}

/** Maximum pages per window, because a format change can touch all preprints of a server. */
const mostLinkPages = 40;

async function* articles(
  options: EuropePmcOptions,
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
    const page: LinksPage = await ask(options, publishedQuery(window), {
      mark,
      signal,
      read,
    });
    yield page.links;
    mark = page.next;
  }
}

async function search(
  options: EuropePmcOptions,
  phrases: string[],
  window: DayWindow,
  { limit, signal }: { limit: number; signal?: AbortSignal },
): Promise<SearchReply> {
  const query = searchQuery(phrases, window);
  if (!query || limit < 1) return { records: [], malformed: 0, total: 0, translation: null };
  const rows = Math.min(limit, pageSize);
  const page = await records(options, query, { mark: '*', rows, urgent: true, signal });
  const { records: found, malformed, received, total } = page;
  if (received === 0 && total > 0) throw failure('europepmc', 'short', `none of ${total} records`);
  return { records: found, malformed, total, translation: null };
}

interface Asked {
  mark: string;
  rows?: number;
  urgent?: boolean;
  signal?: AbortSignal | undefined;
}

const replies = new URL('./reply.ts', import.meta.url);

const records = (options: EuropePmcOptions, query: string, asked: Asked): Promise<RecordsPage> =>
  ask(options, query, { ...asked, read: apart('europepmc', replies, readRecords, asked.mark) });

function ask<T>(
  { url, email, ask }: EuropePmcOptions,
  query: string,
  { mark, rows = pageSize, read, urgent, signal }: Asked & { read: (body: string) => Promise<T> },
): Promise<T> {
  const address = new URL(`${url}/search`);
  const asked = { query, resultType: 'core', format: 'json', cursorMark: mark, pageSize: `${rows}`, email };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  return ask({ source: 'europepmc', url: address, urgent, signal, read });
}
