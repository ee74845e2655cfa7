import { apart } from '../client/readApart.ts';
import { failure } from '../record/failures.ts';
import {
  type DayWindow,
  type HarvestPage,
  type SearchReply,
  type Source,
  SourceFailure,
  type SourceRecord,
} from '../record/source.ts';
import {
  cursorOf,
  firstPart,
  type HarvestPosition,
  nextPosition,
  positionOf,
  startOf,
  termOf,
} from './cursor.ts';
import { call, type PubmedOptions } from './eutils.ts';
import { lookUpWorks } from './lookUp.ts';
import { pubmedQuery } from './query.ts';
import { type Articles, type Found, readArticles, readSearch } from './replies.ts';

/**
 * PubMed through the E-utilities: https://www.ncbi.nlm.nih.gov/books/NBK25499/
 * The entry date decides what is new. Books are not papers, so they are left out and subtracted from the total.
 */
export function pubmedSource(options: PubmedOptions): Source {
  return {
    name: 'pubmed',
    harvest: (window, { cursor = null, signal } = {}) => harvest(options, window, cursor, signal),
    requestsFor: (window, { signal } = {}) => requestsFor(options, window, signal),
    search: (query, window, rest) => search(options, query.phrases, window, rest),
    lookUp: lookUpWorks(options),
  };
}

const replies = new URL('./replies.ts', import.meta.url);

/** NCBI's limit per query, whatever its count. A larger set is fetched in parts, down to ranges of PMIDs. */
const reach = 9_999;
/** NCBI asks clients to fetch in batches; 200 articles are about two megabytes. */
const batch = 200;

async function* harvest(
  options: PubmedOptions,
  window: DayWindow,
  cursor: string | null,
  signal?: AbortSignal,
): AsyncGenerator<HarvestPage> {
  const whole = startOf(window);
  const set = await find(options, { ...termOf(whole), window, retmax: 0, signal });
  let total = set.count;
  let position: HarvestPosition | null = cursor ? positionOf(cursor, window) : whole;
  const entered = new Set<string>();

  while (position) {
    const here: HarvestPosition = position;
    const isWhole =
      here.pass === 'entered' && !here.pmids && here.from === window.from && here.to === window.to;
    const part = isWhole ? set : await find(options, { ...termOf(here), window: here, retmax: 0, signal });
    if (part.count > reach) {
      position = firstPart(here);
      continue;
    }
    let { offset } = here;
    do {
      const articles = await fetchBatch(options, part, { offset, end: part.count, signal });
      const fresh = articles.records.filter(({ sourceId }) => !entered.has(sourceId));
      if (here.pass === 'entered') for (const { sourceId } of fresh) entered.add(sourceId);
      offset += articles.step;
      total -= articles.books;
      position = offset < part.count ? { ...here, offset } : nextPosition(here, window);
      const { malformed, deleted } = articles;
      yield { records: fresh, malformed, deleted, cursor: position && cursorOf(position), total };
    } while (offset < part.count);
  }
}

async function requestsFor(options: PubmedOptions, window: DayWindow, signal?: AbortSignal): Promise<number> {
  const { count } = await find(options, { ...termOf(startOf(window)), window, retmax: 0, signal });
  return Math.ceil(count / batch);
}

async function search(
  options: PubmedOptions,
  phrases: string[],
  window: DayWindow,
  { limit, signal }: { limit: number; signal?: AbortSignal },
): Promise<SearchReply> {
  const term = pubmedQuery(phrases);
  const reply: SearchReply = { records: [], malformed: 0, total: 0, translation: null };
  if (!term || limit < 1) return reply;
  const retmax = Math.min(limit, reach);
  const set = await find(options, {
    term,
    datetype: 'edat',
    window,
    retmax,
    sort: 'relevance',
    urgent: true,
    signal,
  });
  const end = Math.min(set.count, retmax);
  for (let offset = 0; offset < end; ) {
    const articles = await fetchBatch(options, set, { offset, end, urgent: true, signal });
    reply.records.push(...articles.records);
    reply.malformed += articles.malformed;
    offset += articles.step;
  }
  const rank = new Map(set.ids.map((id, i) => [id, i]));
  const rankOf = ({ sourceId }: SourceRecord) => rank.get(sourceId) ?? end;
  reply.records.sort((a, b) => rankOf(a) - rankOf(b));
  return { ...reply, total: set.count, translation: set.translation };
}

