import type { SourceName } from '../shared/paper.ts';
import type { Db } from './db/open.ts';

/**
 * Every queue there is: its payload and its patience. A leaf: it imports nothing of the server, so that
 * any part can ask for work without knowing who does it. `jobs.ts` says who does.
 *
 * A job is a nudge, never the truth: losing all of them loses nothing, the sweep finds the rows again.
 */
export interface Payloads {
  /** Search, rank, compose and mail one term's digest. Key: the term. */
  'run-term': { termId: string };
  /** Work out the next delivery of all of a reader's terms after the day or zone was changed. */
  reschedule: { userId: string };
  /** Send one composed digest. Key: the digest. */
  'deliver-digest': { digestId: string };
  /** Send one mail that is not a digest. */
  'send-mail': { mail: string; to: string; data: Record<string, unknown> };
  /** Bring in what is new from one source. */
  harvest: { source: SourceName };
  /** Find due terms, stale claims and unsent digests. Every minute. */
  tick: Record<string, never>;
  /** Expired sessions, tokens, network addresses. Every day. */
  tidy: Record<string, never>;
}

export type QueueName = keyof Payloads;

export interface Patience {
  retryLimit: number;
  /** Seconds; doubles each time. */
  retryDelay: number;
  /** Seconds after which a job in hand counts as lost. */
  expireInSeconds: number;
  /** How many run at once in one process. */
  concurrency: number;
}

export const queues: Record<QueueName, Patience> = {
  'run-term': { retryLimit: 2, retryDelay: 30, expireInSeconds: 600, concurrency: 2 },
  reschedule: { retryLimit: 3, retryDelay: 5, expireInSeconds: 60, concurrency: 1 },
  'deliver-digest': { retryLimit: 5, retryDelay: 30, expireInSeconds: 120, concurrency: 4 },
  'send-mail': { retryLimit: 8, retryDelay: 10, expireInSeconds: 120, concurrency: 4 },
  harvest: { retryLimit: 3, retryDelay: 120, expireInSeconds: 3600, concurrency: 2 },
  tick: { retryLimit: 0, retryDelay: 1, expireInSeconds: 55, concurrency: 1 },
  tidy: { retryLimit: 1, retryDelay: 600, expireInSeconds: 600, concurrency: 1 },
};

export interface EnqueueOptions {
  /** At most one waiting job per queue and key. */
  key?: string;
  /** Higher is sooner. */
  priority?: number;
  /** Seconds from now. */
  after?: number;
}

export type Send = <Q extends QueueName>(
  db: Db,
  queue: Q,
  payload: Payloads[Q],
  options?: EnqueueOptions,
) => Promise<void>;

/** Inside `transaction` the job is there exactly when the transaction commits. */
export const enqueue = <Q extends QueueName>(
  { db, send }: { db: Db; send: Send },
  queue: Q,
  payload: Payloads[Q],
  options?: EnqueueOptions,
): Promise<void> => send(db, queue, payload, options);
