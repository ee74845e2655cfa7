import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { fromDrizzle, fromPglite, type JobWithMetadata, PgBoss, type Db as QueueDb } from 'pg-boss';
import type { Database } from '../db/open.ts';
import { ownSession } from '../db/session.ts';
import type { Log } from '../runtime/log.ts';
import { errorFields } from '../runtime/log.ts';
import type { EnqueueOptions, Payloads, Policies, QueueName, Send, SendAll } from './queues.ts';

/** Signals to a running job. */
export interface Signals {
  /** The process is about to stop: interrupt work that can be resumed later. */
  stopping: AbortSignal;
  /** The job was released or took too long: its result will be discarded. */
  lost: AbortSignal;
}

type Run<Q extends QueueName> = (payload: Payloads[Q], signals: Signals) => Promise<void>;

export interface QueueDepth {
  queue: QueueName;
  waiting: number;
  active: number;
  /** Seconds. */
  oldest: number;
}

export type Boss = Awaited<ReturnType<typeof openBoss>>;

/** PostgreSQL's code for a duplicate row, here that of a schema. */
const uniqueViolation = '23505';

/**
 * Opens the job queue in the product's database. Looks every new queue up before anything is sent, because on the embedded
 * engine a first look-up inside a transaction would wait for itself.
 * @param tables where a start is only rehearsed
 */
export async function openBoss(
  { pglite, tables }: Pick<Database, 'pglite'> & { tables?: QueueDb },
  options: {
    queues: Policies;
    databaseUrl: string | null;
    isPooled?: boolean;
    connections?: number;
    worker: boolean;
    log: Log;
  },
) {
  const { queues, databaseUrl, isPooled = false, connections = 4, worker, log } = options;
  const boss = new PgBoss({
    ...(pglite || tables
      ? { db: tables ?? fromPglite(pglite!), backend: pglite ? ('pglite' as const) : ('postgres' as const) }
      : {
          connectionString: databaseUrl!,
          max: connections,
          ...{ application_name: 'litwatch queue', onConnect: ownSession },
        }),
    // A pooler in transaction mode does not pass notifications on: jobs are then found by looking every two seconds.
    useListenNotify: worker && !isPooled,
    schedule: worker,
    supervise: worker,
    cronMonitorIntervalSeconds: 10,
    cronWorkerIntervalSeconds: 2,
  });
  boss.on('error', (error: unknown) => log.error({ err: error }, 'the job queue reports an error'));
  await boss.start().catch((error: unknown) => {
    // If several processes start at once on a new database, one of them creates the queue's tables. On a connection that a
    // pooler has kept, PostgreSQL may still consider the schema missing, so try again.
    if (errorFields(error).code !== uniqueViolation) throw error;
    return boss.start();
  });
  const version = await boss.schemaVersion();
  const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const [name, { retryLimit, retryDelay, retryDelayMax, expireInSeconds }] of Object.entries(queues)) {
    const policy = {
      notify: true,
      retryLimit,
      retryDelay,
      ...(retryDelayMax ? { retryDelayMax } : {}),
      retryBackoff: true,
      expireInSeconds,
      deleteAfterSeconds: 24 * 3600,
    };
    const queue = present.get(name);
    if (queue && isDeepStrictEqual({ ...queue, ...policy }, queue)) continue;
    await boss.createQueue(name, { policy: 'short', ...policy });
    // A queue created by another version may have another retry policy.
    await boss.updateQueue(name, policy);
    await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' });
  }

  const stopping = new AbortController();
  const inHand = new Set<Promise<void>>();

  const send: Send = async (db, queue, payload, options) => {
    await boss.send(queue, payload, { db: fromDrizzle(db, sql), ...sendOptions(options) });
  };
  const sendAll: SendAll = async (queue, jobs, db) => {
    const rows = jobs.map(({ payload, ...options }) => ({ data: payload, ...sendOptions(options) }));
    await boss.insert(queue, rows, db ? { db: fromDrizzle(db, sql) } : {});
  };
  return {
    ...{ send, sendAll },
    /** Starts workers for one queue; each running job is one call. */
    async work<Q extends QueueName>(queue: Q, run: Run<Q>): Promise<void> {
      const around = { queues, log, stopping: stopping.signal, inHand };
      const { concurrency, batchSize = 1, retryDelay } = queues[queue]!;
      const often = Math.min(10, Math.max(2, retryDelay / 10));
      for (let at = 0; at < concurrency / batchSize; at++)
        await startWorker(boss, { ...around, everySeconds: at === 0 ? often : 10 }, queue, run);
    },
    async every(queue: QueueName, cron: string): Promise<void> {
      await boss.schedule(queue, cron, {}, { singletonKey: queue });
    },
    /** Every queue with jobs in it: how many are waiting, how many are running, and since when the oldest has been due. */
    async depth(): Promise<QueueDepth[]> {
      return (await boss.getDb().executeSql(depthStatement)).rows as QueueDepth[];
    },
    /** Whether the queue's schema exists and is unchanged since this process started. */
    ready: async () => (await boss.schemaVersion()) === version,
    /** Fetches no more jobs and waits for the running ones, five seconds at most. Jobs can still be added. */
    async quiesce() {
      stopping.abort();
      await Promise.all(Object.keys(queues).map((queue) => boss.offWork(queue, { wait: false })));
      await Promise.race([Promise.allSettled(inHand), delay(drainMs, undefined, { ref: false })]);
    },
    /** Closes the queue and releases jobs that are still running. */
    async stop() {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: 1000 });
      // A released job may still be writing its failure.
      await Promise.race([Promise.allSettled(inHand), delay(1500, undefined, { ref: false })]);
    },
  };
}

