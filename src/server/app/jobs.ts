import { and, eq, gt, inArray, lt, or } from 'drizzle-orm';
import { cleanUpAccounts } from '#accounts/cleanup.ts';
import { tidyAnswers } from '#ai/answerCache.ts';
import { endCustomer } from '#billing/cancel.ts';
import { syncAllCustomers, syncCustomer } from '#billing/sync.ts';
import { harvest } from '#corpus/harvest/harvest.ts';
import { deadAfterMilliseconds } from '#corpus/harvest/lease.ts';
import { retire } from '#corpus/works/retention.ts';
import { deliverDigest } from '#digests/delivery/deliver.ts';
import { sendAgain } from '#digests/delivery/resend.ts';
import { notifyRetractions } from '#digests/run/corrections.ts';
import { runHighlights } from '#digests/run/highlights.ts';
import { planDue } from '#digests/run/planDue.ts';
import { runTopic } from '#digests/run/runTopic.ts';
import { embedPapers } from '#enrichment/embeddings/papers.ts';
import { refreshImpact } from '#enrichment/impact/refresh.ts';
import { sendNotice } from '#mail/sendNotice.ts';
import { harvests, searchTerms } from '#platform/db/schema.ts';
import type { Boss } from '#platform/queue/pgBoss.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import { dayMs, minuteMs, timeBefore } from '#shared/time.ts';
import { reschedule } from '#topics/reschedule.ts';
import type { App } from './app.ts';

/** Which function answers which queue, and every clock line there is. */
export async function startJobs(app: App, boss: Boss): Promise<void> {
  await boss.work('run-term', ({ termId }, { lost }) => runTopic(app, termId, lost));
  await boss.work('highlights', ({ termId }) => runHighlights(app, termId));
  await boss.work('deliver-digest', ({ digestId }) => deliverDigest(app, digestId));
  await boss.work('resend-digest', (copy) => sendAgain(app, copy));
  await boss.work('send-mail', (notice) => sendNotice(app, notice));
  await boss.work('reschedule', ({ userId }) => reschedule(app, { userId }));
  await boss.work('harvest', async ({ source }, { stopping, lost }) => {
    await harvest(app, source, {
      signal: AbortSignal.any([stopping, lost]),
      // Asked for by two ticks, or just read for a reader's first digest: once is enough.
      unlessReadSince: timeBefore(app.now(), harvestRetryMinutes * minuteMs),
    });
    // What was read is indexed now, not while a reader waits for a first digest.
    await app.index.current();
    await askForVectors(app);
  });
  await boss.work('embed-papers', async (_, { stopping, lost }) => {
    if (await embedPapers(app, AbortSignal.any([stopping, lost]))) await askForVectors(app);
  });
  await boss.work('end-subscription', ({ stripeCustomerId }) => endCustomer(app, stripeCustomerId));
  await boss.work('sync-customer', async ({ customerId }) => {
    await syncCustomer(app, customerId);
  });
  await boss.work('sync-all-customers', () => syncAllCustomers(app));
  await boss.work('tick', () => tick(app, boss));
  await boss.work('impact', (_, { stopping, lost }) => refreshImpact(app, AbortSignal.any([stopping, lost])));
  await boss.work('tidy', () => tidy(app));
  await boss.every('tick', '* * * * *');
  await boss.every('tidy', '17 3 * * *');
  await boss.every('embed-papers', '*/10 * * * *');
  // Just after the allowance of the day begins, and before the mornings of most readers.
  await boss.every('impact', '23 0 * * *');
  await boss.every('sync-all-customers', '43 2 * * *');
  // Under a key of its own: the next tick that a killed process has left behind may lie some seconds ahead.
  await enqueue(app, 'tick', {}, { key: 'start' });
  await askForVectors(app);
}

async function askForVectors(app: App): Promise<void> {
  if (app.models.embed) await enqueue(app, 'embed-papers', {}, { key: 'embed' });
}

/** Between the minutes, which the clock line sees to even when a tick was killed. */
const tickSeconds = 20;

async function tick(app: App, boss: Boss): Promise<void> {
  try {
    const waiting = new Map((await boss.depth()).map(({ queue, waiting }) => [queue, waiting]));
    const planned = await planDue({ db: app.db, now: app.now, sendAll: boss.sendAll, waiting });
    if (planned.terms || planned.digests || planned.highlights) app.log.info(planned, 'planned');
    await notifyRetractions(app);
    await planHarvests(app);
  } finally {
    await enqueue(app, 'tick', {}, { key: 'tick', after: tickSeconds });
  }
}

/** A source is read again this long after it was read whole … */
const harvestHours = 6;
/** … and this long after an attempt that failed. */
const harvestRetryMinutes = 10;

async function planHarvests(app: App): Promise<void> {
  const ago = (minutes: number) => timeBefore(app.now(), minutes * minuteMs);
  const recent = await app.db
    .selectDistinct({ source: harvests.source })
    .from(harvests)
    .where(
      or(
        and(eq(harvests.status, 'complete'), gt(harvests.finishedAt, ago(harvestHours * 60))),
        and(
          inArray(harvests.status, ['partial', 'failed']),
          gt(harvests.finishedAt, ago(harvestRetryMinutes)),
        ),
        and(
          eq(harvests.status, 'running'),
          gt(harvests.aliveAt, timeBefore(app.now(), deadAfterMilliseconds)),
        ),
      ),
    );
  for (const source of sourceNames)
    if (!recent.some((one) => one.source === source))
      await enqueue(app, 'harvest', { source }, { key: source });
}

async function tidy(app: App): Promise<void> {
  await cleanUpAccounts(app);
  await retire(app);
  await tidyAnswers(app);
  await app.db.delete(searchTerms).where(lt(searchTerms.deletedAt, timeBefore(app.now(), dayMs)));
}
