import { sql } from 'drizzle-orm';
import type { Database, Db } from '../db/types.ts';
import { openBoss } from '../queue/pgBoss.ts';
import { type OpenJob, type QueueName, queues } from '../queue/queues.ts';
import { openLog } from '../runtime/log.ts';

/** Not moved, because every process plans its ticks when it starts. */
const notMoved = ['tick'];

/** Running jobs count as waiting, because the process that runs them stays behind. */
export async function readOpenJobs(db: Db): Promise<OpenJob[]> {
  const table = await db.execute(sql`select to_regclass('pgboss.job') as name`);
  if (!table.rows[0]?.name) return [];
  const { rows } = await db.execute<OpenJob & Record<string, unknown>>(sql`
    select id, name as queue, data as payload, priority, singleton_key as key, start_after::text as "startAfter"
    from pgboss.job where state < 'completed' order by created_on, id`);
  return rows.filter(({ queue }) => queue in queues && !notMoved.includes(queue));
}

/** Adds the jobs to the queue of a database on which no process works. Creates a missing queue. */
export async function writeOpenJobs(
  database: Database,
  databaseUrl: string | null,
  jobs: OpenJob[],
): Promise<void> {
  const boss = await openBoss(database, { databaseUrl, worker: false, log: openLog('silent') });
  try {
    const known = jobs.filter(({ queue }) => queue in queues);
    for (const [queue, ofQueue] of Map.groupBy(known, (job) => job.queue as QueueName))
      await boss.restore(queue, ofQueue);
  } finally {
    await boss.stop();
  }
}
