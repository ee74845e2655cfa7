import { sql } from 'drizzle-orm';
import { allQueues } from '#app/queues.ts';
import { planDue } from '#digests/run/due.ts';
import { type Database, openDatabase } from '#platform/db/open.ts';
import { openBoss } from '#platform/queue/pgBoss.ts';
import { openLog } from '#platform/runtime/log.ts';
import { addDueReaders, countOf } from './setup/seed.ts';
import { hold, onStage, say } from './setup/stage.ts';

/** Two schedulers, each on its own connections, look at the same due rows at the same moment, three times in a row. */
export const schedulersAtOnce = (adminUrl: string, due: number): Promise<void> =>
  onStage('two schedulers at once', adminUrl, async ({ url, seconds }) => {
    const opened = [await scheduler(url), await scheduler(url)];
    try {
      const { db } = opened[0]!.database;
      await addDueReaders(db, due);
      for (let round = 0; round < 3; round++) await Promise.all(opened.map((one) => one.plan()));
      const shares = opened.map((one) => one.asked());
      const asked = shares.reduce((sum, one) => sum + one, 0);
      const jobs = await countOf(db, sql`from pgboss.job where name = 'run-term'`);
      say(
        `${due} due, asked for ${asked} times, ${jobs} jobs (shares ${shares.sort((a, b) => a - b).join(', ')})`,
      );
      hold('every due term is asked for once', asked === due && jobs === due);
      return { due, seconds: seconds() };
    } finally {
      for (const one of opened) await one.close();
    }
  });

async function scheduler(url: string) {
  const database: Database = await openDatabase({ url, folder: null });
  const log = openLog('silent');
  const boss = await openBoss(database, { queues: allQueues, databaseUrl: url, worker: false, log });
  let asked = 0;
  return {
    database,
    /** The rows that it enqueued. */
    asked: () => asked,
    async plan() {
      const { terms } = await planDue({
        ...{ db: database.db, now: () => new Date(), sendAll: boss.sendAll, waiting: new Map() },
        edition: { billing: true, topicsPerReader: null },
      });
      asked += terms;
    },
    async close() {
      await boss.stop();
      await database.close();
    },
  };
}
