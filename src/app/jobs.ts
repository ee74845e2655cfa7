import { cleanUpAccounts } from '#accounts/cleanup.ts';
import { removeOldAnswers } from '#ai/answerCache.ts';
import { completeEnding, endCustomer, planEndings } from '#billing/ending.ts';
import { syncAllCustomers, syncCustomer } from '#billing/sync.ts';
import { deliverToChannel, planDeliveries } from '#channels/delivery/deliver.ts';
import { harvest, harvestRetryMs, planHarvests } from '#corpus/harvest/harvest.ts';
import { readUpdates } from '#corpus/harvest/updates.ts';
import { retire } from '#corpus/upkeep/retention.ts';
import { deliverDigest } from '#digests/delivery/deliver.ts';
import { sendAgain } from '#digests/delivery/resend.ts';
import { dropOldMatches } from '#digests/matches/more.ts';
import { notifyCorrections } from '#digests/run/corrections.ts';
import { runHighlights } from '#digests/run/highlights.ts';
import { planDue } from '#digests/run/planDue.ts';
import { runTopic } from '#digests/run/runTopic.ts';
import { lookAgain } from '#digests/store/later.ts';
import { readAhead } from '#digests/summary/readAhead.ts';
import { embedPapers } from '#enrichment/embeddings.ts';
import { refreshImpact } from '#enrichment/impact/refresh.ts';
import { sendNotice } from '#mail/sendNotice.ts';
import { removeOldNotes } from '#mail/transport/accepted.ts';
import type { Boss, Signals } from '#platform/queue/pgBoss.ts';
import { enqueue, type Payloads, type QueueName, type queues } from '#platform/queue/queues.ts';
import { timeBefore } from '#shared/values/time.ts';
import { runImport } from '#shelf/importRun.ts';
import { dropOldImports, planImports } from '#shelf/imports.ts';
import { purgeDeletedTopics } from '#topics/edit.ts';
import { resumeOnTheirDay } from '#topics/pause.ts';
import { reschedule, resumePausedByPlan } from '#topics/settings.ts';
import type { App } from './app.ts';
import { checkClock } from './clock.ts';
import { recordMoment } from './health.ts';

/** Starts the workers of every queue, and the schedules. */
export async function startJobs(app: App, boss: Boss): Promise<void> {
  const work = workOf(app, boss);
  const start = <Q extends CoreQueue>(queue: Q) => boss.work(queue, work[queue]);
  for (const queue of Object.keys(work) as CoreQueue[]) await start(queue);
  for (const { queues = {} } of app.features)
    for (const [queue, { work }] of Object.entries(queues))
      await boss.work(queue as QueueName, async (payload, signals) => {
        await work(app, payload as never, signals);
      });
  for (const [queue, cron] of schedules) await boss.every(queue, cron);
  // Under its own key: a killed process may have left the next tick scheduled a few seconds ahead.
  await enqueue(app, 'tick', {}, { key: 'start' });
  await enqueueEmbedding(app);
  await enqueueReading(app, {});
  if (!app.config.edition.billing) await resumePausedByPlan(app);
}

const schedules: [queue: QueueName, cron: string][] = [
  ['tick', '* * * * *'],
  ['tidy', '17 3 * * *'],
  ['embed-papers', '*/10 * * * *'],
  ['read-papers', '7 4 * * *'],
  // Just after OpenAlex's daily allowance is renewed, and before most readers' mornings.
  ['impact', '23 0 * * *'],
  // After the impact figures, and before most readers' mornings.
  ['updates', '53 1 * * *'],
  ['sync-all-customers', '43 2 * * *'],
];

type CoreQueue = keyof typeof queues;

/** Handles a job of a queue. */
type Work<Q extends QueueName> = (payload: Payloads[Q], signals: Signals) => Promise<void>;

