import { eq, sql } from 'drizzle-orm';
import { feature } from '#kit/feature.ts';
import { removeNotes } from '#mail/transport/accepted.ts';
import { emailDigests } from '#platform/db/schema.ts';
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
    removeNotes(
      app,
      app.db
        .select({ id: sql`${emailDigests.id}::text` })
        .from(emailDigests)
        .where(eq(emailDigests.userId, id)),
    ),
  async onHarvested(app) {
    await lookAgain(app);
    await enqueueReading(app, { isRecent: true });
  },
});
