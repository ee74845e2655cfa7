import type { SourceName } from '#shared/papers/sources.ts';
import type { Db } from '../db/open.ts';

/**
 * Every queue: its payload and retry policy. Any room can enqueue work without knowing who does it; `app/jobs.ts`
 * binds queues to functions.
 *
 * A job only names a row to look at; the row is the truth. Losing every job loses nothing: the sweep finds the rows
 * again.
 */
export interface Payloads {
  /** Search, rank and compose one topic's digest. Key: the topic. */
  'run-term': { termId: string };
  /** Look for new papers on one topic whose reader wants daily highlights. Key: the topic. */
  highlights: { termId: string };
  /** Recompute the next delivery of all of a reader's topics after day, zone or plan changed. Key: the account. */
  reschedule: { userId: string };
  /** Send one composed digest. Key: the digest. */
  'deliver-digest': { digestId: string };
  /** Send a digest again as it was; `mailId` is the Message-ID of this copy. */
  'resend-digest': { digestId: string; mailId: string };
  /** Send one digest, or a test, through one channel. Key: the delivery. */
  'deliver-channel': { deliveryId: string };
  /** Send what waits for a reader's Zotero. Key: the account. */
  'send-to-zotero': { userId: string };
  /**
   * Send one mail that is not a digest. Recipient and contents are sealed: jobs outlive their work by a day, and must
   * hold neither a link that opens an account nor the address of a reader who has left.
   */
  'send-mail': { mail: string; sealed: string };
  /** End a deleted account's subscriptions at the payment provider. Key: the account. */
  'end-subscription': { stripeCustomerId: string | null };
  /** Bring in what is new from one source. Key: the source. */
  harvest: { source: SourceName };
  /** Look up the references of one import. Key: the import. */
  'import-papers': { importId: string };
  /** Ask the embeddings server for missing vectors of papers. After a harvest, and every ten minutes. */
  'embed-papers': Record<string, never>;
  /** Read papers ahead of the digests that they may stand in: recent ones after a harvest, all of them every night. */
  'read-papers': { isRecent?: boolean };
  /** Bring a reader's plan in line with what the payment provider holds. Key: the customer. */
  'sync-customer': { customerId: string };
  /** The same for every customer there is, once a night. */
  'sync-all-customers': Record<string, never>;
  /** Find due topics, abandoned leases and unsent digests. Every 20 seconds; cron restarts it every minute. */
  tick: Record<string, never>;
  /** Refresh citation figures of papers. Every night, once for all workers. */
  impact: Record<string, never>;
  /** Ask the registry of DOIs for retractions, corrections and articles of preprints. Every night, once for all workers. */
  updates: Record<string, never>;
  /** Clean titles and abstracts that were stored under older rules. At the start of a worker, and every night. */
  'clean-texts': Record<string, never>;
  /** Remove expired sessions, tokens, network addresses and old papers. Every night. */
  tidy: Record<string, never>;
}

export type QueueName = keyof Payloads;

export interface RetryPolicy {
  retryLimit: number;
  /** Seconds; doubles each time. */
  retryDelay: number;
  /** Seconds after which a running job counts as lost. */
  expireInSeconds: number;
  /** How many run at once in one process. */
  concurrency: number;
  /** How many are fetched, and completed, in one statement; 1 by default. */
  batchSize?: number;
}

export const queues: Record<QueueName, RetryPolicy> = {
  // Many at once: one that waits for a slow source must not hold up the others.
  'run-term': { retryLimit: 2, retryDelay: 30, expireInSeconds: 600, concurrency: 32, batchSize: 8 },
  highlights: { retryLimit: 2, retryDelay: 60, expireInSeconds: 300, concurrency: 1 },
  reschedule: { retryLimit: 3, retryDelay: 5, expireInSeconds: 60, concurrency: 1 },
  'deliver-digest': { retryLimit: 5, retryDelay: 30, expireInSeconds: 120, concurrency: 16, batchSize: 8 },
  'resend-digest': { retryLimit: 5, retryDelay: 30, expireInSeconds: 120, concurrency: 1 },
  // A service that does not answer holds its place for twenty seconds.
  'deliver-channel': { retryLimit: 2, retryDelay: 30, expireInSeconds: 120, concurrency: 8 },
  'send-to-zotero': { retryLimit: 1, retryDelay: 60, expireInSeconds: 600, concurrency: 4 },
  'send-mail': { retryLimit: 8, retryDelay: 10, expireInSeconds: 120, concurrency: 4 },
  'end-subscription': { retryLimit: 12, retryDelay: 60, expireInSeconds: 120, concurrency: 1 },
  harvest: { retryLimit: 3, retryDelay: 120, expireInSeconds: 3600, concurrency: 2 },
  // Goes on where it was; the sweep finds one whose worker died.
  'import-papers': { retryLimit: 2, retryDelay: 30, expireInSeconds: 3600, concurrency: 2 },
  'embed-papers': { retryLimit: 1, retryDelay: 120, expireInSeconds: 600, concurrency: 1 },
  'read-papers': { retryLimit: 1, retryDelay: 120, expireInSeconds: 600, concurrency: 1 },
  'sync-customer': { retryLimit: 10, retryDelay: 5, expireInSeconds: 60, concurrency: 2 },
  'sync-all-customers': { retryLimit: 1, retryDelay: 600, expireInSeconds: 3600, concurrency: 1 },
  tick: { retryLimit: 0, retryDelay: 1, expireInSeconds: 55, concurrency: 1 },
  // Resumes where it stopped; a killed run is retried only after its hour, so that two never run at once.
  impact: { retryLimit: 1, retryDelay: 1800, expireInSeconds: 3600, concurrency: 1 },
  updates: { retryLimit: 1, retryDelay: 1800, expireInSeconds: 3600, concurrency: 1 },
  'clean-texts': { retryLimit: 1, retryDelay: 600, expireInSeconds: 3600, concurrency: 1 },
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

/** A job that has not ended, as it leaves one database for another. */
export interface OpenJob {
  id: string;
  queue: string;
  payload: object;
  priority: number;
  key: string | null;
  /** As PostgreSQL writes a moment. */
  startAfter: string;
}

export type Send = <Q extends QueueName>(
  db: Db,
  queue: Q,
  payload: Payloads[Q],
  options?: EnqueueOptions,
) => Promise<void>;

/** Many jobs of one queue in one statement: in the transaction of `db`, else on the queue's own connection. */
export type SendAll = <Q extends QueueName>(
  queue: Q,
  jobs: ({ payload: Payloads[Q] } & EnqueueOptions)[],
  db?: Db,
) => Promise<void>;

/** Thrown by a job whose server asked us to wait: the queue retries it by its policy, and nobody has to look at it. */
export class TryLater extends Error {}

/**
 * Adds a job. Inside `transaction` it is added exactly when the transaction commits; adding a waiting job's key again
 * adds nothing.
 */
export const enqueue = <Q extends QueueName>(
  { db, send }: { db: Db; send: Send },
  queue: Q,
  payload: Payloads[Q],
  options?: EnqueueOptions,
): Promise<void> => send(db, queue, payload, options);
