import { moveImported } from '#features/imports/server/imports.ts';
import { feature } from '#kit/feature.ts';
import { moveShelf } from './papers.ts';
import { shelfRoutes } from './routes.ts';

export const shelf = feature({
  name: 'shelf',
  routes: shelfRoutes,
  jobs: async () => {
    const { runImport } = await import('#features/imports/server/run.ts');
    const { dropOldImports, planImports } = await import('#features/imports/server/imports.ts');
    return {
      work: {
        'import-papers': (app, { importId }, { stopping, lost }) =>
          runImport(app, importId, AbortSignal.any([stopping, lost])),
      },
      sweep: planImports,
      tidy: dropOldImports,
    };
  },
  async onPapersMerged(db, pairs) {
    await moveShelf(db, pairs);
    await moveImported(db, pairs);
  },
});
