import { sql } from 'drizzle-orm';
import { planDue } from '#digests/run/planDue.ts';
import { type Db, openDatabase } from '#platform/db/open.ts';
import { openBoss } from '#platform/queue/pgBoss.ts';
import { openLog } from '#platform/runtime/log.ts';
import { createDatabase } from '#test/createDatabase.ts';

export interface Planned {
  due: number;
  /** Seconds for one process to find all due topics, mark them and queue a job for each. */
  seconds: number;
  /** Jobs per second that one process takes from the full and from the nearly empty queue. */
  takenFirst: number;
  takenLast: number;
  slowest: number;
  fastest: number;
}

/** Plans `due` topics that are due at the same minute, then takes their jobs until the queue is empty. */
export async function measurePlanning(adminUrl: string, due: number): Promise<Planned> {
  const server = await createDatabase(adminUrl);
  const database = await openDatabase({ url: server.url, folder: null });
  const boss = await openBoss(database, { databaseUrl: server.url, worker: true, log: openLog('silent') });
  try {
    await seedTerms(database.db, due);
    const startedAt = performance.now();
    const { terms } = await planDue({
      db: database.db,
      now: () => new Date(),
      sendAll: boss.sendAll,
      edition: { billing: true, topicsPerReader: null },
      waiting: new Map(),
    });
    const seconds = (performance.now() - startedAt) / 1000;
    if (terms !== due) throw new Error(`${terms} of ${due} terms were planned.`);
    const taken: number[] = [];
    await boss.work('run-term', async () => {
      taken.push(performance.now());
    });
    while (taken.length < due) await new Promise((resolve) => setTimeout(resolve, 50));
    const tenth = Math.floor(due / 10);
    const rate = (from: number, to: number) => ((to - from) / (taken[to]! - taken[from]!)) * 1000;
    const bySecond = [...Map.groupBy(taken, (at) => Math.floor((at - taken[0]!) / 1000)).values()];
    // The last second is incomplete.
    const perSecond = bySecond.slice(0, -1).map(({ length }) => length);
    return {
      due,
      seconds,
      takenFirst: rate(0, tenth),
      takenLast: rate(due - 1 - tenth, due - 1),
      slowest: Math.min(...perSecond),
      fastest: Math.max(...perSecond),
    };
  } finally {
    await boss.stop();
    await database.close();
    await server.drop();
  }
}

/** Creates readers with one topic each, all due for a minute; fast enough for a hundred thousand. */
async function seedTerms(db: Db, count: number): Promise<void> {
  await db.execute(sql`
    insert into users (email, password_hash, is_email_verified)
    select 'reader-' || n || '@bench.example', '-', true from generate_series(1, ${count}::int) n`);
  await db.execute(sql`insert into user_preferences (user_id) select id from users`);
  await db.execute(sql`
    insert into search_terms (user_id, term, term_key, status, last_processed_at, next_scheduled_run)
    select id, 'a topic', 'a topic', 'completed', now() - interval '7 days', now() - interval '1 minute' from users`);
  await db.execute(sql`analyze users, user_preferences, search_terms`);
}
