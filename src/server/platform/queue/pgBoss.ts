import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { fromDrizzle, fromPglite, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Database } from '../db/open.ts';
import type { Log } from '../runtime/log.ts';
import { errorFields } from '../runtime/log.ts';
import {
  type EnqueueOptions,
  type OpenJob,
  type Payloads,
  type QueueName,
  queues,
  type Send,
  type SendAll,
} from './queues.ts';

/** What a job is told while it runs. */
export interface Signals {
  /** The process is about to stop: break off now what can be taken up again where it was left. */
  stopping: AbortSignal;
  /** The job was handed back, or took too long: whatever it still does counts for nothing. */
  lost: AbortSignal;
}

export interface QueueDepth {
  queue: QueueName;
  waiting: number;
  active: number;
  /** Seconds. */
  oldest: number;
}

export interface Boss {
  send: Send;
  sendAll: SendAll;
  /** Adds jobs of another database under their own ids; one that is there already is left as it is. */
  restore(queue: QueueName, jobs: OpenJob[]): Promise<void>;
  /** Starts workers for one queue; each job in hand is one call. */
  work<Q extends QueueName>(
    queue: Q,
    run: (payload: Payloads[Q], signals: Signals) => Promise<void>,
  ): Promise<void>;
  every(queue: QueueName, cron: string): Promise<void>;
  /** Every queue with jobs in it: how many wait, how many are in hand, and since when the oldest could have run. */
  depth(): Promise<QueueDepth[]>;
  /** Is the queue's schema there, and as this process found it? */
  ready(): Promise<boolean>;
  /** Fetches no more jobs and waits for the running ones, five seconds at most. Jobs can still be added. */
  quiesce(): Promise<void>;
  /** Closes the queue; jobs that still run are handed back. */
  stop(): Promise<void>;
}

/** PostgreSQL's code for a row that is there already: here, that of a schema. */
const uniqueViolation = '23505';

/**
 * Opens the job queue on the product's own database and makes every queue known before anything is sent:
 * on the embedded engine a first look at a queue from inside a transaction would wait for itself.
 */
export async function openBoss(
  { pglite, isPooled }: Pick<Database, 'pglite' | 'isPooled'>,
  {
    databaseUrl,
    connections = 4,
    worker,
    log,
  }: { databaseUrl: string | null; connections?: number; worker: boolean; log: Log },
): Promise<Boss> {
  const boss = new PgBoss({
    ...(pglite
      ? { db: fromPglite(pglite), backend: 'pglite' as const }
      : { connectionString: databaseUrl!, max: connections, application_name: 'litwatch queue' }),
    // A pooler in transaction mode does not pass notifications on: jobs are then found by looking every two seconds.
    useListenNotify: worker && !isPooled,
    schedule: worker,
    supervise: worker,
    cronMonitorIntervalSeconds: 10,
    cronWorkerIntervalSeconds: 2,
  });
  boss.on('error', (error: unknown) => log.error({ err: error }, 'the job queue reports an error'));
  await boss.start().catch((error: unknown) => {
    // Processes that start at once on a new database all make the tables of the queue; all but one find them there. On
    // a connection that a pooler has kept, PostgreSQL may still believe that the schema is missing: then look again.
    if (errorFields(error).code !== uniqueViolation) throw error;
    return boss.start();
  });
  const version = await boss.schemaVersion();
  for (const [name, { retryLimit, retryDelay, expireInSeconds }] of Object.entries(queues)) {
    const policy = {
      notify: true,
      retryLimit,
      retryDelay,
      retryBackoff: true,
      expireInSeconds,
      deleteAfterSeconds: 24 * 3600,
    };
    await boss.createQueue(name, { policy: 'short', ...policy });
    // A queue made by another version may have another retry policy.
    await boss.updateQueue(name, policy);
    await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' });
  }

  const stopping = new AbortController();
  const inHand = new Set<Promise<void>>();

  return {
    async send(db, queue, payload, options) {
      const { key, priority, after } = options ?? {};
      await boss.send(queue, payload, {
        db: fromDrizzle(db, sql),
        singletonKey: key ?? crypto.randomUUID(),
        ...(priority === undefined ? {} : { priority }),
        ...(after === undefined ? {} : { startAfter: after }),
      });
    },
    async sendAll(queue, jobs, db) {
      await boss.insert(queue, jobs.map(asInsert), db ? { db: fromDrizzle(db, sql) } : {});
    },
    async restore(queue, jobs) {
      await boss.insert(queue, jobs.map(asRestored));
    },
    async work(queue, run) {
      const start = () => startWorker(boss, { log, stopping: stopping.signal, inHand }, queue, run);
      const { concurrency, batchSize = 1 } = queues[queue];
      for (let at = 0; at < concurrency / batchSize; at++) await start();
    },
    async every(queue, cron) {
      await boss.schedule(queue, cron, {}, { singletonKey: queue });
    },
    async depth() {
      const { rows } = await boss.getDb().executeSql(depthStatement);
      return rows.map(({ queue, waiting, active, oldest }) => ({
        queue: queue as QueueName,
        waiting: Number(waiting),
        active: Number(active),
        oldest: Number(oldest),
      }));
    },
    async ready() {
      return (await boss.schemaVersion()) === version;
    },
    async quiesce() {
      stopping.abort();
      await Promise.all(Object.keys(queues).map((queue) => boss.offWork(queue, { wait: false })));
      await Promise.race([Promise.allSettled(inHand), delay(drainMs, undefined, { ref: false })]);
    },
    async stop() {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: 1000 });
      // What was handed back may still be writing that down.
      await Promise.race([Promise.allSettled(inHand), delay(1500, undefined, { ref: false })]);
    },
  };
}

