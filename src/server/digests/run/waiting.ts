import { sourcesBeingRead } from '#corpus/harvest/coverage.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import type { DayWindow } from '#sources/record/source.ts';
import { deliveryPlan, isDelivery } from '#topics/topic/schedule.ts';
import type { DigestsApp } from '../app.ts';
import { waitAtMostMs } from '../store/later.ts';
import type { Lease } from '../store/lease.ts';
import type { RunContext } from './context.ts';

/**
 * Sources that lack days of a window which a later harvest will bring. Excludes sources that never reached back so far.
 */
export const sourcesBehind = (coverage: readonly Coverage[], { from }: DayWindow): SourceName[] =>
  coverage
    .filter((row) => row.outcome === 'failed' || (row.outcome === 'partial' && row.from <= from))
    .map(({ source }) => source);

/** Sources of a report that are being harvested now. */
export async function beingRead(
  app: Pick<DigestsApp, 'db' | 'now'>,
  coverage: readonly Coverage[],
): Promise<SourceName[]> {
  const reading = await sourcesBeingRead(app);
  return coverage.flatMap(({ source, outcome }) =>
    outcome !== 'off' && reading.has(source) ? [source] : [],
  );
}

/**
 * Whether a due digest may wait for its sources, for some hours after its delivery time. A run whose time was set by hand
 * does not wait.
 */
export function mayWait(
  { now }: Pick<DigestsApp, 'now'>,
  { term }: Lease,
  { reader: { user, preferences } }: Pick<RunContext, 'reader'>,
): boolean {
  if (term.waitingSince) return now().getTime() - term.waitingSince.getTime() < waitAtMostMs;
  return (
    term.nextScheduledRun !== null && isDelivery(deliveryPlan(user, preferences, term), term.nextScheduledRun)
  );
}
