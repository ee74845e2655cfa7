import type { App } from '#kit/feature.ts';
import { type Route, serveReader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { followingApi } from '../contract.ts';
import { followCitations } from './citations.ts';
import { findPerson, followPerson } from './people.ts';

export const routes: Route<App>[] = [
  serveReader(followingApi.find, (app, { query }) => findPerson(app, query.q)),
  serveReader(followingApi.follow, async (app, { reader, body, network }) => {
    await limit(app, 'search', { account: reader.id, network });
    return followPerson(app, reader, body);
  }),
  serveReader(followingApi.cite, async (app, { reader, body, network }) => {
    await limit(app, 'search', { account: reader.id, network });
    return followCitations(app, reader, body.doi);
  }),
];
