import { DateTime } from 'luxon';
import type { SourceDescriptor, SourceRequest, SourceTools } from '../client/politeClient.ts';
import { apart } from '../client/readApart.ts';
import {
  type DayWindow,
  failure,
  type HarvestPage,
  type Identifier,
  type LookUp,
  type SearchReply,
  SourceFailure,
  type SourceQuery,
  type SourceRecord,
  searchedAtMost,
} from '../record/source.ts';
import { inParentheses, phrasesIn, printed } from '../record/text.ts';
import { inHalves, leftOut } from '../record/unreadable.ts';
import {
  cursorOf,
  firstPart,
  type HarvestPosition,
  nextPosition,
  positionOf,
  startOf,
  termOf,
} from './cursor.ts';
import { headingsOf } from './mesh.ts';
import { type Articles, type Found, readArticles, readSearch } from './replies.ts';

/** https://support.nlm.nih.gov/kbArticle/?pn=KA-05318: three requests a second, ten with a key. */
const withoutKey = { requests: 3, perMs: 1_000, concurrency: 3, backOffMs: 2_000 };
const withKey = { requests: 10, perMs: 1_000, concurrency: 5, backOffMs: 2_000 };

/**
 * NCBI asks clients to run series of more than 100 requests at weekends or between 9 PM and 5 AM Eastern time:
 * https://www.ncbi.nlm.nih.gov/books/NBK25497/
 */
function isQuiet(now: Date): boolean {
  const { weekday, hour } = DateTime.fromJSDate(now, { zone: 'America/New_York' });
  return weekday > 5 || hour >= 21 || hour < 5;
}

export const pubmed: SourceDescriptor = {
  name: 'pubmed',
  organization: {
    policy: ({ ncbiApiKey }) => (ncbiApiKey ? withKey : withoutKey),
    probeUrl: ({ urls }) => `${urls.PUBMED_URL}/einfo.fcgi`,
  },
  idKind: 'pmid',
  overlapDays: 7,
  quietHours: { areNow: isQuiet, requestsOutside: 100, daysOutside: 2 },
  // Ranks after the preprint servers, because PubMed only has copies of their records.
  displayRank: 3,
  pdfOf: ({ pmcid }) => (pmcid ? `https://pmc.ncbi.nlm.nih.gov/articles/${pmcid}/pdf/` : null),
  /**
   * PubMed through the E-utilities: https://www.ncbi.nlm.nih.gov/books/NBK25499/
   * The entry date decides what is new. Books are not papers, so they are left out and subtracted from the total.
   */
  open: (tools) => ({
    harvest: (window, { cursor = null, signal } = {}) => harvest(tools, window, cursor, signal),
    requestsFor: (window, { signal } = {}) => requestsFor(tools, window, signal),
    search: (query, window) => search(tools, query, window),
    lookUp: lookUpWorks(tools),
    headings: (phrases, { signal } = {}) =>
      headingsOf((program, wanted) => call(tools, program, { ...wanted, signal }), phrases),
  }),
};

const replies = new URL('./replies.ts', import.meta.url);

/** NCBI's limit per query, whatever its count. A larger set is fetched in parts, down to ranges of PMIDs. */
const reach = 9_999;
/** NCBI asks clients to fetch in batches; 200 articles are about two megabytes. */
const batch = 200;

async function* harvest(
  options: SourceTools,
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
      const { malformed, deleted, note } = articles;
      yield { records: fresh, malformed, deleted, cursor: position && cursorOf(position), total, note };
    } while (offset < part.count);
  }
}

async function requestsFor(options: SourceTools, window: DayWindow, signal?: AbortSignal): Promise<number> {
  const { count } = await find(options, { ...termOf(startOf(window)), window, retmax: 0, signal });
  return Math.ceil(count / batch);
}

