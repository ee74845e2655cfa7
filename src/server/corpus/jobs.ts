import type { App, Jobs } from '#kit/feature.ts';
import type { Signals } from '#platform/queue/pgBoss.ts';
import type { Payloads } from '#platform/queue/queues.ts';
import { timeBefore } from '#shared/values/time.ts';
import { harvest, harvestRetryMs, planHarvests } from './harvest/harvest.ts';
import { readUpdates } from './harvest/updates.ts';
import { retire } from './upkeep/retention.ts';

export const jobs: Jobs = {
  work: {
    harvest: harvestSource,
    updates: (app, _, { stopping, lost }) => readUpdates(app, AbortSignal.any([stopping, lost])),
  },
  // After the impact figures, and before most readers' mornings.
  every: { updates: '53 1 * * *' },
  sweep: planHarvests,
  tidy: retire,
};

async function harvestSource(app: App, { source }: Payloads['harvest'], { stopping, lost }: Signals) {
  await harvest(app, source, {
    signal: AbortSignal.any([stopping, lost]),
    // Two ticks may have asked for it, or a reader's first digest may just have read the source.
    unlessReadSince: timeBefore(app.now(), harvestRetryMs),
  });
  // Index the new papers now, not while a reader waits for a first digest. A process that is stopping leaves this out,
  // because its stop would wait for it.
  if (!stopping.aborted) await app.index.current();
  for (const { onHarvested } of app.features) await onHarvested?.(app);
}
