import { createHash } from 'node:crypto';
import { originOf, recordActivity } from '#accounts/credentials/activity.ts';
import type { App } from '#kit/feature.ts';
import { type Route, serve, serveReader } from '#platform/http/route.ts';
import { limit, rateLimit } from '#platform/rateLimits.ts';
import { shareApi } from '../contract.ts';
import { createShare, missingPage, removeShare, sharedPage, sharesOf } from './page.ts';

const reads = rateLimit('shared-page', { network: [[120, 60]] });

export const routes: Route<App>[] = [
  serveReader(shareApi.list, async (app, { reader }) => ({ shares: await sharesOf(app, reader.id) })),
  // Needs no new proof: it shows only what anybody at this browser could copy, and stays listed until its owner ends it.
  serveReader(shareApi.create, async (app, call) => {
    const share = await createShare(app, call.reader, call.body);
    await recordActivity(app, call.reader.id, 'page-shared', {
      detail: share.tag ?? '',
      from: originOf(call),
    });
    return share;
  }),
  serveReader(shareApi.remove, async (app, { reader, params }) => {
    await removeShare(app, reader, params.id);
    return { message: 'The page is no longer shared.' };
  }),
  serve(shareApi.page, async (app, { params, network, http }) => {
    await limit(app, reads, { network });
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'X-Robots-Tag': 'noindex, nofollow',
      'Referrer-Policy': 'no-referrer',
    };
    const page = await sharedPage(app, params.token);
    if (page === null) return http.body(missingPage(app), 404, headers);
    const tag = `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 27)}"`;
    // At most a minute, because an ended page must soon disappear from other caches too.
    const kept = { ...headers, 'Cache-Control': 'public, max-age=60', ETag: tag };
    return http.req.header('if-none-match') === tag ? http.body(null, 304, kept) : http.body(page, 200, kept);
  }),
];
