import { type Route, serveReader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { closeMatchesApi } from '#shared/digests/closeMatches.ts';
import type { DigestsApp } from '../app.ts';
import { readMore } from './more.ts';
import { whyNot } from './whyNot.ts';

/** The close matches of a digest that it had no place for, and why a paper is not in it. */
export const matchRoutes: Route<DigestsApp>[] = [
  serveReader(closeMatchesApi.more, (app, call) => readMore(app, call)),
  serveReader(closeMatchesApi.whyNot, async (app, call) => {
    // Each question ranks the topic again.
    await limit(app, 'understanding', { network: call.network });
    return whyNot(app, call);
  }),
];
