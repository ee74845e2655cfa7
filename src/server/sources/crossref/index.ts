import {
  addressWith,
  politeClient,
  type Questions,
  type RateLimitPolicy,
  type SourceDescriptor,
} from '../client/politeClient.ts';
import { apart } from '../client/readApart.ts';
import { type ArticleLink, type DayWindow, failure, SourceFailure } from '../record/source.ts';
import { inHalves } from '../record/unreadable.ts';
import * as article from './article.ts';
import { type RegisteredNotice, readWorks, type Works } from './reply.ts';

/** Its records come for followed journals, people and citations. There is nothing to harvest as a whole. */
export const crossref: SourceDescriptor = {
  name: 'crossref',
  organization: { policy: () => policy, probeUrl: () => 'https://api.crossref.org' },
  idKind: 'doi',
  overlapDays: 0,
  displayRank: 5,
  open: () => ({
    // biome-ignore lint/correctness/useYield: it has no page
    async *harvest() {
      throw failure('crossref', 'refused', 'it is not read as a whole');
    },
  }),
};

/** Crossref: notices about works, the articles of preprints, and lists of articles. */
export type Crossref = ReturnType<typeof openCrossref>;

/** A complete ISSN with its check digit (ISO 3297). */
export function isIssn(text: string): boolean {
  if (!/^\d{4}-\d{3}[\dX]$/.test(text)) return false;
  const worth = (sign: string, at: number) => (sign === 'X' ? 10 : Number(sign)) * (8 - at);
  return [...text.replace('-', '')].map(worth).reduce((a, b) => a + b) % 11 === 0;
}

/** DOIs per request. More would make an address that some servers refuse. */
export const batchSize = 20;

/** A DOI that can be used in a filter, where `,` separates values. */
export const isAskable = (doi: string): boolean => /^10\.\d{4,9}\/[-._;()/:a-z0-9]{1,100}$/.test(doi);

/**
 * Everybody may request one list per second, and clients that identify themselves three. We need no more.
 * https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/
 */
const policy: RateLimitPolicy = { requests: 1, perMs: 1_000, concurrency: 1, backOffMs: 5_000 };

const articleReplies = new URL('./article.ts', import.meta.url);
const inArticles = apart('crossref', articleReplies, article.readArticles);
const inJournals = apart('crossref', articleReplies, article.readJournals);
const inWorks = apart('crossref', new URL('./reply.ts', import.meta.url), readWorks);

