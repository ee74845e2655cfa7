import { sql } from 'drizzle-orm';
import { eventually, newReader, opened, startWorld } from '#test/world.ts';

let aheadMs = 0;
const world = await opened(
  startWorld({ corpus: [], now: () => new Date(Date.now() + aheadMs), databaseTime: async () => new Date() }),
);

const readiness = () => fetch(`${world.url}/readyz?details`);

test('a process with a wrong clock is not ready and plans nothing until the clock is right', async () => {
  const { app } = world;
  const lastTick = async () => {
    const { rows } = await app.db.execute<{ at: string }>(
      sql`select at::text from system_state where name = 'tick'`,
    );
    return rows[0]?.at;
  };
  const reader = await newReader(world, 'clock@example.org');
  await reader.post('/api/immediate-search', { searchTerm: 'heart failure' });
  await eventually(async () => (await lastTick()) !== undefined, 'a tick');
  aheadMs = 600_000;
  // Ticks that were running have ended by then.
  await new Promise((resolve) => setTimeout(resolve, 2100));
  const before = await lastTick();
  await app.db.execute(sql`update search_terms set next_scheduled_run = now(), asked_at = null`);
  const ticked = async () => {
    await app.send(app.db, 'tick', {}, { key: crypto.randomUUID() });
    await eventually(async () => {
      const { rows } = await app.db.execute(
        sql`select 1 from pgboss.job where name = 'tick' and state < 'completed' and start_after <= now()`,
      );
      return rows.length === 0;
    }, 'the tick to end');
  };
  await ticked();
  expect(await lastTick()).toBe(before);
  const answer = await readiness();
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain("600.0 s from the database's clock. Nothing is planned here.");
  aheadMs = 0;
  await ticked();
  expect(await lastTick()).not.toBe(before);
  await new Promise((resolve) => setTimeout(resolve, 2100));
  expect((await readiness()).status).toBe(200);
}, 120_000);
