import type { App, Jobs } from '#kit/feature.ts';
import { dropOldMatches } from './matches.ts';
import { deliverDigest, sendAgain } from './run/deliver.ts';
import { planDue } from './run/due.ts';
import { runHighlights } from './run/highlights.ts';
import { notifyCorrections } from './run/laterStates.ts';
import { readAhead } from './run/readAhead.ts';
import { enqueueReading } from './run/readings.ts';
import { runTopic } from './run/runTopic.ts';

export const jobs: Jobs = {
  work: {
    'run-term': (app, { termId }, { lost }) => runTopic(app, termId, lost),
    highlights: (app, { termId }) => runHighlights(app, termId),
    'deliver-digest': (app, { digestId }) => deliverDigest(app, digestId),
    'resend-digest': (app, copy) => sendAgain(app, copy),
    'read-papers': async (app, extent, { stopping, lost }) => {
      const more = await readAhead(app, extent, AbortSignal.any([stopping, lost]));
      if (more) await enqueueReading(app, extent);
    },
  },
  every: { 'read-papers': '7 4 * * *' },
  async sweep(app) {
    await planDigests(app);
    await notifyCorrections(app);
  },
  tidy: dropOldMatches,
  onStart: (app) => enqueueReading(app, {}),
};

async function planDigests(app: App): Promise<void> {
  const { db, now, sendAll, config, log } = app;
  const waiting = new Map((await app.depth()).map(({ queue, waiting }) => [queue, waiting]));
  const planned = await planDue({ db, now, sendAll, edition: config.edition, waiting });
  if (planned.terms || planned.digests || planned.highlights) log.info(planned, 'planned');
}
