import { sourcesBeingRead } from '#corpus/harvest/coverage.ts';
import type { App } from '#kit/feature.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import type { DayWindow } from '#sources/record/source.ts';
import { deliveryPlan, isDelivery } from '#topics/topic/schedule.ts';
import type { RunContext } from './context.ts';
import { waitAtMostMs } from './later.ts';
import type { Lease } from './lease.ts';
import { noticeDays } from './nothingNew.ts';

/** Sources that lack days of a window which a later harvest will bring, not those that never reached back so far. */
export const sourcesBehind = (coverage: readonly Coverage[], { from }: DayWindow): SourceName[] =>
  coverage
    .filter((row) => row.outcome === 'failed' || (row.outcome === 'partial' && row.from <= from))
    .map(({ source }) => source);

/** Sources of a report that are being harvested now. */
export async function beingRead(
  app: Pick<App, 'db' | 'now'>,
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
  { now }: Pick<App, 'now'>,
  { term }: Lease,
  { reader: { user, preferences } }: Pick<RunContext, 'reader'>,
): boolean {
  if (term.waitingSince) return now().getTime() - term.waitingSince.getTime() < waitAtMostMs;
  return (
    term.nextScheduledRun !== null && isDelivery(deliveryPlan(user, preferences, term), term.nextScheduledRun)
  );
}

/** Number of tries for a first run that finds nothing while a source is being read: about an hour. */
const triesAtMost = 5;

/** What becomes of a run that found no close papers. */
export type EmptyOutcome =
  /** A due digest waits some hours for its sources. */
  | 'waits'
  /** A first search is tried again in some minutes. */
  | 'is tried again'
  /** No mail. The period stays open, and the next digest searches it again. */
  | 'stays open'
  /** A nothing-new notice, unless there was one in the last four weeks. */
  | 'is a notice';

/**
 * Decides it: nobody is told "nothing new" while a source is being read or is missing. After four weeks a notice says
 * which source is missing.
 */
export function outcomeOfEmpty(run: {
  isWeekly: boolean;
  /** Some source of the report is being harvested now. */
  isBeingRead: boolean;
  /** As `mayWait` says of a due digest. */
  mayWait: boolean;
  /** How often the topic was tried without a result. */
  failures: number;
  /** Some source lacks days that a later harvest will bring. */
  isBehind: boolean;
  /** Length of the period. */
  days: number;
}): EmptyOutcome {
  if (run.isBeingRead && run.isWeekly && run.mayWait) return 'waits';
  if (run.isBeingRead && !run.isWeekly && run.failures < triesAtMost) return 'is tried again';
  if (run.isBehind && run.isWeekly && run.days < noticeDays) return 'stays open';
  return 'is a notice';
}
