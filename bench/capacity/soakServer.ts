import { readdirSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { App } from '#app/app.ts';
import { startLitwatch } from '#app/start.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { readConfig } from '#platform/runtime/config.ts';

/** A request from the bench: advance the clock this far, and do all that is due by then. */
export interface Pass {
  milliseconds: number;
  /** Also run the daily jobs. */
  isNewDay: boolean;
}

/** What this process holds when idle, after a garbage collection, in bytes and counts. */
export interface Held {
  resident: number;
  heap: number;
  /** Array buffers, including the shared memory of the index. */
  buffers: number;
  /** Open files and sockets. */
  descriptors: number;
  /** Timers, sockets and requests that keep Node running. */
  resources: number;
}

if (process.send) {
  let ahead = 0;
  const { app, port, stop } = await startLitwatch(
    readConfig(process.env),
    { web: true, worker: true },
    { now: () => new Date(Date.now() + ahead) },
  );
  process.on('message', async ({ milliseconds, isNewDay }: Pass) => {
    ahead += milliseconds;
    await work(app, isNewDay);
    process.send!(held());
  });
  process.once('disconnect', () => stop());
  process.send({ port });
}

/** Does what is due. Cron follows the real clock, so the daily jobs are enqueued here. */
async function work(app: App, isNewDay: boolean): Promise<void> {
  await enqueue(app, 'tick', {}, { key: 'soak' });
  if (isNewDay) for (const daily of ['tidy', 'clean-texts'] as const) await enqueue(app, daily, {});
  for (let quiet = 0; quiet < 3; ) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    quiet = (await waiting(app)) ? 0 : quiet + 1;
  }
}

/** Jobs that run or could run now; the next tick, which is scheduled ahead, does not count. */
async function waiting({ db }: App): Promise<number> {
  const { rows } = await db.execute<{ jobs: string }>(sql`
    select count(*) as jobs from pgboss.job
    where state = 'active' or (state in ('created', 'retry') and start_after <= now())`);
  return Number(rows[0]!.jobs);
}

function held(): Held {
  globalThis.gc?.();
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  return {
    resident: rss,
    heap: heapUsed,
    buffers: arrayBuffers,
    descriptors: readdirSync('/proc/self/fd').length,
    resources: process.getActiveResourcesInfo().length,
  };
}
