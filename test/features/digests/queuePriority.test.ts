import { eq, sql } from 'drizzle-orm';
import { allQueues } from '#app/queues.ts';
import { openDatabase } from '#platform/db/open.ts';
import { searchTerms, users } from '#platform/db/schema.ts';
import { openBoss } from '#platform/queue/pgBoss.ts';
import { enqueue, queues } from '#platform/queue/queues.ts';
import { openLog } from '#platform/runtime/log.ts';
import type { Tier } from '#shared/billing/plan.ts';
import { createTestDatabase } from '#test/createDatabase.ts';
import { openFreshDatabase } from '#test/freshDatabase.ts';
import { eventually, newReader, startWorld, type World } from '#test/world.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe('searches of paying readers', () => {
  it('are queued ahead of others, however they are requested; weekly ones come after every first one', async () => {
    const world = await startWorld();
    closing.push(() => world.close());
    const free = await searchOf(world, 'free');
    const pro = await searchOf(world, 'pro');
    const team = await searchOf(world, 'team');
    expect([await free.asked(), await pro.asked(), await team.asked()]).toEqual([[0], [10], [10]]);

    await pro.reader.patch(`/api/search-terms/${pro.termId}`, { term: 'heart failure in women' });
    await eventually(async () => (await pro.asked()).length === 2, 'the reworded search to be asked for');
    expect(await pro.asked()).toEqual([10, 10]);
    await eventually(async () => (await pro.status()) === 'completed', 'the reworded search', 40);

    await world.app.db.update(searchTerms).set({ nextScheduledRun: new Date(0) });
    await enqueue(world.app, 'tick', {});
    await eventually(async () => (await pro.asked()).length === 3, 'the weekly search to be asked for');
    await eventually(async () => (await free.asked()).length === 2, 'the other weekly search');
    expect((await pro.asked()).at(-1)).toBe(-90);
    expect((await free.asked()).at(-1)).toBe(-100);
  });

  it('run before other searches', async () => {
    const server = await createTestDatabase();
    const database = server
      ? await openDatabase({ url: server.url, folder: null })
      : await openFreshDatabase();
    const options = { databaseUrl: server?.url ?? null, worker: true, log: openLog('silent') };
    const boss = await openBoss(database, { queues: allQueues, ...options });
    closing.push(
      () => boss.stop(),
      () => database.close(),
      async () => server?.drop(),
    );
    const app = { db: database.db, send: boss.send };
    const ask = (termId: string, priority: number) =>
      enqueue(app, 'run-term', { termId }, { key: termId, priority });
    const { concurrency } = queues['run-term'];
    // More than run at once, so that an order can be seen.
    const many = concurrency + 8;
    for (let at = 0; at < many; at++) await ask(`weekly ${at}`, -100);
    for (let at = 0; at < many; at++) await ask(`free ${at}`, 0);
    for (let at = 0; at < 3; at++) await ask(`pro ${at}`, 10);
    const done = new Set<string>();
    await boss.work('run-term', async ({ termId }) => void done.add(termId));
    await eventually(async () => done.size === 2 * many + 3, 'all of them');
    // As the queue gave them out: a fetched job may wait for its turn in the process while others run.
    const { rows } = await database.db.execute<{ kind: string }>(
      sql`select split_part(data->>'termId', ' ', 1) as kind from pgboss.job where name = 'run-term' order by started_on`,
    );
    const kinds = rows.map(({ kind }) => kind);
    // Jobs that run at once are fetched together in any order, so positions may differ by that many.
    expect(kinds.lastIndexOf('pro')).toBeLessThan(3 + concurrency);
    expect(kinds.indexOf('weekly')).toBeGreaterThanOrEqual(3 + many - concurrency);
    expect(kinds.lastIndexOf('free')).toBeLessThan(3 + many + concurrency);
  });
});

async function searchOf(world: World, subscriptionTier: Tier) {
  const reader = await newReader(world, `${subscriptionTier}@example.org`);
  await world.app.db.update(users).set({ subscriptionTier }).where(eq(users.id, reader.id));
  const { body } = await reader.post('/api/immediate-search', { searchTerm: 'heart failure' });
  const termId = body.searchTerm.id as string;
  const status = async () => (await reader.get(`/api/users/${reader.id}/search-terms`)).body[0].status;
  await eventually(async () => (await status()) === 'completed', 'the first search', 40);
  return {
    reader,
    termId,
    status,
    /** Priorities of the enqueued jobs, oldest first. */
    async asked(): Promise<number[]> {
      const { rows } = await world.app.db.execute<{ priority: number }>(
        sql`select priority from pgboss.job where name = 'run-term' and data->>'termId' = ${termId} order by created_on`,
      );
      return rows.map(({ priority }) => Number(priority));
    },
  };
}
