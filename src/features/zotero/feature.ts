import { citations } from '#features/citations/feature.ts';
import { endsRowsOf, feature } from '#kit/feature.ts';
import { settings } from '#platform/runtime/config.ts';
import { url } from '#platform/runtime/variables.ts';
import { zoteroApi, zoteroExport } from './contract.ts';
import { exportZotero, routes, zoteroInWords } from './server/account.ts';
import { movePapers, planZotero, releaseZotero, sendToZotero } from './server/send.ts';
import * as tables from './tables.ts';

declare module '#platform/runtime/config.ts' {
  interface Config {
    /** The address of its API. */
    zotero: { url: string };
  }
}

const zoteroSettings = settings({
  variables: { ZOTERO_URL: url('https://api.zotero.org').default('https://api.zotero.org') },
  read: ({ ZOTERO_URL }) => ({ zotero: { url: ZOTERO_URL } }),
});

declare module '#platform/queue/queues.ts' {
  interface Payloads {
    /** Send what is queued for a reader's Zotero. Key: the account. */
    'send-to-zotero': { userId: string };
  }
}

export const zotero = feature({
  name: 'zotero',
  needs: [citations],
  contract: { zotero: zoteroApi },
  tables: Object.values(tables),
  settings: zoteroSettings,
  routes,
  queues: { 'send-to-zotero': { retryLimit: 1, retryDelay: 60, expireInSeconds: 600, concurrency: 4 } },
  jobs: async () => ({
    work: { 'send-to-zotero': (app, { userId }) => sendToZotero(app, userId) },
    sweep: planZotero,
  }),
  release: releaseZotero,
  onPapersMerged: movePapers,
  access: { list: zoteroInWords, end: endsRowsOf(tables.zoteroAccounts) },
  exported: { zotero: { shape: zoteroExport, read: exportZotero } },
  events: { 'zotero-connected': 'Zotero connected' },
});
