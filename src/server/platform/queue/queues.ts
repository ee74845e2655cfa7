import type { SourceName } from '#shared/papers/sources.ts';
import type { Db } from '../db/open.ts';

/**
 * Every queue there is: its payload and its patience. A leaf: it imports nothing of the server, so that
 * any part can ask for work without knowing who does it. `jobs.ts` says who does.
 *
 * A job is a nudge, never the truth: losing all of them loses nothing, the sweep finds the rows again.
 */
export interface Payloads {
  /** Search, rank, compose and mail one term's digest. Key: the term. */
  'run-term': { termId: string };
  /** Look for papers that one reader wants to hear of today. Key: the term. */
  highlights: { termId: string };
  /** Work out the next delivery of all of a reader's terms after day, zone or plan changed. Key: the account. */
  reschedule: { userId: string };
  /** Send one composed digest. Key: the digest. */
  'deliver-digest': { digestId: string };
  /** Send a digest again as it was; `mailId` is the Message-ID of this copy. */
  'resend-digest': { digestId: string; mailId: string };
  /** Send one mail that is not a digest. */
  'send-mail': { mail: string; to: string; data: Record<string, unknown> };
  /** End at the provider what a deleted account paid for. Key: the account. */
  'end-subscription': { stripeCustomerId: string | null; stripeSubscriptionId: string | null };
  /** Bring in what is new from one source. */
  harvest: { source: SourceName };
  /** Ask the embeddings server for vectors that papers lack. After a harvest, and every ten minutes. */
  'embed-papers': Record<string, never>;
  /** Bring a reader's plan in line with what the payment provider holds. Key: the customer. */
  'sync-customer': { customerId: string };
  /** The same for every customer there is, once a night. */
  'sync-all-customers': Record<string, never>;
  /** Find due terms, stale claims and unsent digests. Every minute. */
  tick: Record<string, never>;
  /** Ask the impact service about papers. Every night, once for all workers. */
  impact: Record<string, never>;
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
  /** How many of them are fetched, and written down as done, in one statement; 1 when left out. */
  together?: number;
}

export const queues: Record<QueueName, Patience> = {
  // One that waits for a slow source must not hold up the others.
  'run-term': { retryLimit: 2, retryDelay: 30, expireInSeconds: 600, concurrency: 32, together: 8 },
  highlights: { retryLimit: 2, retryDelay: 60, expireInSeconds: 300, concurrency: 1 },
  reschedule: { retryLimit: 3, retryDelay: 5, expireInSeconds: 60, concurrency: 1 },
  'deliver-digest': { retryLimit: 5, retryDelay: 30, expireInSeconds: 120, concurrency: 8, together: 4 },
  'resend-digest': { retryLimit: 5, retryDelay: 30, expireInSeconds: 120, concurrency: 1 },
  'send-mail': { retryLimit: 8, retryDelay: 10, expireInSeconds: 120, concurrency: 4 },
  'end-subscription': { retryLimit: 12, retryDelay: 60, expireInSeconds: 120, concurrency: 1 },
  harvest: { retryLimit: 3, retryDelay: 120, expireInSeconds: 3600, concurrency: 2 },
  'embed-papers': { retryLimit: 1, retryDelay: 120, expireInSeconds: 600, concurrency: 1 },
  'sync-customer': { retryLimit: 10, retryDelay: 5, expireInSeconds: 60, concurrency: 2 },
  'sync-all-customers': { retryLimit: 1, retryDelay: 600, expireInSeconds: 3600, concurrency: 1 },
  tick: { retryLimit: 0, retryDelay: 1, expireInSeconds: 55, concurrency: 1 },
  // Taken up again where it was left; a killed one only after its hour, so that never two are at work.
  impact: { retryLimit: 1, retryDelay: 1800, expireInSeconds: 3600, concurrency: 1 },
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

/** Many jobs of one queue in one statement: by `db` within its transaction, else on the queue's own connection. */
export type SendAll = <Q extends QueueName>(
  queue: Q,
  jobs: ({ payload: Payloads[Q] } & EnqueueOptions)[],
  db?: Db,
) => Promise<void>;

/** Thrown by a job whose server asked us to wait: the queue retries it by its policy, and nobody has to look at it. */
export class TryLater extends Error {}

/** Inside `transaction` the job is there exactly when the transaction commits. */
export const enqueue = <Q extends QueueName>(
  { db, send }: { db: Db; send: Send },
  queue: Q,
  payload: Payloads[Q],
  options?: EnqueueOptions,
): Promise<void> => send(db, queue, payload, options);
