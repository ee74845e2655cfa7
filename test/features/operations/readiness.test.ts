import { sql } from 'drizzle-orm';
import { openHealth } from '#app/health.ts';
import { recordMoment } from '#platform/installation.ts';
import { opened, startWorld } from '#test/world.ts';

const world = await opened(
  startWorld({ corpus: [], environment: { METRICS_TOKEN: 'a-token-of-the-operator' } }),
);

const ask = (path: string, headers: Record<string, string> = {}) => fetch(world.url + path, { headers });
/** Checks are cached for two seconds. */
const later = () => new Promise((resolve) => setTimeout(resolve, 2100));

describe('/readyz', () => {
  it('lists its checks for the operator, and for nobody else', async () => {
    const details = await (await ask('/readyz?details')).text();
    expect(details).toMatch(/^ready\nok +database +Accepts writes\.\n/);
    for (const check of ['disk', 'schema', 'queue', 'clock', 'proxy'])
      expect(details).toContain(` ${check} `);
    const proxied = await ask('/readyz?details', { 'x-forwarded-for': '203.0.113.7' });
    expect(await proxied.text()).toBe('ready');
    const withToken = await ask('/readyz?details', {
      'x-forwarded-for': '203.0.113.7',
      authorization: 'Bearer a-token-of-the-operator',
    });
    expect(await withToken.text()).toContain('Accepts writes.');
  });

  it('reports not ready while nothing can be written, also in the metrics', async () => {
    await world.app.db.execute(sql`alter table system_state rename to system_state_away`);
    try {
      await later();
      const answer = await ask('/readyz?details');
      expect(answer.status).toBe(503);
      expect(await answer.text()).toMatch(/wrong +database .*system_state/);
      expect(await (await ask('/metrics')).text()).toContain('litwatch_ready{check="database"} 0');
    } finally {
      await world.app.db.execute(sql`alter table system_state_away rename to system_state`);
    }
    await later();
    expect((await ask('/readyz')).status).toBe(200);
  });

  it('reports not ready in a worker whose ticks have stopped, and only warns elsewhere', async () => {
    const { app } = world;
    const look = async (isWorker: boolean) => {
      const health = openHealth(
        app,
        { pglite: null, schemaState: async () => 'current' },
        {
          boss: { ready: async () => true },
          isWorker,
          isStopping: () => false,
          startedAt: performance.now() - 600_000,
        },
      );
      return (await health.checks()).queue;
    };
    await recordMoment(app.db, 'tick', { at: new Date(app.now().getTime() - 600_000) });
    const detail = expect.stringContaining('Nothing is planned');
    expect(await look(true)).toMatchObject({ state: 'wrong', detail });
    expect((await look(false)).state).toBe('warning');
    await recordMoment(app.db, 'tick', { at: app.now() });
    expect((await look(true)).state).toBe('ok');
  });
});

test('a stopping process serves calls with Connection: close, reports not ready, and exits within ten seconds', async () => {
  const other = await startWorld({ corpus: [] });
  const startedAt = performance.now();
  const stopped = other.stop({ drainMs: 1500 });
  const ready = await fetch(`${other.url}/readyz`);
  expect(ready.status).toBe(503);
  const page = await fetch(`${other.url}/healthz`);
  expect(page.status).toBe(200);
  expect(page.headers.get('connection')).toBe('close');
  await stopped;
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  await expect(fetch(`${other.url}/healthz`)).rejects.toThrow();
  await Promise.all([other.sources.close(), other.smtp.close()]);
});
