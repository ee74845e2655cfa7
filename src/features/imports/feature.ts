import { z } from 'zod';
import { feature } from '#kit/feature.ts';
import { moment } from '#shared/values/fields.ts';
import { importApi } from './contract.ts';
import { dropOldImports, exportedImports, moveImported, planImports, routes } from './server/imports.ts';
import * as tables from './tables.ts';

declare module '#platform/queue/queues.ts' {
  interface Payloads {
    /** Look up the references of one import. Key: the import. */
    'import-papers': { importId: string };
  }
}

/** References that the reader imported in the last 30 days, with the outcome of each. */
const exported = z
  .object({
    createdAt: moment,
    format: z.string(),
    tag: z.string().nullable(),
    references: z.array(z.object({ label: z.string(), outcome: z.string().nullable() })),
  })
  .array();

export const imports = feature({
  name: 'imports',
  contract: { import: importApi },
  tables: Object.values(tables),
  routes,
  queues: {
    // Continues where it stopped. The sweep finds one whose worker died.
    'import-papers': { retryLimit: 2, retryDelay: 30, expireInSeconds: 3600, concurrency: 2 },
  },
  jobs: async () => {
    const { runImport } = await import('./server/run.ts');
    return {
      work: {
        'import-papers': (app, { importId }, { stopping, lost }) =>
          runImport(app, importId, AbortSignal.any([stopping, lost])),
      },
      sweep: planImports,
      tidy: dropOldImports,
    };
  },
  onPapersMerged: moveImported,
  exported: { imports: { shape: exported, read: exportedImports } },
});
