import { sql } from 'drizzle-orm';
import { fromDrizzle, fromPglite, PgBoss } from 'pg-boss';
import type { Database } from './db/open.ts';
import type { Log } from './log.ts';
import { type Payloads, type QueueName, queues, type Send } from './queues.ts';

export interface Boss {
  send: Send;
  /** Starts workers for one queue; each job in hand is one call. */
  work<Q extends QueueName>(queue: Q, run: (payload: Payloads[Q]) => Promise<void>): Promise<void>;
  every(queue: QueueName, cron: string): Promise<void>;
  /** Jobs waiting and in hand, for `/metrics`. */
  depth(): Promise<{ queue: string; ready: number; active: number; failed: number }[]>;
  /** Jobs in hand finish, or are handed back when they take longer than 20 seconds. */
  stop(): Promise<void>;
}

/**
 * Opens the job queue on the product's own database and makes every queue known before anything is sent:
 * on the embedded engine a first look at a queue from inside a transaction would wait for itself.
 */
export async function openBoss(
  { pglite }: Database,
  { databaseUrl, worker, log }: { databaseUrl: string | null; worker: boolean; log: Log },
): Promise<Boss> {
  const boss = new PgBoss({
    ...(pglite
      ? { db: fromPglite(pglite), backend: 'pglite' as const }
      : { connectionString: databaseUrl!, max: 4 }),
    useListenNotify: worker,
    schedule: worker,
    supervise: worker,
    cronMonitorIntervalSeconds: 10,
    cronWorkerIntervalSeconds: 2,
  });
  boss.on('error', (error) => log.error({ error }, 'the job queue reports an error'));
  await boss.start();
  for (const [name, { retryLimit, retryDelay, expireInSeconds }] of Object.entries(queues)) {
    await boss.createQueue(name, {
      policy: 'short',
      notify: true,
      retryLimit,
      retryDelay,
      retryBackoff: true,
      expireInSeconds,
      deleteAfterSeconds: 24 * 3600,
    });
    await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' });
  }

  return {
    async send(db, queue, payload, { key, priority, after } = {}) {
      await boss.send(queue, payload, {
        db: fromDrizzle(db, sql),
        singletonKey: key ?? crypto.randomUUID(),
        ...(priority === undefined ? {} : { priority }),
        ...(after === undefined ? {} : { startAfter: after }),
      });
    },
    async work(queue, run) {
      for (let at = 0; at < queues[queue].concurrency; at++) await startWorker(boss, log, queue, run);
    },
    async every(queue, cron) {
      await boss.schedule(queue, cron, {}, { singletonKey: queue });
    },
    async depth() {
      const all = await boss.getQueues(Object.keys(queues));
      return all.map(({ name, readyCount, activeCount, failedCount }) => ({
        queue: name,
        ready: readyCount,
        active: activeCount,
        failed: failedCount,
      }));
    },
    stop: () => boss.stop({ graceful: true, timeout: 20_000 }),
  };
}

/**
 * One worker, one job at a time. A notification wakes all workers of a queue for one job each; behind a job a
 * worker therefore looks for the next at once, and sleeps only when there is none. The short poll is for retries,
 * which nobody announces.
 */
async function startWorker<Q extends QueueName>(
  boss: PgBoss,
  log: Log,
  queue: Q,
  run: (payload: Payloads[Q]) => Promise<void>,
): Promise<void> {
  const worker = await boss.work<Payloads[Q]>(
    queue,
    { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 },
    async ([job]) => {
      if (!job) return;
      const begun = performance.now();
      const line = { queue, job: job.id, ...nameless(job.data) };
      try {
        await run(job.data);
        log.info({ ...line, ms: Math.round(performance.now() - begun) }, 'job done');
      } catch (error) {
        log.error({ ...line, ms: Math.round(performance.now() - begun), err: error }, 'job failed');
        throw error;
      } finally {
        boss.notifyWorker(worker);
      }
    },
  );
}

/** What a log line may tell of a payload: which rows it is about, never an address or what stands in a mail. */
const nameless = (payload: object): object =>
  Object.fromEntries(Object.entries(payload).filter(([key]) => key !== 'to' && key !== 'data'));
