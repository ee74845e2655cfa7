import type { App } from '#kit/feature.ts';
import { type Route, serveReader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { followingApi } from '../contract.ts';
import { followCitations } from './citations.ts';
import { answerPerson, findPerson, followPerson, personOfTopic } from './people.ts';

export const routes: Route<App>[] = [
  serveReader(followingApi.find, (app, { reader, query }) => findPerson(app, reader, query.q)),
  serveReader(followingApi.follow, async (app, { reader, body, network }) => {
    await limit(app, 'search', { account: reader.id, network });
    return followPerson(app, reader, body);
  }),
  serveReader(followingApi.person, (app, { reader, params }) => personOfTopic(app, reader, params.id)),
  serveReader(followingApi.answer, async (app, { reader, params, body }) => {
    await answerPerson(app, reader, params.id, body.answers);
    return { message: 'The next digest goes by your answers.' };
  }),
  serveReader(followingApi.cite, async (app, { reader, body, network }) => {
    await limit(app, 'search', { account: reader.id, network });
    return followCitations(app, reader, body.doi);
  }),
];
