import { and, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { searchTerms } from '#platform/db/schema.ts';
import { released } from '#platform/lease.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import { hourMs, minuteMs, timeAfter } from '#shared/values/time.ts';
import { holdsLease, type Lease } from './lease.ts';

/** Maximum wait of a digest for a source that is behind. After that it is sent and says what is missing. */
export const waitAtMostMs = 4 * hourMs;
/** Pause before a waiting digest is checked again, unless a harvest is completed earlier. */
const lookAgainMs = 30 * minuteMs;

/**
 * Lets a due digest wait for its sources. Stores the reason, releases the topic, and makes it due again in half an hour,
 * but not later than the wait ends. Does nothing without the lease.
 */
export async function waitForSources(
  { db, now }: Pick<App, 'db' | 'now'>,
  lease: Lease,
  sentence: string,
): Promise<void> {
  const at = now();
  const since = lease.term.waitingSince ?? at;
  const end = timeAfter(since, waitAtMostMs);
  const again = timeAfter(at, lookAgainMs);
  await db
    .update(searchTerms)
    .set({
      status: 'completed',
      statusDetail: sentence,
      ...released,
      failures: 0,
      waitingSince: since,
      nextScheduledRun: again < end ? again : end,
    })
    .where(holdsLease(lease));
}

/** Makes every waiting digest due now, because the source that it waits for may just have been read. Idempotent. */
export async function lookAgain({ db, now }: Pick<App, 'db' | 'now'>): Promise<void> {
  const at = now();
  await db
    .update(searchTerms)
    .set({ nextScheduledRun: at })
    .where(
      and(
        isNotNull(searchTerms.waitingSince),
        gt(searchTerms.nextScheduledRun, at),
        inArray(searchTerms.status, ['completed', 'failed']),
        eq(searchTerms.isActive, true),
        isNull(searchTerms.deletedAt),
      ),
    );
}

/**
 * Marks the topic as failed, with the reason, because no source answered, and as due again later. If `waits`, the
 * digest's time to wait for its sources starts now.
 */
export function failNoSource(
  app: Pick<App, 'db' | 'now' | 'log'>,
  lease: Lease,
  coverage: readonly Coverage[],
  { waits }: { waits: boolean },
): Promise<void> {
  const said = coverage.flatMap(({ sentence }) => (sentence ? [sentence] : []));
  app.log.warn({ term: lease.term.id, said }, 'no source answered for a topic');
  const sentence = `None of the sources answered. ${said[0] ?? ''} We will try again automatically; nothing is lost.`;
  const { waitingSince } = lease.term;
  return retryLater(app, lease, sentence.replace(/\s+/g, ' '), {
    waitingSince: waitingSince ?? (waits ? app.now() : null),
  });
}

/**
 * Marks the topic as failed, and as due again after 2, 4, 8 … minutes, at most six hours. Does nothing without the lease.
 */
export async function retryLater(
  { db, now }: Pick<App, 'db' | 'now'>,
  lease: Lease,
  sentence: string,
  { waitingSince = lease.term.waitingSince } = {},
): Promise<void> {
  const failures = Math.min(lease.term.failures + 1, 30);
  const minutes = Math.min(360, 2 ** failures);
  await db
    .update(searchTerms)
    .set({
      status: 'failed',
      statusDetail: sentence,
      ...released,
      failures,
      waitingSince,
      nextScheduledRun: timeAfter(now(), minutes * minuteMs),
    })
    .where(holdsLease(lease));
}
