import type { App, Jobs } from '#kit/feature.ts';
import { recordMoment } from '#platform/installation.ts';
import type { Boss } from '#platform/queue/pgBoss.ts';
import { enqueue, type QueueName } from '#platform/queue/queues.ts';
import { checkClock } from './clock.ts';

type Named = Jobs & { name: string };

/** Starts the workers of every queue, and the schedules. */
export async function startJobs(app: App, boss: Boss): Promise<void> {
  const jobs = await Promise.all(
    app.features.map(async ({ name, jobs }): Promise<Named> => ({ name, ...(await jobs?.()) })),
  );
  for (const { work = {} } of [...jobs, { work: clockwork(jobs) }])
    for (const [queue, run] of Object.entries(work))
      await boss.work(queue as QueueName, async (payload, signals) => {
        await run(app, payload as never, signals);
      });
  for (const { every = {} } of [...jobs, { every: schedules }])
    for (const [queue, cron] of Object.entries(every)) await boss.every(queue as QueueName, cron);
  // Under its own key: a killed process may have left the next tick scheduled a few seconds ahead.
  await enqueue(app, 'tick', {}, { key: 'start' });
  for (const { onStart } of jobs) await onStart?.(app);
}

const schedules = { tick: '* * * * *', tidy: '17 3 * * *' };

/** A tick enqueues the next one; cron restarts the chain every minute if a tick was killed. */
const tickSeconds = 20;

const clockwork = (jobs: Named[]): Jobs['work'] => ({
  async tick(app) {
    try {
      const { isRight, sentence } = await checkClock(app);
      if (!isRight)
        return app.log.error(
          { detail: sentence },
          'nothing is planned, because the clock of this host is wrong',
        );
      await shielded(app, jobs, 'sweep');
      await recordMoment(app.db, 'tick', { at: app.now() });
    } finally {
      await enqueue(app, 'tick', {}, { key: 'tick', after: tickSeconds });
    }
  },
  tidy: (app) => shielded(app, jobs, 'tidy'),
});

/** Asks each in turn. An error of one must not stop the others: it is logged, and the next time repairs it. */
async function shielded(app: App, jobs: Named[], what: 'sweep' | 'tidy'): Promise<void> {
  for (const { name, [what]: run } of jobs)
    await run?.(app).catch((error: unknown) =>
      app.log.error({ err: error, feature: name }, `a ${what} failed`),
    );
}