async function search(options: SourceTools, query: SourceQuery, window: DayWindow): Promise<SearchReply> {
  const term = pubmedQuery(query);
  const reply: SearchReply = { records: [], malformed: 0, translation: null };
  if (!term) return reply;
  const retmax = searchedAtMost;
  const set = await find(options, {
    term,
    datetype: 'edat',
    window,
    retmax,
    sort: 'relevance',
    urgent: true,
  });
  const end = Math.min(set.count, retmax);
  for (let offset = 0; offset < end; ) {
    const articles = await fetchBatch(options, set, { offset, end, urgent: true });
    reply.records.push(...articles.records);
    reply.malformed += articles.malformed;
    offset += articles.step;
  }
  const rank = new Map(set.ids.map((id, i) => [id, i]));
  const rankOf = ({ sourceId }: SourceRecord) => rank.get(sourceId) ?? end;
  reply.records.sort((a, b) => rankOf(a) - rankOf(b));
  return { ...reply, translation: set.translation };
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

/** Hits on PubMed's history server, and how to find them again, since it forgets them. */
type ResultSet = Found & { wanted: Wanted };

async function find(options: SourceTools, wanted: Wanted): Promise<ResultSet> {
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
  return { ...set, wanted };
}

/**
 * The articles of the set from `offset` on, at most one batch, and the step to the next. A record that PubMed omits because
 * it was deleted since counts as malformed. If the server returns much less than requested, the step follows its pace. A
 * batch that cannot be read, or is too large, is halved, down to a single record, which counts as malformed and stops neither
 * its page nor the harvest.
 */
async function fetchBatch(
  options: SourceTools,
  set: ResultSet,
  { offset, end, ...rest }: { offset: number; end: number; urgent?: boolean; signal?: AbortSignal },
): Promise<Articles & { step: number; note?: string | undefined }> {
  const size = Math.min(batch, end - offset);
  if (size < 1) return noArticles(0);
  let note: string | undefined;
  const read = async (from: number, wanted: number) => {
    const retries = wanted === size ? undefined : 1;
    const whole = () => fetchWhole(options, set, { offset: from, wanted, retries, ...rest });
    const articles = await whole().catch(async (error: unknown) => {
      if (!isForgotten(error)) throw error;
      Object.assign(set, await find(options, set.wanted));
      return whole();
    });
    // From where the server stopped, which may be short of what was asked.
    return { ...articles, next: from + articles.step };
  };
  const parts = await inHalves({ from: offset, size }, read, async (from, error) => {
    // Other rows of the batch show that the service answers. Nothing shows it for one alone.
    if (size === 1 && error.kind !== 'too-large') throw error;
    options.log.warn({ source: 'pubmed', from }, 'a record was left out');
    note = leftOut('pubmed');
    return { ...noArticles(1), malformed: 1, next: from + 1 };
  });
  const sum = (field: 'malformed' | 'books' | 'step') => parts.reduce((all, part) => all + part[field], 0);
  return {
    records: parts.flatMap(({ records }) => records),
    deleted: parts.flatMap(({ deleted }) => deleted),
    ...{ malformed: sum('malformed'), books: sum('books'), step: sum('step'), note },
  };
}

const noArticles = (step: number): Articles & { step: number } => ({
  ...{ records: [], malformed: 0, deleted: [], books: 0, step },
});

/** The history server forgets results, now and then within minutes. */
const isForgotten = (error: unknown): boolean =>
  error instanceof SourceFailure && /history|WebEnv|query.?key|obtain query/i.test(error.detail);

async function fetchWhole(
  options: SourceTools,
  set: ResultSet,
  {
    offset,
    wanted,
    ...rest
  }: { offset: number; wanted: number; urgent?: boolean; retries?: number | undefined; signal?: AbortSignal },
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

/** Works by PMID, and by DOI and PMCID through PubMed's index of them. At most two calls. */
const lookUpWorks = (options: SourceTools): LookUp => ({
  atMost: 200,
  mayKnow: ({ kind, value }) =>
    kind === 'pmid'
      ? /^\d{1,9}$/.test(value)
      : kind === 'pmcid' || (kind === 'doi' && !value.startsWith('10.48550/arxiv.')),
  async find(identifiers, { signal } = {}) {
    const pmids = identifiers.flatMap(({ kind, value }) => (kind === 'pmid' ? value : []));
    const found = await pmidsOf(options, identifiers, signal);
    return articles(options, [...new Set([...pmids, ...found])], signal);
  },
});

/** The PMIDs of the DOIs and PMCIDs. Skips a DOI with quotes or brackets, which would end the phrase; PubMed has none. */
async function pmidsOf(options: SourceTools, identifiers: Identifier[], signal: AbortSignal | undefined) {
  const terms = identifiers.flatMap(({ kind, value }) => {
    if (kind === 'pmcid') return `${value}[pmcid]`;
    return kind === 'doi' && !/["[\]\s]/.test(value) ? `"${value}"[doi]` : [];
  });
  if (!terms.length) return [];
  const { ids } = await call(options, 'esearch', {
    form: { term: terms.join(' OR '), retmax: 2 * terms.length, retmode: 'json' },
    read: apart('pubmed', replies, readSearch),
    signal,
  });
  return ids;
}

/** The records of these PMIDs. PubMed answers 400 if it has none of them, or does not take one; that costs no other. */
async function articles(
  options: SourceTools,
  pmids: string[],
  signal: AbortSignal | undefined,
): Promise<SourceRecord[]> {
  if (!pmids.length) return [];
  let refusal: SourceFailure | null = null;
  const { records } = await call(options, 'efetch', {
    form: { id: pmids.join(','), retmode: 'xml' },
    alsoRead: [400],
    read: async (body) => {
      try {
        return await apart('pubmed', replies, readArticles)(body);
      } catch (error) {
        if (!(error instanceof SourceFailure && error.kind === 'refused')) throw error;
        refusal = error;
        return { records: [] };
      }
    },
    signal,
  });
  if (!refusal || pmids.length === 1 || /id list/i.test((refusal as SourceFailure).detail)) return records;
  const half = Math.ceil(pmids.length / 2);
  const first = await articles(options, pmids.slice(0, half), signal);
  return [...first, ...(await articles(options, pmids.slice(half), signal))];
}

/**
 * A PubMed query for the topic or any of the phrases; null if they contain no word.
 *
 * The topic's words stay unquoted, so that PubMed's own term mapping widens them
 * (https://pubmed.ncbi.nlm.nih.gov/help/#automatic-term-mapping). Its quoted words stay a phrase. The phrases are searched in
 * title and abstract. Only words are passed on, so no topic can inject operators.
 */
export function pubmedQuery({ topic, phrases }: SourceQuery): string | null {
  const mapped = printed(topic, (words, kind) => {
    const text = words.join(' ');
    if (kind === 'phrase') return `"${text}"`;
    if (kind === 'orcid') return `${text}[auid]`;
    // PubMed looks up beginnings of four characters or more.
    if (kind === 'prefix') return words.length === 1 && text.length > 3 ? `${text}*` : text;
    return words.length > 1 ? `(${text})` : text;
  });
  const others = phrasesIn(phrases).map((words) => `"${words.join(' ')}"[tiab]`);
  return [mapped, ...others].filter(Boolean).map(inParentheses).join(' OR ') || null;
}

type Call<T> = Pick<SourceRequest<T>, 'read' | 'alsoRead' | 'urgent' | 'signal'> & {
  form: Record<string, string | number>;
};

/** Uses POST, because queries with many phrases exceed NCBI's limit for addresses. */
function call<T>(
  { config: { urls, contactEmail: email, ncbiApiKey: apiKey }, ask }: SourceTools,
  program: 'esearch' | 'efetch' | 'esummary',
  { form, ...rest }: Call<T>,
): Promise<T> {
  const key = apiKey && { api_key: apiKey };
  const body = new URLSearchParams({ db: 'pubmed', tool: 'litwatch', email, ...key });
  for (const [name, value] of Object.entries(form)) body.set(name, String(value));
  return ask({ source: 'pubmed', url: new URL(`${urls.PUBMED_URL}/${program}.fcgi`), form: body, ...rest });
}