/** pg-boss's own counts are up to a minute old and have no age. */
const depthStatement = `
  select name as queue, (count(*) filter (where state < 'active' and start_after <= now()))::int as waiting,
    (count(*) filter (where state = 'active'))::int as active,
    coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0)::float8 as oldest
  from pgboss.job where state <= 'active' group by name`;

/** How long a running job may continue after the process was asked to stop. A process ends within ten seconds. */
const drainMs = 5000;

/** How long a worker of many jobs at once waits for more after it got few. */
const gatherMs = 20;

const sendOptions = ({ key, priority, after }: EnqueueOptions = {}) => ({
  singletonKey: key ?? crypto.randomUUID(),
  ...(priority === undefined ? {} : { priority }),
  ...(after === undefined ? {} : { startAfter: after }),
});

/**
 * One worker. It fetches one job, or as many as its queue allows, and stores the outcome of each separately, so that one
 * failure does not affect the others. The jobs of a killed process are left to the sweep. A notification wakes every worker of a
 * queue for one job; so a worker looks for the next job right after each job, and sleeps only if there is none. Retries are
 * not announced: one worker of a queue looks for them often for their delay, and the others are there when it is busy.
 *
 * Failures are written here, and the package completes what is still active. Given each job's result (`perJobResults`) it
 * would complete them through a join for which PostgreSQL reads all jobs of the last day.
 */
async function startWorker<Q extends QueueName>(
  boss: PgBoss,
  around: {
    queues: Policies;
    log: Log;
    stopping: AbortSignal;
    inHand: Set<Promise<void>>;
    everySeconds: number;
  },
  queue: Q,
  run: Run<Q>,
): Promise<void> {
  const { queues, log, stopping, inHand, everySeconds } = around;
  const { batchSize = 1 } = queues[queue]!;
  const worker = await boss.work(
    queue,
    {
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: everySeconds,
      batchSize,
      includeMetadata: true,
    },
    async (jobs: JobWithMetadata<Payloads[Q]>[]) => {
      try {
        // Jobs that were fetched together are in no order.
        await Promise.all(jobs.toSorted((a, b) => b.priority - a.priority).map(answer));
        // Another job has just come or will: those of a moment are fetched, and completed, together.
        if (jobs.length < batchSize) await delay(gatherMs, undefined, { ref: false });
      } finally {
        if (jobs.length) boss.notifyWorker(worker);
      }
    },
  );

  async function answer(job: JobWithMetadata<Payloads[Q]>): Promise<void> {
    const startedAt = performance.now();
    const line = { queue, job: job.id, ...nameless(job.data) };
    const work = run(job.data, { stopping, lost: job.signal });
    inHand.add(work);
    try {
      await work;
      log.info({ ...line, ms: Math.round(performance.now() - startedAt) }, 'job done');
    } catch (error) {
      log.error({ ...line, ms: Math.round(performance.now() - startedAt), err: error }, 'job failed');
      await boss.fail(queue, job, errorFields(error));
    } finally {
      inHand.delete(work);
    }
  }
}

/** The part of a payload that a log line may show: the rows it names, but nothing encrypted. */
const nameless = (payload: object): object =>
  Object.fromEntries(Object.entries(payload).filter(([key]) => key !== 'sealed'));
