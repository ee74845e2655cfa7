import { setTimeout as sleep } from 'node:timers/promises';
import pRetry from 'p-retry';
import { boundedFetch } from '#platform/http/boundedFetch.ts';
import { retryAfterMs } from '#platform/http/retryAfter.ts';
import { addressWith, isLoopback, type Questions } from '#sources/client/politeClient.ts';
import { abstractFields, readAbstracts, readVenues, readWorks, venueFields, workFields } from './reply.ts';

export type OpenAlex = ReturnType<typeof openAlex>;

/** DOIs in one filter: 100 are allowed, and a URL with 50 stays well under 8 KB. */
export const batchSize = 50;

/** OpenAlex did not answer as documented. Neither message nor cause contains the key. */
export class OpenAlexFailure extends Error {
  readonly kind: 'passing' | 'refused' | 'spent';
  /** The wait requested by `Retry-After`; null without one. */
  readonly waitMs: number | null;

  constructor(kind: OpenAlexFailure['kind'], message: string, waitMs: number | null = null, cause?: unknown) {
    super(message, { cause });
    this.name = 'OpenAlexFailure';
    this.kind = kind;
    this.waitMs = waitMs;
  }
}

/**
 * A client for OpenAlex, one request at a time. Temporary failures are retried, four attempts in all, after the wait
 * that the service asks for. It needs a key (OPENALEX_API_KEY).
 * @throws OpenAlexFailure, `spent` when the day's allowance is used up; or the signal's reason.
 */
export function openAlex(options: Questions) {
  const { url: base, apiKey } = options.config.openAlex;
  let left: number | null = null;
  const ask = async <T>(path: string, query: Record<string, string>, read: (body: string) => T) => {
    const asked = { ...query, 'per-page': String(batchSize), api_key: apiKey! };
    const url = addressWith(`${base}/${path}`, asked);
    return withRetries(options, url, async () => {
      await options.spend();
      const { body, headers } = await once(options, url);
      left = allowanceLeft(headers) ?? left;
      try {
        return read(body);
      } catch (error) {
        throw new OpenAlexFailure('passing', 'OpenAlex sent an unreadable reply.', null, error);
      }
    });
  };
  return {
    /** The works with these DOIs, at most `batchSize`, without unknown ones. */
    works: (dois: string[]) =>
      ask('works', { filter: `doi:${dois.join('|')}`, select: workFields }, readWorks),
    /** The abstracts of the works with these DOIs, at most `batchSize`, by DOI. */
    abstracts: (dois: string[]) =>
      ask('works', { filter: `doi:${dois.join('|')}`, select: abstractFields }, readAbstracts),
    /** Mean citedness of these journals, at most `batchSize`, by their ids. */
    venues: (ids: string[]) =>
      ask('sources', { filter: `ids.openalex:${ids.join('|')}`, select: venueFields }, readVenues),
    /** The remaining share of the daily allowance by its last reply, 0 to 1; null if it did not say. */
    left: () => left,
  };
}

/** The back-off doubles with jitter; a `Retry-After` is added to it. */
const withRetries = <T>({ log, signal }: Questions, url: URL, work: () => Promise<T>): Promise<T> =>
  pRetry(work, {
    retries: 3,
    minTimeout: isLoopback(url) ? 20 : 2000,
    factor: 2,
    randomize: true,
    signal,
    shouldRetry: ({ error }) => error instanceof OpenAlexFailure && error.kind === 'passing',
    onFailedAttempt: async ({ error, attemptNumber, retriesLeft }) => {
      if (!(error instanceof OpenAlexFailure)) return;
      log.warn({ reason: error.message, attempt: attemptNumber }, 'OpenAlex did not answer as it should');
      if (error.kind === 'passing' && retriesLeft > 0 && error.waitMs)
        await sleep(error.waitMs, undefined, { signal });
    },
  });

async function once({ userAgent, signal }: Questions, url: URL): Promise<{ body: string; headers: Headers }> {
  try {
    const response = await fetchPage(url, {
      headers: { 'user-agent': userAgent, accept: 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (response.status !== 200) throw await refusal(response);
    return { body: await response.text(), headers: response.headers };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof OpenAlexFailure) throw error;
    throw new OpenAlexFailure(
      'passing',
      'OpenAlex could not be reached, or the connection broke.',
      null,
      error,
    );
  }
}

const timeoutMs = 60_000;
/** More than a page of a hundred works. */
const fetchPage = boundedFetch(16 * 1024 * 1024);

/** 429 stands for two limits: calls per second, and the day's allowance, which resets at midnight UTC. */
async function refusal(response: Response): Promise<OpenAlexFailure> {
  const { status, headers } = response;
  await response.body?.cancel();
  const waitMs = retryAfterMs(headers);
  const spent = allowanceLeft(headers) === 0 || (waitMs !== null && waitMs > longestWaitMs);
  if (status === 429)
    return new OpenAlexFailure(spent ? 'spent' : 'passing', 'OpenAlex asked us to slow down (429).', waitMs);
  if (status >= 500 || status === 408)
    return new OpenAlexFailure(
      waitMs !== null && waitMs > longestWaitMs ? 'refused' : 'passing',
      `OpenAlex is not available (${status}).`,
      waitMs,
    );
  return new OpenAlexFailure('refused', `OpenAlex refused the request (${status}).`);
}

/** Beyond this wait the job gives up until the next night. */
const longestWaitMs = 120_000;

/**
 * The share of the day's allowance that is left by OpenAlex's count, 0 to 1; null when a reply does not say.
 * In dollars since 2026, in credits before: https://developers.openalex.org/api-reference/authentication
 */
function allowanceLeft(headers: Headers): number | null {
  for (const unit of ['-usd', '']) {
    const left = figure(headers, `x-ratelimit-remaining${unit}`);
    const whole = figure(headers, `x-ratelimit-limit${unit}`);
    if (left !== null) return whole ? left / whole : Math.min(Math.max(left, 0), 1);
  }
  return null;
}

function figure(headers: Headers, name: string): number | null {
  const text = headers.get(name)?.trim();
  const value = text ? Number(text) : Number.NaN;
  return Number.isNaN(value) ? null : value;
}