/** pg-boss's own counts are up to a minute old and have no age. */
const depthStatement = `
  select name as queue, count(*) filter (where state < 'active' and start_after <= now()) as waiting,
    count(*) filter (where state = 'active') as active,
    coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0) as oldest
  from pgboss.job where state <= 'active' group by name`;

/** How long a running job may go on once the process was asked to stop: a process ends within ten seconds. */
const drainMs = 5000;

const asInsert = ({ payload, key, priority, after }: { payload: object } & EnqueueOptions) => ({
  data: payload,
  singletonKey: key ?? crypto.randomUUID(),
  ...(priority === undefined ? {} : { priority }),
  ...(after === undefined ? {} : { startAfter: after }),
});

const asRestored = ({ id, payload, key, priority, startAfter }: OpenJob) => ({
  ...{ id, data: payload, priority, startAfter: new Date(startAfter) },
  ...(key === null ? {} : { singletonKey: key }),
});

/**
 * One worker: it takes a job, or the few that its queue lets it take together, and answers for each by itself: one that
 * fails leaves the others done. A killed process leaves them all to the sweep. A notification wakes every worker of a
 * queue for one job; behind a job a worker therefore looks for the next at once, and sleeps only when there is none. The
 * short poll is for retries, which nobody announces.
 *
 * Failures are written here, and the package completes what is still active. Given each job's result (`perJobResults`) it
 * would complete them through a join for which PostgreSQL reads all jobs of the last day.
 */
async function startWorker<Q extends QueueName>(
  boss: PgBoss,
  { log, stopping, inHand }: { log: Log; stopping: AbortSignal; inHand: Set<Promise<void>> },
  queue: Q,
  run: (payload: Payloads[Q], signals: Signals) => Promise<void>,
): Promise<void> {
  const worker = await boss.work(
    queue,
    {
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: 2,
      batchSize: queues[queue].batchSize ?? 1,
      includeMetadata: true,
    },
    async (jobs: JobWithMetadata<Payloads[Q]>[]) => {
      try {
        // What was fetched together comes in any order.
        await Promise.all(jobs.toSorted((a, b) => b.priority - a.priority).map(answer));
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

/** What a log line may show of a payload: the rows it is about, never what is sealed in it. */
const nameless = (payload: object): object =>
  Object.fromEntries(Object.entries(payload).filter(([key]) => key !== 'sealed'));
