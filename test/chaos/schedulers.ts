import { sql } from 'drizzle-orm';
import { allQueues } from '#app/queues.ts';
import { planDue } from '#digests/run/due.ts';
import { openBoss } from '#platform/queue/pgBoss.ts';
import { openLog } from '#platform/runtime/log.ts';
import { createDatabase } from '../createDatabase.ts';
import { addDueReaders, openServer } from './setup/seed.ts';

export interface SchedulersOutcome {
  due: number;
  /** The rows that the schedulers enqueued together, each scheduler on its own connections. Every row must appear once. */
  asked: number;
  jobs: number;
  /** The smallest and largest number of rows by one scheduler. */
  share: [number, number];
}

/** Several schedulers look at the same due rows at the same moment, three times in a row. */
export async function schedulersAtOnce(
  adminUrl: string,
  { due, schedulers }: { due: number; schedulers: number },
): Promise<SchedulersOutcome> {
  const server = await createDatabase(adminUrl);
  const log = openLog('silent');
  const opened = [];
  for (let at = 0; at < schedulers; at++) {
    const database = await openServer(server.url);
    opened.push({
      database,
      boss: await openBoss(database, { queues: allQueues, databaseUrl: server.url, worker: false, log }),
    });
  }
  try {
    const { db } = opened[0]!.database;
    await addDueReaders(db, due);
    const asked = opened.map(() => 0);
    for (let round = 0; round < 3; round++)
      await Promise.all(
        opened.map(async ({ database, boss }, at) => {
          const { terms } = await planDue({
            db: database.db,
            now: () => new Date(),
            sendAll: boss.sendAll,
            edition: { billing: true, topicsPerReader: null },
            waiting: new Map(),
          });
          asked[at]! += terms;
        }),
      );
    const { rows } = await db.execute(sql`select count(*) as count from pgboss.job where name = 'run-term'`);
    return {
      due,
      asked: asked.reduce((sum, one) => sum + one, 0),
      jobs: Number(rows[0]?.count ?? 0),
      share: [Math.min(...asked), Math.max(...asked)],
    };
  } finally {
    for (const { boss, database } of opened) {
      await boss.stop();
      await database.close();
    }
    await server.drop();
  }
}
