import { addressWith, type SourceDescriptor, type SourceTools } from '../client/politeClient.ts';
import { apart } from '../client/readApart.ts';
import { dayOf } from '../record/days.ts';
import { arxivIdOf } from '../record/record.ts';
import {
  type DayWindow,
  failure,
  type HarvestPage,
  type Identifier,
  type LookUp,
  type SearchReply,
  type SourceQuery,
  searchedAtMost,
} from '../record/source.ts';
import { grouping, inParentheses, phrasesIn, printedTelling } from '../record/text.ts';
import { steppedOver } from '../record/unreadable.ts';
import { type OaiPage, readAtom, readOai } from './reply.ts';

/**
 * https://info.arxiv.org/help/api/tou.html: one request every three seconds over one connection, for the query API
 * and OAI-PMH together. It may send 429 without Retry-After even below that, so wait long before a retry.
 */
const policy = { requests: 1, perMs: 3_000, concurrency: 1, backOffMs: 10_000 };

export const arxiv: SourceDescriptor = {
  name: 'arxiv',
  organization: { policy: () => policy, probeUrl: ({ urls }) => `${urls.ARXIV_OAI_URL}?verb=Identify` },
  idKind: 'arxiv',
  overlapDays: 7,
  // Ranks after the servers for a single field.
  displayRank: 2,
  // https://info.arxiv.org/help/arxiv_identifier_for_services.html
  pdfOf: ({ sourceId }) => `https://arxiv.org/pdf/${sourceId}`,
  /**
   * Harvests through OAI-PMH, as arXiv asks bulk users to do, and searches through its query API. OAI-PMH selects only by last
   * change, so a harvest includes revisions and old papers with new metadata.
   */
  open: (tools) => ({
    harvest: (window, { cursor = null, signal } = {}) => harvest(tools, window, cursor, signal),
    search: (query, window) => search(tools, query, window),
    lookUp: lookUpWorks(tools),
  }),
};

async function* harvest(
  options: SourceTools,
  window: DayWindow,
  cursor: string | null,
  signal?: AbortSignal,
): AsyncGenerator<HarvestPage> {
  const seen = new Set<string>();
  let token = cursor;
  let total: number | null = null;
  let restarts = 0;
  let rows = 0;
  for (;;) {
    const here = { token, window, rows, total, signal };
    const page: OaiPage & { note?: string } = await list(options, here).catch((e) => past(options, here, e));
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
    rows = Math.max(rows, rowsOf(page));
    token = page.token;
    if (token && seen.has(token)) throw failure('arxiv', 'malformed', 'the same resumption token twice');
    if (token) seen.add(token);
    const { records, malformed, deleted, note } = page;
    yield { records, malformed, deleted, cursor: token, total, note };
    if (!token) return;
  }
}

/**
 * Uses `arXivRaw`, the only format with versions; DOI, journal and comments are in `arXiv` too.
 * Leaves out `until` for a window up to today, because arXiv refuses days that have not started in its time zone.
 */
const selection = ({ now }: SourceTools, { from, to }: DayWindow): Record<string, string> => ({
  metadataPrefix: 'arXivRaw',
  from,
  ...(to < dayOf(now()) && { until: to }),
});

interface Place {
  /** Null for the first page. */
  token: string | null;
  window: DayWindow;
  retries?: number;
  signal?: AbortSignal | undefined;
}

function list(options: SourceTools, { token, window, ...rest }: Place) {
  const which = token === null ? selection(options, window) : { resumptionToken: token };
  const url = addressWith(options.config.urls.ARXIV_OAI_URL, { verb: 'ListRecords', ...which });
  const read = apart('arxiv', new URL('./reply.ts', import.meta.url), readOai);
  return options.ask<OaiPage>({ source: 'arxiv', url, read, ...rest });
}

const rowsOf = ({ records, malformed, deleted }: OaiPage) => records.length + malformed + deleted.length;

/**
 * Past a record that spoils its page, as far as tokens show places: they end with the number of records before, in both forms
 * that arXiv has used (`6460044|1001`, and the request with `skip%3D1000`). The second form can be made without a token.
 * @throws SourceFailure the given one, if that leads nowhere
 */
