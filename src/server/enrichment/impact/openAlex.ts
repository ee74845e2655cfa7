import { setTimeout as sleep } from 'node:timers/promises';
import pRetry from 'p-retry';
import type { Log } from '#platform/runtime/log.ts';
import { retryAfterMs } from '#sources/client/fetchOnce.ts';
import { isLoopback } from '#sources/client/politeClient.ts';
import { allowanceLeft } from './allowance.ts';
import { readVenues, readWorks, venueFields, type Work, workFields } from './reply.ts';

export interface OpenAlex {
  /** What it knows of these DOIs, at most `most`; those it does not know are left out. */
  works(dois: string[]): Promise<Work[]>;
  /** Mean citedness of these journals, at most `most`, by their ids. */
  venues(ids: string[]): Promise<Map<string, number | null>>;
  /** The share of the day's allowance left by its last reply, 0 to 1; null when it did not say. */
  left(): number | null;
}

/** Alternatives in one filter: 100 are allowed, with addresses of 50 DOIs still well under 8 KB. */
export const batchSize = 50;

/** OpenAlex did not answer as it should. Neither message nor detail carry the key. */
export class OpenAlexFailure extends Error {
  readonly kind: 'passing' | 'refused' | 'spent';
  /** As asked by `Retry-After`; null when it was not. */
  readonly waitMs: number | null;

  constructor(kind: OpenAlexFailure['kind'], message: string, waitMs: number | null = null, cause?: unknown) {
    super(message, { cause });
    this.name = 'OpenAlexFailure';
    this.kind = kind;
    this.waitMs = waitMs;
  }
}

interface Options {
  /** Without a slash at the end: `/works` and `/sources` are appended. */
  url: string;
  apiKey: string;
  userAgent: string;
  log: Log;
  signal: AbortSignal;
  /** Called before each request, repeated ones as well; rejects when there may be none. */
  spend: () => Promise<void>;
}

/**
 * OpenAlex, one question at a time. What may pass is asked again, at most four times in all and as late as it wants.
 * Rejects with OpenAlexFailure, `spent` when the day's allowance is used up, or with the signal's reason.
 */
export function openAlex(options: Options): OpenAlex {
  let left: number | null = null;
  const ask = async <T>(path: string, query: Record<string, string>, read: (body: string) => T) => {
    const url = new URL(`${options.url}/${path}`);
    for (const [name, value] of Object.entries({ ...query, 'per-page': String(batchSize) }))
      url.searchParams.set(name, value);
    url.searchParams.set('api_key', options.apiKey);
    return withRetries(options, url, async () => {
      await options.spend();
      const { body, headers } = await once(options, url);
      left = allowanceLeft(headers) ?? left;
      try {
        return read(body);
      } catch (error) {
        throw new OpenAlexFailure('passing', 'OpenAlex answered with what cannot be read.', null, error);
      }
    });
  };
  return {
    works: (dois) => ask('works', { filter: `doi:${dois.join('|')}`, select: workFields }, readWorks),
    venues: (ids) =>
      ask('sources', { filter: `ids.openalex:${ids.join('|')}`, select: venueFields }, readVenues),
    left: () => left,
  };
}

/** p-retry's back-off doubles with jitter; a wait that was asked for comes on top of it. */
const withRetries = <T>({ log, signal }: Options, url: URL, work: () => Promise<T>): Promise<T> =>
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

async function once({ userAgent, signal }: Options, url: URL): Promise<{ body: string; headers: Headers }> {
  try {
    const response = await fetch(url, {
      headers: { 'user-agent': userAgent, accept: 'application/json' },
      // The address carries the key: it goes to the configured server and nowhere else.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    });
    if (response.status !== 200) throw await refusal(response);
    return { body: await response.text(), headers: response.headers };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof OpenAlexFailure) throw error;
    throw new OpenAlexFailure('passing', 'OpenAlex could not be reached, or broke off.', null, error);
  }
}

const patienceMs = 60_000;

/** 429 stands for both of its limits: calls a second, and the day's allowance, whose wait is until midnight UTC. */
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
  return new OpenAlexFailure('refused', `OpenAlex refused our question (${status}).`);
}

/** Longer than this the job does not stand in line: the next night asks again. */
const longestWaitMs = 120_000;
