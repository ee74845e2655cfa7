import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import pRetry from 'p-retry';
import type { Config } from '#platform/runtime/config.ts';
import type { Log } from '#platform/runtime/log.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import { hourMs, minuteMs } from '#shared/values/time.ts';
import {
  AskedToWait,
  type FailureKind,
  failure,
  type Identifier,
  type Source,
  SourceFailure,
} from '../record/source.ts';
import { fetchOnce, type Limits, type Request } from './fetchOnce.ts';

/** An organization's limits for all of our requests together, to any of its servers. */
export interface RateLimitPolicy {
  /** Requests that may start in any period of `perMs` milliseconds. */
  requests: number;
  perMs: number;
  /** Requests in flight at once. */
  concurrency: number;
  /** Milliseconds before the first retry; doubles each time, with jitter. */
  backOffMs: number;
}

export interface SourceRequest<T> extends Request {
  /** Parses the body or throws a SourceFailure, which is retried, because a reply may be truncated. See `apart`. */
  read: (body: string) => T | Promise<T>;
  /** A reader is waiting, so the request goes ahead of harvests and gives up sooner. */
  urgent?: boolean;
  /** Attempts after the first; a probe for one bad row needs few. */
  retries?: number | undefined;
}

export type PoliteClient = <T>(request: SourceRequest<T>) => Promise<T>;

export interface PoliteClientOptions {
  userAgent: string;
  log: Log;
  limits?: Partial<Limits>;
  /** Addresses that the rate limit does not apply to. */
  isExempt?: (url: URL) => boolean;
}

/**
 * The only code of this room that makes requests. Respects the organization's rate limit, waits when told to, retries
 * temporary failures (never a refusal), and gives up in bounded time.
 *
 * p-queue limits rate and concurrency together. Its strict mode limits any period, whereas a fixed window allows twice the
 * rate at its edge. A reader's request can go ahead of a harvest. The limit is per process; only one elected process
 * harvests, so that all processes together stay within it.
 *
 * Loopback addresses do not belong to the organization, so its rate limit does not apply to them.
 *
 * @throws SourceFailure, also if the time of the signal is over; or the signal's reason if the caller aborts.
 */
export function politeClient(
  policy: RateLimitPolicy,
  { userAgent, log, limits = {}, isExempt = isLoopback }: PoliteClientOptions,
): PoliteClient {
  const { concurrency, requests, perMs } = policy;
  const queue = new PQueue({ concurrency, intervalCap: requests, interval: perMs, strict: true });
  /** No request before this time, on the clock of `performance.now()`: the organization asked for it. */
  let quietUntil = 0;

  return (request) => {
    const { source, url, urgent = false, signal } = request;
    const exempt = isExempt(url);
    const { retries = Number.POSITIVE_INFINITY } = request;
    const usual = urgent ? forReaders : forHarvests;
    const retry = { ...usual, retries: Math.min(usual.retries, retries) };

    const quietMs = () => quietUntil - performance.now();
    const next = async (): Promise<string> => {
      const wait = quietMs();
      if (wait > retry.longestWaitMs) throw askedToComeLater(request, wait);
      if (wait > 0) await sleep(wait, undefined, { signal });
      const send = () => fetchOnce(request, userAgent, { ...bounds, ...limits });
      if (exempt) return send();
      // The organization may have asked us to wait while this request was queued. Then it goes back into the queue.
      const unlessQuiet = () => (quietMs() > 0 ? null : send());
      const body = await queue.add(unlessQuiet, { priority: urgent ? 1 : 0, signal });
      return body ?? next();
    };

    return pRetry(async () => request.read(await next()), {
      retries: retry.retries,
      maxRetryTime: retry.giveUpAfterMs,
      minTimeout: exempt ? exemptBackOffMs : policy.backOffMs,
      maxTimeout: longestBackOffMs,
      factor: 2,
      randomize: true,
      signal,
      shouldRetry: ({ error }) =>
        error instanceof SourceFailure && retryable.has(error.kind) && quietMs() <= retry.longestWaitMs,
      onFailedAttempt: ({ error, attemptNumber, retryDelay }) => {
        if (!(error instanceof SourceFailure)) return;
        const { kind, detail } = error;
        log.warn({ source, kind, detail, attempt: attemptNumber }, 'a source did not answer as it should');
        if (error instanceof AskedToWait) {
          const wait = Math.min(error.waitMs ?? retryDelay, longestQuietMs);
          quietUntil = Math.max(quietUntil, performance.now() + wait);
        }
      },
    }).catch((error: unknown) => {
      if (signal?.reason?.name !== 'TimeoutError') throw error;
      throw failure(source, 'timeout', 'no answer in the time that the caller has');
    });
  };
}

