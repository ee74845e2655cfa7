import type { Log } from '#platform/runtime/log.ts';
import type { PoliteClient } from '../client/politeClient.ts';
import { failure } from '../record/failures.ts';
import { checked } from '../record/record.ts';
import type { ArticleLink, DayWindow, HarvestPage, SearchReply, Source } from '../record/source.ts';
import { harvestQuery, publishedQuery, searchQuery } from './query.ts';
import { isWanted, linksOf, recordOf } from './record.ts';
import { readSearch, type SearchPage } from './reply.ts';

export interface EuropePmcOptions {
  /** Without a slash at the end: `/search` is appended. */
  url: string;
  /** Whom to write to, as the service wants to know. */
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

/** A thousand are possible; 250 with abstracts and authors are some two megabytes. */
const pageSize = 250;

async function* harvest(
  options: EuropePmcOptions,
  window: DayWindow,
  cursor: string | null,
  signal?: AbortSignal,
): AsyncGenerator<HarvestPage> {
  // How many came before this page, and the mark it is asked for by.
  const [, before = '0', from = '*'] = /^(\d{1,9}) (.+)$/s.exec(cursor ?? '') ?? [];
  let received = Number(before);
  for (let mark: string | null = from; mark !== null; ) {
    const page: SearchPage = await ask(options, harvestQuery(window), { mark, signal });
    const { results, total } = page;
    received += results.length;
    const next = received < total ? page.next : null;
    if (next === null) refuseShort(received, total);
    yield {
      ...checked(results.filter(isWanted).map(recordOf)),
      deleted: [],
      cursor: next === null ? null : `${received} ${next}`,
      total,
    };
    mark = next;
  }
}

/** Its counts are known to be off by a few; a list that ends far before them broke off. */
function refuseShort(received: number, total: number): void {
  if ((received === 0 && total > 0) || received < total * 0.9 - 10)
    throw failure('europepmc', 'short', `the list ended after ${received} of ${total}`);
}

/** A change of form can touch a whole server's preprints: no more pages than these are read for one window. */
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
    const page: SearchPage = await ask(options, publishedQuery(window), { mark, signal });
    yield page.results.flatMap(linksOf);
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
  const { results, total } = await ask(options, query, { mark: '*', rows, urgent: true, signal });
  if (results.length === 0 && total > 0) throw failure('europepmc', 'short', `none of ${total} records`);
  return { ...checked(results.filter(isWanted).map(recordOf)), total, translation: null };
}

interface Asked {
  mark: string;
  rows?: number;
  urgent?: boolean;
  signal?: AbortSignal | undefined;
}

function ask(
  { url, email, ask }: EuropePmcOptions,
  query: string,
  { mark, rows = pageSize, urgent, signal }: Asked,
): Promise<SearchPage> {
  const address = new URL(`${url}/search`);
  const asked = { query, resultType: 'core', format: 'json', cursorMark: mark, pageSize: `${rows}`, email };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  return ask({ source: 'europepmc', url: address, urgent, signal, read: (body) => readSearch(body, mark) });
}
