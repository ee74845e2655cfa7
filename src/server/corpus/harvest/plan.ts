import { and, eq, gt, inArray, or } from 'drizzle-orm';
import { harvests } from '#platform/db/schema.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { offeredSources } from '#shared/papers/sources.ts';
import { hourMs, minuteMs, timeBefore } from '#shared/values/time.ts';
import type { CorpusApp } from '../app.ts';
import { harvestLeases } from './lease.ts';

/** Interval between a complete harvest and the next. */
const refreshMs = 6 * hourMs;
/** Interval between a failed harvest and the next. */
export const harvestRetryMs = 10 * minuteMs;

/**
 * Enqueues a harvest of every offered source that is due and not being harvested. Does none of the work itself. Safe to run
 * at any time and concurrently, because a harvest elects one process and jobs are keyed by source.
 */
export async function planHarvests(app: Pick<CorpusApp, 'db' | 'now' | 'send' | 'config'>): Promise<void> {
  const now = app.now();
  const recent = await app.db
    .selectDistinct({ source: harvests.source })
    .from(harvests)
    .where(
      or(
        and(eq(harvests.status, 'complete'), gt(harvests.finishedAt, timeBefore(now, refreshMs))),
        and(
          inArray(harvests.status, ['partial', 'failed']),
          gt(harvests.finishedAt, timeBefore(now, harvestRetryMs)),
        ),
        and(
          eq(harvests.status, 'running'),
          gt(harvests.aliveAt, timeBefore(now, harvestLeases.expiresAfterMs)),
        ),
      ),
    );
  for (const source of offeredSources(app.config.sources.more))
    if (!recent.some((one) => one.source === source))
      await enqueue(app, 'harvest', { source }, { key: source });
}
