import { type Route, serve } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { understandingApi } from '#shared/topics/understanding.ts';
import type { TopicsApp } from '../app.ts';
import { understandTopic } from './understand.ts';

/** How a topic is understood, before it is added. */
export const understandingRoutes: Route<TopicsApp>[] = [
  serve(understandingApi.understand, async (app, { body, network }) => {
    await limit(app, 'understanding', { network });
    return understandTopic(app, body.topic);
  }),
];
