import type { App } from '#kit/feature.ts';
import { type Route, serveReader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { importApi } from '../contract.ts';
import { deleteImport, listImports, readImport, startImport } from './imports.ts';

export const routes: Route<App>[] = [
  serveReader(importApi.start, async (app, { reader, body }) => {
    await limit(app, 'import', { account: reader.id });
    return startImport(app, reader.id, body);
  }),
  serveReader(importApi.newest, (app, { reader }) => listImports(app, reader.id)),
  serveReader(importApi.read, (app, { reader, params }) => readImport(app, reader.id, params.id)),
  serveReader(importApi.remove, async (app, { reader, params, body }) => {
    await deleteImport(app, reader.id, { id: params.id, papers: body.papers });
    return { message: body.papers ? 'The import and its papers were removed.' : 'The import was removed.' };
  }),
];
