import type { SourceName } from '#shared/papers/sources.ts';
import type { Db } from '../db/open.ts';

/**
 * Every queue of the core: its payload and retry policy. Any room can enqueue work without knowing who does it; `app/jobs.ts`
 * binds queues to functions. A feature adds its own: `declare module '#platform/queue/queues.ts' { interface Payloads { … } }`.
 *
 * A job only names a row; the row holds the data. Losing every job loses nothing, because the sweep finds the rows again.
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
  /** Send a digest again unchanged; `mailId` is the Message-ID of this copy. */
  'resend-digest': { digestId: string; mailId: string };
  /**
   * Send one mail that is not a digest. Recipient and contents are encrypted: jobs are kept for a day after their work,
   * and must not contain a link that opens an account or the address of a reader who has left.
   */
  'send-mail': { mail: string; sealed: string };
  /** End a deleted account's subscriptions at the payment provider. Key: the account. */
  'end-subscription': { stripeCustomerId: string | null };
  /** Refund the unused time of a subscription that has ended. Key: the subscription. */
  'complete-ending': { subscriptionId: string };
  /** Fetch what is new in one source. Key: the source. */
  harvest: { source: SourceName };
  /** Request missing vectors of papers from the embeddings server. After a harvest, and every ten minutes. */
  'embed-papers': Record<string, never>;
  /** Read papers in advance for digests: recent ones after a harvest, all of them every night. */
  'read-papers': { isRecent?: boolean };
  /** Synchronize a reader's plan with the payment provider. Key: the customer. */
  'sync-customer': { customerId: string };
  /** The same for every customer, once a night. */
  'sync-all-customers': Record<string, never>;
  /** Find due topics, abandoned leases and unsent digests. Every 20 seconds; cron restarts it every minute. */
  tick: Record<string, never>;
  /** Refresh citation figures of papers. Every night, once for all workers. */
  impact: Record<string, never>;
  /** Ask the registry of DOIs for retractions, corrections and articles of preprints. Every night, once for all workers. */
  updates: Record<string, never>;
  /** Remove expired sessions, tokens, network addresses and old papers. Every night. */
  tidy: Record<string, never>;
}

export type QueueName = keyof Payloads;

export interface RetryPolicy {
  retryLimit: number;
  /** Seconds; doubles each time. */
  retryDelay: number;
  /** The longest delay, in seconds. */
  retryDelayMax?: number;
  /** Seconds after which a running job counts as lost. */
  expireInSeconds: number;
  /** How many run at once in one process. */
  concurrency: number;
  /** How many are fetched, and completed, in one statement; 1 by default. */
  batchSize?: number;
}

/** Queues with their policies. */
export type Policies = { readonly [Q in QueueName]?: RetryPolicy };

export const queues = {
  // Many at once, so that one waiting for a slow source does not block the others.
  'run-term': { retryLimit: 2, retryDelay: 30, expireInSeconds: 600, concurrency: 64, batchSize: 16 },
  highlights: { retryLimit: 2, retryDelay: 60, expireInSeconds: 300, concurrency: 1 },
  reschedule: { retryLimit: 3, retryDelay: 5, expireInSeconds: 60, concurrency: 1 },
  // More than the connections to the mail server, so that it is not left waiting while a batch ends and the next is leased.
  'deliver-digest': { retryLimit: 5, retryDelay: 30, expireInSeconds: 300, concurrency: 32, batchSize: 16 },
  'resend-digest': { retryLimit: 5, retryDelay: 30, expireInSeconds: 120, concurrency: 1 },
  // For most of a day, as at the limit of a mail account.
  'send-mail': { retryLimit: 30, retryDelay: 10, retryDelayMax: 1800, expireInSeconds: 120, concurrency: 4 },
  'end-subscription': { retryLimit: 12, retryDelay: 60, expireInSeconds: 120, concurrency: 1 },
  // Its row says when it is tried again.
  'complete-ending': { retryLimit: 0, retryDelay: 5, expireInSeconds: 110, concurrency: 1 },
  // One for each source, so that silent ones hold up no other.
  harvest: { retryLimit: 3, retryDelay: 120, expireInSeconds: 3600, concurrency: 5 },
  'embed-papers': { retryLimit: 1, retryDelay: 120, expireInSeconds: 600, concurrency: 1 },
  'read-papers': { retryLimit: 1, retryDelay: 120, expireInSeconds: 600, concurrency: 1 },
  // The provider has 20 s for each of three attempts.
  'sync-customer': { retryLimit: 10, retryDelay: 5, expireInSeconds: 120, concurrency: 2 },
  'sync-all-customers': { retryLimit: 1, retryDelay: 600, expireInSeconds: 3600, concurrency: 1 },
  tick: { retryLimit: 0, retryDelay: 1, expireInSeconds: 55, concurrency: 1 },
  // Resumes where it stopped; a killed run is retried only after its hour, so that two never run at once.
  impact: { retryLimit: 1, retryDelay: 1800, expireInSeconds: 3600, concurrency: 1 },
  updates: { retryLimit: 1, retryDelay: 1800, expireInSeconds: 3600, concurrency: 1 },
  tidy: { retryLimit: 1, retryDelay: 600, expireInSeconds: 600, concurrency: 1 },
} satisfies Policies;

export interface EnqueueOptions {
  /** At most one waiting job per queue and key. */
  key?: string;
  /** A higher one is sooner. */
  priority?: number;
  /** Delay in seconds. */
  after?: number;
}

export type Send = <Q extends QueueName>(
  db: Db,
  queue: Q,
  payload: Payloads[Q],
  options?: EnqueueOptions,
) => Promise<void>;

/** Adds many jobs of one queue in one statement: in the transaction of `db`, or else on the queue's own connection. */
export type SendAll = <Q extends QueueName>(
  queue: Q,
  jobs: ({ payload: Payloads[Q] } & EnqueueOptions)[],
  db?: Db,
) => Promise<void>;

/** Thrown by a job whose server asked us to wait. The queue retries it by its policy, and nobody is alerted. */
export class TryLater extends Error {}

/** Adds a job, in the transaction of `db` if there is one. Does nothing if a job with this key is waiting already. */
export const enqueue = <Q extends QueueName>(
  { db, send }: { db: Db; send: Send },
  queue: Q,
  payload: Payloads[Q],
  options?: EnqueueOptions,
): Promise<void> => send(db, queue, payload, options);
