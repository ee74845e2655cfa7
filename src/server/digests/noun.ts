import { sql } from 'drizzle-orm';
import { feature } from '#kit/feature.ts';
import { removeNotes } from '#mail/transport/accepted.ts';
import { digestRoutes } from './archive/archive.ts';
import { matchRoutes } from './matches.ts';
import { releaseLeases } from './run/due.ts';
import { lookAgain, moveLedger } from './run/finish.ts';
import { enqueueReading } from './run/readings.ts';

export const digests = feature({
  name: 'digests',
  routes: [...digestRoutes, ...matchRoutes],
  jobs: async () => (await import('./jobs.ts')).jobs,
  release: releaseLeases,
  onPapersMerged: moveLedger,
  onReaderRemoved: (app, { id }) =>
    removeNotes(app, sql`(select id::text from email_digests where user_id = ${id})`),
  async onHarvested(app) {
    await lookAgain(app);
    await enqueueReading(app, { isRecent: true });
  },
});
