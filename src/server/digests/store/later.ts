import { and, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm';
import { searchTerms } from '#platform/db/schema.ts';
import { released } from '#platform/lease.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import { hourMs, minuteMs, timeAfter } from '#shared/values/time.ts';
import type { DigestsApp } from '../app.ts';
import { holdsLease, type Lease } from './lease.ts';

/** A digest waits this long at most for a source that is behind; then it goes out and says what is missing. */
export const waitAtMostMs = 4 * hourMs;
/** A waiting digest is looked at again after this long, and when a harvest has been completed. */
const lookAgainMs = 30 * minuteMs;

/**
 * Lets a digest that is due wait for its sources: its topic is done for now, says why, and is due again in half an hour,
 * at the latest when the wait ends. Does nothing without the lease.
 */
export async function waitForSources(
  { db, now }: Pick<DigestsApp, 'db' | 'now'>,
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

/** Makes every waiting digest due now: a source was read, perhaps the one they wait for. Idempotent. */
export async function lookAgain({ db, now }: Pick<DigestsApp, 'db' | 'now'>): Promise<void> {
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
 * No source answered: the topic is marked failed, with the reason, until its next try. A digest that `waits` goes on
 * waiting from now when some of them are back.
 */
export function failNoSource(
  app: Pick<DigestsApp, 'db' | 'now' | 'log'>,
  lease: Lease,
  coverage: Coverage[],
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

/** Marks the topic failed, and due again after 2, 4, 8 … minutes, six hours at most. Does nothing without the lease. */
export async function retryLater(
  { db, now }: Pick<DigestsApp, 'db' | 'now'>,
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