/** @throws SourceFailure, or the signal's reason, from each request */
export function openCrossref({ config, userAgent, log, signal, spend }: Questions) {
  const client = politeClient(policy, { userAgent, log });
  type Query = Record<string, string>;
  type Read<T> = (body: string) => Promise<T>;
  const get = async <T>(path: string, query: Query, read: Read<T>, retries?: number): Promise<T> => {
    await spend();
    const asked = { ...query, mailto: config.sources.contactEmail };
    const url = addressWith(`${config.crossref.url}/${path}`, asked);
    return client({ source: 'crossref', url, signal, read, retries });
  };
  /** The works from a cursor on, in parts where one of them spoils its page. A list of DOIs leads past it. */
  const inParts = <T extends { next: string | null }>(
    list: string,
    { from, size, ...query }: { from: string; size: number; filter: string; select: string },
    read: Read<T>,
  ): Promise<T[]> =>
    inHalves<string, T>(
      { from, size },
      (cursor, rows) => get(list, { ...query, rows: `${rows}`, cursor }, read, rows < size ? 1 : undefined),
      (cursor) => get(list, { ...query, select: 'DOI', rows: '1', cursor }, read),
    );
  /** Parts of a list, page by page. `isLast` says which page is the last one, by its parts and its full size. */
  async function* pages<T extends { next: string | null }>(
    list: string,
    query: { size: number; filter: string; select: string },
    read: Read<T>,
    isLast: (parts: T[], size: number) => boolean,
  ): AsyncGenerator<T> {
    let cursor = '*';
    for (let page = 0; page < mostPages; page++) {
      const parts = await inParts(list, { from: cursor, ...query }, read);
      yield* parts;
      const { next } = parts.at(-1)!;
      if (isLast(parts, query.size) || next === null) return;
      cursor = next;
    }
    const { filter } = query;
    log.warn({ source: 'crossref', list, filter, pages: mostPages }, 'more is listed than is read');
  }

  const registered = (filter: string, select: string): AsyncGenerator<Works> =>
    pages('works', { size: rows, filter, select }, inWorks, isShort);

  return {
    /** Pages of retractions, corrections and concerns registered or changed in the window. */
    async *notices(window: DayWindow): AsyncGenerator<RegisteredNotice[]> {
      const types = noticeTypes.map((type) => `update-type:${type}`).join(',');
      for await (const { notices } of registered(`${types},${indexed(window)}`, 'DOI,update-to'))
        yield notices;
    },
    /** Preprints linked to their article, or changed afterwards, in the window. */
    async *articles(window: DayWindow): AsyncGenerator<ArticleLink[]> {
      const filter = `type:posted-content,relation.type:is-preprint-of,${indexed(window)}`;
      for await (const { links } of registered(filter, 'DOI,relation')) yield links;
    },
    /** The records of these DOIs, at most `batchSize`; one registered elsewhere is missing. */
    async about(dois: string[]) {
      const after = (place: number) => (place < dois.length ? place : null);
      const parts = await inHalves<number, Omit<Works, 'next'> & { next: number | null }>(
        { from: 0, size: dois.length },
        async (from, size) => {
          const some = dois.slice(from, from + size);
          const query = { filter: some.map((doi) => `doi:${doi}`).join(','), rows: `${batchSize}` };
          return { ...(await get('works', query, inWorks)), next: after(from + size) };
        },
        async (from) => {
          await get('works', { filter: `doi:${dois[from]}`, select: 'DOI', rows: '1' }, inWorks);
          return { notices: [], links: [], received: 0, next: after(from + 1) };
        },
      );
      return { notices: parts.flatMap(({ notices }) => notices), links: parts.flatMap(({ links }) => links) };
    },
    /** Pages of the articles in `works` or `journals/1234-5678/works` that match the filter. */
    listed: (list: string, filter: string): AsyncGenerator<article.ArticlesPage> =>
      pages(list, { size: articleRows, filter, select: article.articleFields }, inArticles, endOfArticles()),
    /** Number of the articles in such a list. */
    count: async (list: string, filter: string) =>
      (await get(list, { filter, select: 'DOI', rows: '1' }, inArticles)).total,
    /** The journal of an ISSN, or those whose title has the words. */
    journals: (wanted: string): Promise<article.RegisteredJournal[]> =>
      isIssn(wanted)
        ? get(`journals/${wanted}`, {}, inJournals).catch(noneIfUnknown)
        : get('journals', { query: wanted, rows: '6' }, inJournals),
  };
}

const indexed = ({ from, to }: DayWindow): string => `from-index-date:${from},until-index-date:${to}`;

/** An unknown name is answered with 404. */
function noneIfUnknown(error: unknown): [] {
  if (error instanceof SourceFailure && error.kind === 'refused' && /\b404\b/.test(error.detail)) return [];
  throw error;
}

/** Whether a page of articles is the last one: it is short, or brings none that is new, as a cursor that leads in a circle does. */
function endOfArticles() {
  const seen = new Set<string>();
  return (parts: article.ArticlesPage[], size: number): boolean => {
    const before = seen.size;
    const dois = parts.flatMap((part) => part.dois);
    for (const doi of dois) seen.add(doi);
    return dois.length < size || seen.size === before;
  };
}

/** The cursor never ends, so a page that is not full is the last one. */
const isShort = (parts: Works[], size: number): boolean =>
  parts.reduce((sum, { received }) => sum + received, 0) < size;

const rows = 1_000;
/** Articles come with abstracts and references: ten kilobytes each. */
const articleRows = 200;
/** Upper bound, so that a publisher that re-sends everything in one day does not take the whole night. */
const mostPages = 10;

/** The types are requested by name, to exclude new versions of articles, which are not notices. */
const noticeTypes = [
  ...['retraction', 'withdrawal', 'removal', 'partial_retraction', 'expression_of_concern', 'correction'],
  ...['corrigendum', 'erratum'],
];
