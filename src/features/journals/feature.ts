import { feature } from '#kit/feature.ts';
import { journalApi, journalsExport } from './contract.ts';
import { exportJournals, followedJournals, routes } from './server/follow.ts';
import { endReading, moveArticles, planJournals, readJournals } from './server/read.ts';
import * as tables from './tables.ts';

declare module '#platform/queue/queues.ts' {
  interface Payloads {
    /** Read the journals that are due. */
    'read-journals': Record<string, never>;
  }
}

export const journals = feature({
  name: 'journals',
  contract: { journals: journalApi },
  tables: Object.values(tables),
  routes,
  queues: { 'read-journals': { retryLimit: 1, retryDelay: 600, expireInSeconds: 3_000, concurrency: 1 } },
  jobs: async () => ({
    work: {
      'read-journals': (app, _, { stopping, lost }) => readJournals(app, AbortSignal.any([stopping, lost])),
    },
    sweep: planJournals,
  }),
  release: endReading,
  followed: (app, { id }, since) => followedJournals(app, id, since),
  onPapersMerged: moveArticles,
  exported: { journals: { shape: journalsExport, read: exportJournals } },
});
