import { repairDeliveryClock } from '#channels/delivery/plan.ts';
import { repairZoteroClock } from '#channels/zotero/plan.ts';
import { repairHarvestClock } from '#corpus/harvest/lease.ts';
import { repairWorksClock } from '#corpus/works/window.ts';
import { repairDigestClock } from '#digests/run/planDue.ts';
import { clockToleranceMs } from '#platform/lease.ts';
import type { Boss } from '#platform/queue/pgBoss.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { minuteMs, timeAfter } from '#shared/values/time.ts';
import type { App } from './app.ts';
import { recordMoment, sinceLastTick, tickOverdueMs } from './health.ts';

type ClockApp = Pick<App, 'db' | 'now' | 'log' | 'send' | 'config'>;

/**
 * Corrects times that a fast clock has written: leases that would never expire, jobs and retries that would wait for
 * days, topics and harvests that seem done until then. Each room corrects its own rows. Safe to run at any time, by many
 * processes at once; leaves a correct database unchanged.
 */
export async function repairClock(app: ClockApp, boss: Pick<Boss, 'repairClock'>): Promise<void> {
  const limit = timeAfter(app.now(), clockToleranceMs);
  const { topics, digests, readers } = await repairDigestClock(app, limit);
  const harvests = await repairHarvestClock(app, limit);
  const works = await repairWorksClock(app, limit);
  const deliveries = (await repairDeliveryClock(app, limit)) + (await repairZoteroClock(app, limit));
  const jobs = await boss.repairClock();
  for (const userId of readers) await enqueue(app, 'reschedule', { userId }, { key: userId });
  if (topics + digests + deliveries + harvests + works + jobs === 0) return;
  app.log.warn(
    { topics, digests, deliveries, harvests, works, jobs },
    'rows dated ahead were corrected: the clock of a host, or of the database, was wrong',
  );
}

/**
 * Checks once a minute, outside the queue, whether the tick is overdue or in the future. Such a tick may be waiting for a
 * wrong time.
 * @returns a function that stops the checks
 */
export function watchClock(app: ClockApp, boss: Pick<Boss, 'repairClock'>): () => void {
  const watch = async () => {
    const ago = await sinceLastTick(app);
    if (ago === null || (ago > -minuteMs && ago < tickOverdueMs)) return;
    app.log.warn({ seconds: Math.round(ago / 1000) }, 'the last tick is overdue or dated ahead');
    if (ago < 0) await recordMoment(app.db, 'tick', app.now());
    await repairClock(app, boss);
    await enqueue(app, 'tick', {}, { key: 'watch' });
  };
  const timer = setInterval(
    () => watch().catch((error: unknown) => app.log.warn({ err: error }, 'the clock could not be checked')),
    minuteMs,
  );
  timer.unref();
  return () => clearInterval(timer);
}