const forReaders = { retries: 2, giveUpAfterMs: 90_000, longestWaitMs: 20_000 };
const forHarvests = { retries: 4, giveUpAfterMs: 600_000, longestWaitMs: 180_000 };
const exemptBackOffMs = 50;
const longestBackOffMs = minuteMs;
/** Upper bound, so that a mistaken Retry-After of days does not disable a source. */
const longestQuietMs = hourMs;

/**
 * arXiv has taken 46 seconds to send a 429. The largest replies are pages of 1,000 OAI records and of 200 PubMed
 * articles: a few megabytes, or tens of them if every article has a thousand authors.
 */
const bounds: Limits = { beginMs: 60_000, wholeMs: 180_000, bytes: 16 * 1024 * 1024 };

const retryable = new Set<FailureKind>([
  ...(['unreachable', 'timeout', 'rate-limited', 'unavailable', 'empty-reply', 'malformed'] as const),
  ...(['short'] as const),
]);

const askedToComeLater = ({ source }: Request, waitMs: number): SourceFailure =>
  failure(source, 'rate-limited', `for another ${Math.ceil(waitMs / 1000)} s, as it asked before`, {
    sentence: (label) => `${label} asked us to come back later.`,
  });

/** 127.0.0.0/8, ::1 and localhost, as normalized by `URL`. */
export const isLoopback = ({ hostname }: URL): boolean =>
  /^(?:127\.\d+\.\d+\.\d+|\[::1\]|(?:.+\.)?localhost)$/.test(hostname);

/** An address with these parameters set. */
export function addressWith(address: string, parameters: Record<string, string>): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

/** The organization that runs the servers of one or more sources. Its limits apply to all of them together. */
export interface Organization {
  /** How often we may ask; a setting, such as an API key, may allow more. */
  policy(config: Config['sources']): RateLimitPolicy;
  /** An address that answers HEAD requests while the service is up. */
  probeUrl(config: Config['sources']): string;
}

/** The arguments for opening an adapter. */
export interface SourceTools {
  config: Config['sources'];
  /** Respects the limits of the source's organization. */
  ask: PoliteClient;
  log: Log;
  now: () => Date;
}

/** What questions about works that are known are asked with, beside harvests. */
export interface Questions {
  config: Config;
  userAgent: string;
  log: Log;
  signal: AbortSignal;
  /** Called before each request; rejects if none is allowed. */
  spend: () => Promise<void>;
}

/**
 * Everything that only the server needs to know about a source. Its label, group and kind, which pages need too, are in
 * `shared/papers/sources.ts`. How to add one: docs/adding-a-source.md
 */
export interface SourceDescriptor {
  name: SourceName;
  organization: Organization;
  /** The kind of identifier that `SourceRecord.sourceId` is. */
  idKind: Identifier['kind'];
  /** Days that are read again once a day, for records that the source lists late. */
  overlapDays: number;
  /** When the source wants large harvests to run, and how large one may be at other times. */
  quietHours?: {
    areNow(now: Date): boolean;
    /** Maximum requests per harvest. A larger one waits, except for its newest days. */
    requestsOutside: number;
    daysOutside: number;
  };
  /** Of two records of one work at the same publication stage, the one with the lower rank is shown. */
  displayRank: number;
  /**
   * The address of a record's PDF, for a source whose PDFs are free at an address derived from the record; null for a record
   * without one.
   */
  pdfOf?(record: { sourceId: string; url: string; pmcid?: string | undefined }): string | null;
  open(tools: SourceTools): Source;
}