/** Every queue with its function. */
function workOf(app: App, boss: Boss): { [Q in CoreQueue]: Work<Q> } {
  return {
    'run-term': ({ termId }, { lost }) => runTopic(app, termId, lost),
    highlights: ({ termId }) => runHighlights(app, termId),
    'deliver-digest': ({ digestId }) => deliverDigest(app, digestId),
    'resend-digest': (copy) => sendAgain(app, copy),
    'deliver-channel': ({ deliveryId }) => deliverToChannel(app, deliveryId),
    'send-mail': (notice) => sendNotice(app, notice),
    reschedule: ({ userId }) => reschedule(app, { userId }),
    harvest: (job, signals) => harvestSource(app, job, signals),
    'read-papers': async (extent, { stopping, lost }) => {
      const more = await readAhead(app, extent, AbortSignal.any([stopping, lost]));
      if (more) await enqueueReading(app, extent);
    },
    'embed-papers': async (_, { stopping, lost }) => {
      if (await embedPapers(app, AbortSignal.any([stopping, lost]))) await enqueueEmbedding(app);
    },
    'import-papers': ({ importId }, { stopping, lost }) =>
      runImport(app, importId, AbortSignal.any([stopping, lost])),
    'end-subscription': ({ stripeCustomerId }) => endCustomer(app, stripeCustomerId),
    'complete-ending': async ({ subscriptionId }) => {
      await completeEnding(app, subscriptionId);
    },
    'sync-customer': async ({ customerId }) => {
      await syncCustomer(app, customerId);
    },
    'sync-all-customers': () => syncAllCustomers(app),
    tick: () => tick(app, boss),
    impact: (_, { stopping, lost }) => refreshImpact(app, AbortSignal.any([stopping, lost])),
    updates: (_, { stopping, lost }) => readUpdates(app, AbortSignal.any([stopping, lost])),
    tidy: () => cleanUp(app),
  };
}

async function harvestSource(
  app: App,
  { source }: Payloads['harvest'],
  { stopping, lost }: Signals,
): Promise<void> {
  await harvest(app, source, {
    signal: AbortSignal.any([stopping, lost]),
    // Two ticks may have asked for it, or a reader's first digest may just have read the source.
    unlessReadSince: timeBefore(app.now(), harvestRetryMs),
  });
  // Index the new papers now, not while a reader waits for a first digest. A process that is stopping leaves this out,
  // because its stop would wait for it.
  if (!stopping.aborted) await app.index.current();
  await lookAgain(app);
  await enqueueEmbedding(app);
  await enqueueReading(app, { isRecent: true });
}

async function enqueueEmbedding(app: App): Promise<void> {
  if (app.models.embed) await enqueue(app, 'embed-papers', {}, { key: 'embed' });
}

const enqueueReading = (app: App, extent: Payloads['read-papers']): Promise<void> =>
  enqueue(app, 'read-papers', extent, { key: extent.isRecent ? 'recent' : 'all' });

/** A tick enqueues the next one; cron restarts the chain every minute if a tick was killed. */
const tickSeconds = 20;

async function tick(app: App, boss: Boss): Promise<void> {
  try {
    const { isRight, sentence } = await checkClock(app);
    if (isRight) await plan(app, boss);
    else app.log.error({ detail: sentence }, 'nothing is planned, because the clock of this host is wrong');
  } finally {
    await enqueue(app, 'tick', {}, { key: 'tick', after: tickSeconds });
  }
}

/** Enqueues everything that is due; each room plans its own. */
async function plan(app: App, boss: Boss): Promise<void> {
  const resumed = await resumeOnTheirDay(app);
  if (resumed) app.log.info({ resumed }, 'paused topics resumed on their day');
  const waiting = new Map((await boss.depth()).map(({ queue, waiting }) => [queue, waiting]));
  const planned = await planDue({
    db: app.db,
    now: app.now,
    sendAll: boss.sendAll,
    edition: app.config.edition,
    waiting,
  });
  if (planned.terms || planned.digests || planned.highlights) app.log.info(planned, 'planned');
  await notifyCorrections(app);
  await planHarvests(app);
  await planImports(app);
  // Each on its own, because a failure of one must not stop the others.
  const sweeps = [
    ['channels', planDeliveries],
    ['billing', planEndings],
    ...app.features.map(({ name, sweep }) => [name, sweep]),
  ] as [name: string, sweep: ((app: App) => Promise<unknown>) | undefined][];
  for (const [feature, sweep] of sweeps)
    await sweep?.(app).catch((error: unknown) => app.log.error({ err: error, feature }, 'a sweep failed'));
  await recordMoment(app.db, 'tick', app.now());
}

/** Deletes what is past its retention; each room deletes its own rows. */
async function cleanUp(app: App): Promise<void> {
  await cleanUpAccounts(app);
  await retire(app);
  await dropOldMatches(app);
  await removeOldAnswers(app);
  await purgeDeletedTopics(app);
  await dropOldImports(app);
  await removeOldNotes(app);
  for (const { tidy } of app.features) await tidy?.(app);
}
