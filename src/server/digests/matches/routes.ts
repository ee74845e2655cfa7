import type { App } from '#kit/feature.ts';
import { type Route, serve, serveReader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { closeMatchesApi } from '#shared/digests/closeMatches.ts';
import { understandingApi } from '#shared/topics/understanding.ts';
import { readMore } from './more.ts';
import { earlierPreview, previewTopic } from './preview.ts';
import { whyNot } from './whyNot.ts';

/** Calls about papers outside a digest: its further close matches, why a paper is not in it, and a preview of a topic. */
export const matchRoutes: Route<App>[] = [
  serveReader(closeMatchesApi.more, (app, call) => readMore(app, call)),
  serveReader(closeMatchesApi.whyNot, async (app, call) => {
    // Limited, because each question ranks the topic again.
    await limit(app, 'understanding', { network: call.network });
    return whyNot(app, call);
  }),
  serve(understandingApi.preview, async (app, { body, network, http }) => {
    http.header('X-Robots-Tag', 'noindex');
    const earlier = earlierPreview(app, body.topic);
    if (earlier) return earlier;
    await limit(app, 'preview', { network });
    return previewTopic(app, body.topic);
  }),
];
