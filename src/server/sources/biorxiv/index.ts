import type { PoliteClient, SourceDescriptor } from '../client/politeClient.ts';
import { apart } from '../client/readApart.ts';
import {
  type ArticleLink,
  type DayWindow,
  failure,
  type HarvestPage,
  type LookUp,
} from '../record/source.ts';
import { isLittle, type ListPlace, steppedOver } from '../record/unreadable.ts';
import { type DetailsPage, readDetails, readPubs, readSingle, type Server } from './reply.ts';

/** Both share one API. It publishes no rate limit; we know that it handles one request per second for the two. */
const organization: SourceDescriptor['organization'] = {
  policy: () => ({ requests: 1, perMs: 1_000, concurrency: 1, backOffMs: 2_000 }),
  probeUrl: ({ urls }) => urls.BIORXIV_API_URL,
};

const common = {
  organization,
  idKind: 'doi',
  overlapDays: 7,
  pdfOf: ({ url }: { url: string }) =>
    /^https:\/\/www\.(?:bio|med)rxiv\.org\/content\/\S+v\d+$/.test(url) ? `${url}.full.pdf` : null,
} as const;

export const biorxiv: SourceDescriptor = {
  ...common,
  name: 'biorxiv',
  displayRank: 0,
  open: opening('biorxiv'),
};

export const medrxiv: SourceDescriptor = {
  ...common,
  name: 'medrxiv',
  displayRank: 1,
  open: opening('medrxiv'),
};

const replies = new URL('./reply.ts', import.meta.url);

/** One of the two servers. It has no search by words. */
function opening(server: Server): SourceDescriptor['open'] {
  return ({ config, ask }) => {
    const service = { server, url: config.urls.BIORXIV_API_URL, ask };
    return {
      harvest: (window, { cursor = null, signal } = {}) => harvest(service, { window, cursor, signal }),
      articles: (window, { signal } = {}) => articles(service, window, signal),
      lookUp: lookUp(service),
    };
  };
}

interface Service {
  server: Server;
  /** Without a slash at the end: `/details/…` is appended. */
  url: string;
  ask: PoliteClient;
}

type Span = { window: DayWindow; cursor: string | null; signal?: AbortSignal };

async function* harvest(service: Service, { window, cursor, signal }: Span): AsyncGenerator<HarvestPage> {
  let offset = /^\d{1,9}$/.test(cursor ?? '') ? Number(cursor) : 0;
  let seen = { rows: pageRows, total: null as number | null };
  for (;;) {
    const place: Place = { window, cursor, signal, offset, ...seen };
    const read = (from: number, days: DayWindow) =>
      details(service, { ...place, window: days, offset: from, isProbe: true });
    const { next, note, ...page } = await details(service, place).then(
      (page) => ({ ...page, next: offset + page.rows, note: undefined }),
      (error: unknown) => steppedOver(service.server, place, read, error),
    );
    seen = { rows: Math.max(page.rows, seen.rows), total: page.rows ? page.total : seen.total };
    const total = seen.total ?? 0;
    offset = next;
    const { records, malformed } = page;
    // A list may end a few rows before its count, which is wrong by them.
    const isOver = page.rows === 0 || offset >= total;
    yield { records, malformed, deleted: [], cursor: isOver ? null : String(offset), total, note };
    if (isOver) return;
  }
}

/** Rows of a page, which differ from time to time (100, then 30). */
const pageRows = 30;

type Place = Span & ListPlace;

/** `/pubs`, by the article's day of publication: https://api.biorxiv.org */
async function* articles(
  { server, url, ask }: Service,
  { from, to }: DayWindow,
  signal?: AbortSignal,
): AsyncGenerator<ArticleLink[]> {
  for (let offset = 0; ; ) {
    const page = await ask({
      source: server,
      url: new URL(`${url}/pubs/${server}/${from}/${to}/${offset}/json`),
      signal,
      read: apart(server, replies, readPubs, server),
    });
    offset += page.rows;
    yield page.links;
    if (page.rows === 0 || offset >= page.total) return;
  }
}

/** One preprint by its DOI, in all its versions. Both servers share their prefixes, so the other may have it. */
const lookUp = ({ server, url, ask }: Service): LookUp => ({
  atMost: 1,
  mayKnow: ({ kind, value }) => kind === 'doi' && /^10\.(?:1101|64898)\/[\d.]+$/.test(value),
  async find([identifier], { signal } = {}) {
    if (!identifier) return [];
    const { records } = await ask({
      source: server,
      url: new URL(`${url}/details/${server}/${identifier.value}/na/json`),
      signal,
      read: apart(server, replies, readSingle, server),
    });
    return records;
  },
});

/** A page of rows. @throws SourceFailure also for none where some are left, except for the end of a probe */
function details(
  { server, url, ask }: Service,
  { window: { from, to }, offset, total, signal, isProbe = false }: Place & { isProbe?: boolean },
): Promise<DetailsPage> {
  return ask({
    source: server,
    url: new URL(`${url}/details/${server}/${from}/${to}/${offset}/json`),
    signal,
    retries: isProbe ? 1 : undefined,
    async read(body) {
      const page = await apart(server, replies, readDetails, server)(body);
      const isEnd = isProbe || (total !== null && isLittle(total - offset, total));
      // After the last row, `no posts found` is correct only if the count was wrong or rows were removed in the meantime. With
      // many rows left that cannot be distinguished from a glitch, so it counts as one.
      if (page.rows === 0 && (page.total > 0 || (offset > 0 && !isEnd)))
        throw failure(server, 'short', `no rows at ${offset}, ${total ?? page.total} counted`);
      return page;
    },
  });
}
