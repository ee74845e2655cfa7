import { type Route, serve } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { understandingApi } from '#shared/topics/understanding.ts';
import type { TopicsApp } from '../app.ts';
import { earlierPreview, previewTopic } from './preview.ts';
import { understandTopic } from './understand.ts';

/** How a topic is read, before it is added. */
export const understandingRoutes: Route<TopicsApp>[] = [
  serve(understandingApi.understand, async (app, { body, network }) => {
    await limit(app, 'understanding', { network });
    return understandTopic(app, body.topic);
  }),
  serve(understandingApi.preview, async (app, { body, network, http }) => {
    http.header('X-Robots-Tag', 'noindex');
    const earlier = earlierPreview(app, body.topic);
    if (earlier) return earlier;
    await limit(app, 'preview', { network });
    return previewTopic(app, body.topic);
  }),
];