interface Wanted {
  term: string;
  /** Entry date, or date of the last change. */
  datetype: 'edat' | 'mdat';
  window: DayWindow;
  /** Number of identifiers to list in the reply itself. */
  retmax: number;
  sort?: 'relevance';
  urgent?: boolean;
  signal?: AbortSignal;
}

async function find(options: PubmedOptions, wanted: Wanted): Promise<Found> {
  const { window, retmax, sort, urgent, signal, ...rest } = wanted;
  const set = await call(options, 'esearch', {
    form: {
      ...rest,
      mindate: window.from.replaceAll('-', '/'),
      maxdate: window.to.replaceAll('-', '/'),
      usehistory: 'y',
      retmax,
      retmode: 'json',
      ...(sort && { sort }),
    },
    read: apart('pubmed', replies, readSearch),
    urgent,
    signal,
  });
  if (set.warnings.length > 0 && set.count > 0)
    options.log.warn(
      { source: 'pubmed', warnings: set.warnings },
      'PubMed did not take the query as it was meant',
    );
  return set;
}

/**
 * The articles of the set from `offset` on, at most one batch, and the step to the next. A record that PubMed omits because
 * it was deleted since counts as malformed. If the server returns much less than requested, the step follows its pace. A
 * batch that is too large is halved, down to a single record that is too large. That one counts as malformed and stops
 * neither its page nor the harvest.
 */
async function fetchBatch(
  options: PubmedOptions,
  set: Found,
  { offset, end, ...rest }: { offset: number; end: number; urgent?: boolean; signal?: AbortSignal },
): Promise<Articles & { step: number }> {
  const wanted = Math.min(batch, end - offset);
  if (wanted < 1) return { records: [], malformed: 0, deleted: [], books: 0, step: 0 };
  try {
    return await fetchWhole(options, set, { offset, wanted, ...rest });
  } catch (error) {
    if (!(error instanceof SourceFailure && error.kind === 'too-large')) throw error;
    options.log.warn(
      { source: 'pubmed', offset, wanted, detail: error.detail },
      'a batch was more than can be taken',
    );
    if (wanted === 1) return { records: [], malformed: 1, deleted: [], books: 0, step: 1 };
    return fetchBatch(options, set, { offset, end: offset + Math.floor(wanted / 2), ...rest });
  }
}

async function fetchWhole(
  options: PubmedOptions,
  set: Found,
  { offset, wanted, ...rest }: { offset: number; wanted: number; urgent?: boolean; signal?: AbortSignal },
): Promise<Articles & { step: number }> {
  if (!set.webEnv || !set.queryKey) throw failure('pubmed', 'malformed', 'hits, but no WebEnv and query key');
  const articles = await call(options, 'efetch', {
    form: { WebEnv: set.webEnv, query_key: set.queryKey, retstart: offset, retmax: wanted, retmode: 'xml' },
    read: async (body) => {
      const articles = await apart('pubmed', replies, readArticles)(body);
      if (received(articles) === 0)
        throw failure('pubmed', 'short', `none of ${wanted} records at ${offset}`);
      return articles;
    },
    ...rest,
  });
  const got = received(articles);
  if (got < wanted * 0.9) return { ...articles, step: got };
  return { ...articles, malformed: articles.malformed + Math.max(0, wanted - got), step: wanted };
}

const received = ({ records, malformed, deleted, books }: Articles): number =>
  records.length + malformed + deleted.length + books;
