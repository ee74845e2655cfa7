import type { Config } from '#platform/runtime/config.ts';
import type { Log } from '#platform/runtime/log.ts';
import type { RateLimitPolicy } from '../client/politeClient.ts';
import { politeClient } from '../client/politeClient.ts';
import { apart } from '../client/readApart.ts';
import type { ArticleLink, DayWindow } from '../record/source.ts';
import { type RegisteredNotice, readWorks, type Works } from './reply.ts';

/** What Crossref knows of works: notices about them, and which article a preprint became. */
export interface Crossref {
  /** Retractions, corrections and concerns that were registered or changed in the window, a page at a time. */
  notices(window: DayWindow): AsyncIterable<RegisteredNotice[]>;
  /** Preprints that were joined to their article, or changed since, in the window. */
  articles(window: DayWindow): AsyncIterable<ArticleLink[]>;
  /** What is registered of these DOIs, at most `batchSize`; one that is registered elsewhere says nothing. */
  about(dois: string[]): Promise<{ notices: RegisteredNotice[]; links: ArticleLink[] }>;
}

/** DOIs of one question: more make an address that some servers refuse. */
export const batchSize = 20;

/** A DOI that a filter can carry, where `,` separates values. */
export const isAskable = (doi: string): boolean => /^10\.\d{4,9}\/[-._;()/:a-z0-9]{1,100}$/.test(doi);

/**
 * Lists are allowed once a second to everybody and three times to those who say who they are; more is not needed.
 * https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/
 */
const policy: RateLimitPolicy = { requests: 1, perMs: 1_000, concurrency: 1, backOffMs: 5_000 };

interface Options {
  config: Config;
  userAgent: string;
  log: Log;
  signal: AbortSignal;
  /** Called before each question; rejects when there may be none. */
  spend: () => Promise<void>;
}

/** @throws SourceFailure, or the signal's reason, from each of its questions */
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
      // The cursor never ends: a page that is not full is the last.
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
/** A day on which a publisher sends everything again must not take the whole night. */
const mostPages = 10;

/** Asked for by name, so that new versions of a kind of journal, which are no news, do not come along. */
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
