import { fileName, writeMarkdown } from '#features/citations/server/markdown.ts';
import type { App } from '#kit/feature.ts';
import { type Route, serveReader } from '#platform/http/route.ts';
import { AppError } from '#shared/contract/errors.ts';
import { digestApi } from '#shared/digests/digest.ts';
import { markdownApi } from '#shared/digests/markdown.ts';
import { resendDigest } from '../delivery/resend.ts';
import { readArchive } from './list.ts';
import { openDigest } from './opened.ts';
import { readPage } from './pages.ts';
import { forReader, readDigest } from './present.ts';

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
  serveReader(markdownApi.read, async (app, { params, reader, http }) => {
    const digest = await readDigest(app, reader, params.id);
    return http.body(writeMarkdown(digest, app.config.baseUrl), 200, {
      'Content-Type': 'text/markdown; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName(digest)}"`,
      'X-Robots-Tag': 'noindex',
    });
  }),
  serveReader(digestApi.resend, (app, call) => resendDigest(app, call)),
];
