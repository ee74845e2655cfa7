import type { App } from '#kit/feature.ts';
import { type Route, serveReader } from '#platform/http/route.ts';
import { AppError } from '#shared/contract/errors.ts';
import { digestApi } from '#shared/digests/digest.ts';
import { resendDigest } from '../run/resend.ts';
import { readArchive } from './list.ts';
import { openDigest } from './opened.ts';
import { readPage } from './pages.ts';
import { forReader } from './present.ts';

/** The routes of the digest contract. */
export const digestRoutes: Route<App>[] = [
  serveReader(digestApi.list, async (app, call) => {
    if (call.params.id !== call.reader.id) throw new AppError('not_found', 'These digests do not exist.');
    return readArchive(app, call);
  }),
  serveReader(digestApi.page, (app, call) => readPage(app, call)),
  serveReader(digestApi.read, async (app, { params, reader }) =>
    forReader(reader, await openDigest(app, reader, params.id)),
  ),
  serveReader(digestApi.resend, (app, call) => resendDigest(app, call)),
];
