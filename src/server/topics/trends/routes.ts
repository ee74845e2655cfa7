import { type Route, serveReader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { trendsApi } from '#shared/topics/trends.ts';
import type { TopicsApp } from '../app.ts';
import { topicTrends } from './trends.ts';
import { weeksOfTopics } from './weeks.ts';
import { tryFilters } from './whatIf.ts';

/** Statistics of one topic, and previews of filters. */
export const trendRoutes: Route<TopicsApp>[] = [
  serveReader(trendsApi.read, async (app, { params, query, reader, network }) => {
    await limit(app, 'understanding', { network });
    return topicTrends(app, reader, params.id, query.until);
  }),
  serveReader(trendsApi.weeks, async (app, { reader }) => {
    await limit(app, 'weeks', { account: reader.id });
    return weeksOfTopics(app, reader);
  }),
  serveReader(trendsApi.whatIf, async (app, { params, body, reader, network }) => {
    await limit(app, 'understanding', { network });
    return tryFilters(app, reader, params.id, body.filters);
  }),
];