async function past(
  options: SourceTools,
  { token, window, rows, total, signal }: Place & { rows: number; total: number | null },
  error: unknown,
): Promise<OaiPage & { note: string }> {
  const offset = Number(/(?<!\d)\d{1,9}$/.exec(token ?? '0')?.[0] ?? Number.NaN);
  if (Number.isNaN(offset)) throw error;
  const made = (days: DayWindow) =>
    encodeURIComponent(
      `${new URLSearchParams({ verb: 'ListRecords', ...selection(options, days), skip: '0' })}`,
    );
  const tokenAt = (place: number, days: DayWindow) =>
    ((days === window && token) || made(days)).replace(/(?<!\d)\d{1,9}$/, String(place));
  const read = async (from: number, days: DayWindow) => {
    const at = { token: from === 0 ? null : tokenAt(from, days), window: days };
    const page = await list(options, { ...at, retries: 1, signal });
    return { ...page, rows: rowsOf(page), total: page.total ?? total ?? 0 };
  };
  const page = await steppedOver('arxiv', { window, offset, rows: rows || 1000, total }, read, error);
  return { ...page, deleted: [], token: page.isEnd ? null : tokenAt(page.next, window), expired: false };
}

/** An empty page with a count above zero is a known glitch of the feed, and is requested again. */
async function search(
  { config, ask }: SourceTools,
  wanted: SourceQuery,
  window: DayWindow,
): Promise<SearchReply> {
  const query = arxivQuery(wanted, window);
  if (!query) return { records: [], malformed: 0, translation: null };
  const url = addressWith(config.urls.ARXIV_API_URL, {
    search_query: query,
    sortBy: 'relevance',
    sortOrder: 'descending',
    max_results: String(searchedAtMost),
  });
  const read = async (body: string) => {
    const page = await apart('arxiv', new URL('./reply.ts', import.meta.url), readAtom)(body);
    if (page.total > 0 && page.records.length + page.malformed === 0)
      throw failure('arxiv', 'short', `none of ${page.total} hits`);
    return page;
  };
  const { records, malformed } = await ask({ source: 'arxiv', url, read, alsoRead: [400], urgent: true });
  return { records, malformed, translation: null };
}

/** Works by arXiv identifier, or by the DOI that arXiv derives from it. Unknown ones are missing from the reply. */
const lookUpWorks = ({ config, ask }: SourceTools): LookUp => ({
  atMost: 100,
  mayKnow: (identifier) => numberOf(identifier) !== null,
  async find(identifiers, { signal } = {}) {
    const ids = [...new Set(identifiers.flatMap((identifier) => numberOf(identifier) ?? []))];
    if (!ids.length) return [];
    const asked = { id_list: ids.join(','), max_results: String(ids.length) };
    const url = addressWith(config.urls.ARXIV_API_URL, asked);
    const read = apart('arxiv', new URL('./reply.ts', import.meta.url), readAtom);
    const { records } = await ask({ source: 'arxiv', url, read, alsoRead: [400], signal });
    return records;
  },
});

/** One malformed identifier makes the whole call fail, so these are not sent. */
function numberOf({ kind, value }: Identifier): string | null {
  if (kind !== 'arxiv' && kind !== 'doi') return null;
  const text = kind === 'doi' ? arxivDoi.exec(value)?.[1] : value;
  return arxivIdOf(text ?? '')?.id ?? null;
}

const arxivDoi = /^10\.48550\/arxiv\.(.+)$/i;

/**
 * A `search_query` for the topic or any of the phrases, first posted in the window; null if they contain no word. Only words
 * are passed on, so no topic can inject operators.
 * https://info.arxiv.org/help/api/user-manual.html#query_details
 */
export function arxivQuery({ topic, phrases }: SourceQuery, { from, to }: DayWindow): string | null {
  const asked = printedTelling(topic, (words, kind) => {
    if (kind === 'words')
      return grouping(
        words.map((word) => anywhere([word])),
        'AND',
      );
    // arXiv is not asked for authors.
    const text = kind === 'orcid' ? '' : anywhere(words);
    return kind === 'prefix' && !text.endsWith('"') ? `${text}*` : text;
  });
  const alternatives = [asked, ...phrasesIn(phrases).map(anywhere)].filter(Boolean);
  if (alternatives.length === 0) return null;
  const any = alternatives.map(inParentheses).join(' OR ');
  return `(${any}) AND submittedDate:[${minutes(from)}0000 TO ${minutes(to)}2359]`;
}

/** A word with a hyphen or an apostrophe is a phrase in arXiv's index; a plus would be an operator. */
function anywhere(words: string[]): string {
  const text = words
    .join(' ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return text.includes(' ') ? `all:"${text}"` : `all:${text}`;
}

const minutes = (day: string): string => day.replaceAll('-', '');
