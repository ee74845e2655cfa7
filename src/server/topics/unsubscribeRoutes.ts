import type { Context } from 'hono';
import { type Route, serve } from '#platform/http/route.ts';
import { unsubscribeApi } from '#shared/mail/unsubscribe.ts';
import type { TopicsApp } from './app.ts';
import { pauseByLink, readUnsubscribeToken, undoUnsubscribe, unsubscribe } from './unsubscribe.ts';

/** The links of digest mails that stop digests, and their undo. */
export const unsubscribeRoutes: Route<TopicsApp>[] = [
  serve(unsubscribeApi.read, async (app, { params: { token }, query, http }) => {
    if (isOwnFetch(http)) return unsubscribe(app, token, { all: query.all === '1' });
    const of = readUnsubscribeToken(app, token);
    const ask = new URLSearchParams({ token, ...query, ask: '1', ...(of && !of.termId ? { all: '1' } : {}) });
    return http.redirect(`/unsubscribe?${ask}`, 303);
  }),
  serve(unsubscribeApi.oneClick, (app, { params: { token }, query }) =>
    unsubscribe(app, token, { all: query.all === '1' }),
  ),
  serve(unsubscribeApi.undo, (app, { params: { token }, query }) =>
    undoUnsubscribe(app, token, { all: query.all === '1' }),
  ),
  serve(unsubscribeApi.pause, (app, { params: { token }, body }) =>
    pauseByLink(app, token, body.resumeOn ?? null),
  ),
];

/**
 * Whether the unsubscribe page's own script makes the call. Scanners, link previews, prefetching browsers and people
 * who open the address itself do not, and change nothing. Pages cannot set these headers themselves
 * (Fetch Metadata, https://www.w3.org/TR/fetch-metadata/), and a client that sends none is not a page.
 */
const isOwnFetch = ({ req }: Context): boolean =>
  req.header('sec-fetch-site') === 'same-origin' &&
  req.header('sec-fetch-mode') !== 'navigate' &&
  ['empty', undefined].includes(req.header('sec-fetch-dest')) &&
  !/prefetch|prerender|preview/i.test(`${req.header('sec-purpose')} ${req.header('purpose')}`);
