import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import pRetry from 'p-retry';
import type { Log } from '#platform/runtime/log.ts';
import { hourMs, minuteMs } from '#shared/time.ts';
import { AskedToWait, failure } from '../record/failures.ts';
import { type FailureKind, SourceFailure } from '../record/source.ts';
import { ask, type Limits, type Request } from './fetchOnce.ts';
import { isLoopback } from './near.ts';

/** What an organisation allows all of our requests together, whichever of its servers they go to. */
export interface Manners {
  /** Requests that may start in any period of `perMs` milliseconds. */
  requests: number;
  perMs: number;
  /** Requests under way at once. */
  atOnce: number;
  /** Milliseconds before the first repetition; doubles each time, with jitter. */
  backOffMs: number;
}

export interface Question<T> extends Request {
  /** Makes the answer of its body, or throws a SourceFailure: an answer that broke off is asked for again. */
  read: (body: string) => T;
  /** A reader waits for it: goes ahead of harvests and gives up sooner. */
  urgent?: boolean;
}

export type Politely = <T>(question: Question<T>) => Promise<T>;

export interface PolitelyOptions {
  userAgent: string;
  log: Log;
  limits?: Partial<Limits>;
  /** Addresses that the pace does not apply to. */
  isNear?: (url: URL) => boolean;
}

/**
 * The one way out of this folder: asks at the organisation's pace, waits when it says so, repeats what may
 * pass (never a refusal), and gives up in bounded time.
 *
 * p-queue keeps the pace because it bounds rate and connections together, its strict mode holds in any period
 * (a fixed window lets twice the rate pass at its edge), and a reader's question can go ahead of a harvest.
 * One process keeps one pace: harvests are one elected job, so that the sum over processes stays within it.
 *
 * Loopback addresses are not the organisation's servers: its pace does not apply to them, all else does.
 *
 * Rejects with SourceFailure, or with the signal's reason when that aborts.
 */
export function politely(
  manners: Manners,
  { userAgent, log, limits = {}, isNear = isLoopback }: PolitelyOptions,
): Politely {
  const queue = new PQueue({
    concurrency: manners.atOnce,
    intervalCap: manners.requests,
    interval: manners.perMs,
    strict: true,
  });
  /** The organisation wants to hear nothing from us before; on the clock of `performance.now()`. */
  let quietUntil = 0;

  return (question) => {
    const { source, url, urgent = false, signal } = question;
    const near = isNear(url);
    const patience = urgent ? hurried : unhurried;

    const quietMs = () => quietUntil - performance.now();
    const turn = async (): Promise<string> => {
      const wait = quietMs();
      if (wait > patience.longestWaitMs) throw askedToComeLater(question, wait);
      if (wait > 0) await sleep(wait, undefined, { signal });
      const now = () => ask(question, userAgent, { ...bounds, ...limits });
      if (near) return now();
      // Quiet may have been asked for while this waited for its turn: it then goes back to the queue.
      const body = await queue.add(() => (quietMs() > 0 ? null : now()), {
        priority: urgent ? 1 : 0,
        signal,
      });
      return body ?? turn();
    };

    return pRetry(async () => question.read(await turn()), {
      retries: patience.retries,
      maxRetryTime: patience.giveUpAfterMs,
      minTimeout: near ? nearBackOffMs : manners.backOffMs,
      maxTimeout: longestBackOffMs,
      factor: 2,
      randomize: true,
      signal,
      shouldRetry: ({ error }) =>
        error instanceof SourceFailure && mayPass.has(error.kind) && quietMs() <= patience.longestWaitMs,
      onFailedAttempt: ({ error, attemptNumber, retryDelay }) => {
        if (!(error instanceof SourceFailure)) return;
        const { kind, detail } = error;
        log.warn({ source, kind, detail, attempt: attemptNumber }, 'a source did not answer as it should');
        if (error instanceof AskedToWait) {
          const wait = Math.min(error.waitMs ?? retryDelay, longestQuietMs);
          quietUntil = Math.max(quietUntil, performance.now() + wait);
        }
      },
    });
  };
}

const hurried = { retries: 2, giveUpAfterMs: 90_000, longestWaitMs: 20_000 };
const unhurried = { retries: 4, giveUpAfterMs: 600_000, longestWaitMs: 180_000 };
const nearBackOffMs = 50;
const longestBackOffMs = minuteMs;
/** A Retry-After of days would lock a source out by a slip of theirs. */
const longestQuietMs = hourMs;

/**
 * arXiv was seen to take 46 seconds to say 429. The largest answers are pages of 1,000 OAI records and of
 * 200 PubMed articles: some megabytes, tens when all of them have a thousand authors.
 */
const bounds: Limits = { beginMs: 60_000, wholeMs: 180_000, bytes: 64 * 1024 * 1024 };

const mayPass = new Set<FailureKind>([
  'unreachable',
  'timeout',
  'rate-limited',
  'unavailable',
  'empty-reply',
  'malformed',
  'short',
]);

const askedToComeLater = ({ source }: Request, waitMs: number): SourceFailure =>
  failure(source, 'rate-limited', `for another ${Math.ceil(waitMs / 1000)} s, as it asked before`, {
    sentence: (label) => `${label} asked us to come back later.`,
  });
