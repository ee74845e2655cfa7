import type { Config } from '#platform/runtime/config.ts';
import type { Log } from '#platform/runtime/log.ts';
import type { RateLimitPolicy } from '../client/politeClient.ts';
import { politeClient } from '../client/politeClient.ts';
import { apart } from '../client/readApart.ts';
import type { ArticleLink, DayWindow } from '../record/source.ts';
import { type RegisteredNotice, readWorks, type Works } from './reply.ts';

/** Crossref: notices about works, and the articles of preprints. */
export interface Crossref {
  /** Pages of retractions, corrections and concerns registered or changed in the window. */
  notices(window: DayWindow): AsyncIterable<RegisteredNotice[]>;
  /** Preprints linked to their article, or changed afterwards, in the window. */
  articles(window: DayWindow): AsyncIterable<ArticleLink[]>;
  /** The records of these DOIs, at most `batchSize`; one registered elsewhere is missing. */
  about(dois: string[]): Promise<{ notices: RegisteredNotice[]; links: ArticleLink[] }>;
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

interface Options {
  config: Config;
  userAgent: string;
  log: Log;
  signal: AbortSignal;
  /** Called before each request; rejects if none is allowed. */
  spend: () => Promise<void>;
}

/** @throws SourceFailure, or the signal's reason, from each request */
export function openCrossref({ config, userAgent, log, signal, spend }: Options): Crossref {
  const client = politeClient(policy, { userAgent, log });
  const ask = async (filter: string, more: Record<string, string> = {}): Promise<Works> => {
    await spend();
    const url = new URL(`${config.crossref.url}/works`);
    const asked = { filter, ...more, mailto: config.sources.contactEmail };
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    const read = apart('crossref', new URL('./reply.ts', import.meta.url), readWorks);
    return client({ source: 'crossref', url, signal, read });
  };

  async function* pages(filter: string, fields: string): AsyncGenerator<Works> {
    let cursor = '*';
    for (let page = 0; page < mostPages; page++) {
      const works = await ask(filter, { select: fields, rows: String(rows), cursor });
      yield works;
      // The cursor never ends, so a page that is not full is the last one.
      if (works.received < rows || works.next === null) return;
      cursor = works.next;
    }
    log.warn({ source: 'crossref', filter, pages: mostPages }, 'more was registered than is read');
  }

  const indexed = ({ from, to }: DayWindow): string => `from-index-date:${from},until-index-date:${to}`;
  return {
    async *notices(window) {
      const types = noticeTypes.map((type) => `update-type:${type}`).join(',');
      for await (const { notices } of pages(`${types},${indexed(window)}`, 'DOI,update-to')) yield notices;
    },
    async *articles(window) {
      const filter = `type:posted-content,relation.type:is-preprint-of,${indexed(window)}`;
      for await (const { links } of pages(filter, 'DOI,relation')) yield links;
    },
    async about(dois) {
      return ask(dois.map((doi) => `doi:${doi}`).join(','), { rows: String(batchSize) });
    },
  };
}

const rows = 1_000;
/** Upper bound, so that a publisher that re-sends everything in one day does not take the whole night. */
const mostPages = 10;

/** The types are requested by name, to exclude new versions of articles, which are not notices. */
const noticeTypes = [
  'retraction',
  'withdrawal',
  'removal',
  'partial_retraction',
  'expression_of_concern',
  'correction',
  'corrigendum',
  'erratum',
];
