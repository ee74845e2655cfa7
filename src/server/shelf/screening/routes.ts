import type { Context } from 'hono';
import { type Reader, type Route, serveReader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { withLibrary } from '#shared/papers/libraryLink.ts';
import { screeningApi } from '#shared/topics/screening.ts';
import { topicOf } from '#topics/topic/topic.ts';
import type { ShelfApp } from '../app.ts';
import { decide, drawSample } from './decide.ts';
import { asCsv, asRis, decidedCitations } from './exported.ts';
import { decidedPapers, nextPapers, type ShownPaper } from './nextPapers.ts';
import { endScreening, startScreening } from './start.ts';
import { stateOf } from './state.ts';

/** Adds each paper's address at the reader's library, if the reader has set one. */
const forReader = ({ libraryLink }: Pick<Reader, 'libraryLink'>, papers: ShownPaper[]) => ({
  papers: papers.map((one) => ({ ...one, paper: withLibrary(libraryLink, one.paper) })),
});

/** The screening of a topic. */
export const screeningRoutes: Route<ShelfApp>[] = [
  serveReader(screeningApi.read, async (app, { params, reader }) => ({
    screening: await stateOf(app, await topicOf(app, reader.id, params.id)),
  })),
  serveReader(screeningApi.start, async (app, { params, body, reader, network }) => {
    const topic = await topicOf(app, reader.id, params.id);
    await limit(app, 'understanding', { network });
    await startScreening(app, reader, topic, body.from);
    return { screening: await stateOf(app, topic) };
  }),
  serveReader(screeningApi.end, async (app, { params, reader }) => {
    const topic = await topicOf(app, reader.id, params.id);
    await endScreening(app, topic);
    return { message: `The screening of “${topic.term}” has ended, and its decisions have been deleted.` };
  }),
  serveReader(screeningApi.next, async (app, { params, query, reader, network }) => {
    const topic = await topicOf(app, reader.id, params.id);
    if (query.decision)
      return forReader(reader, await decidedPapers(app, topic, query.decision, query.limit));
    await limit(app, 'understanding', { network });
    return forReader(reader, await nextPapers(app, topic, query.limit));
  }),
  serveReader(screeningApi.decide, async (app, { params, body, reader }) => {
    const topic = await topicOf(app, reader.id, params.id);
    await limit(app, 'paper-state', { account: reader.id });
    await decide(app, topic, body);
    return { screening: await stateOf(app, topic) };
  }),
  serveReader(screeningApi.sample, async (app, { params, body, reader }) => {
    const topic = await topicOf(app, reader.id, params.id);
    await limit(app, 'paper-state', { account: reader.id });
    await drawSample(app, topic, body.size);
    return { screening: await stateOf(app, topic) };
  }),
  serveReader(screeningApi.ris, async (app, { params, reader, http }) => {
    const topic = await topicOf(app, reader.id, params.id);
    return file(http, asRis(await decidedCitations(app, topic)), screeningApi.ris.produces!, 'ris');
  }),
  serveReader(screeningApi.csv, async (app, { params, reader, http }) => {
    const topic = await topicOf(app, reader.id, params.id);
    return file(http, asCsv(await decidedCitations(app, topic)), screeningApi.csv.produces!, 'csv');
  }),
];

const file = (http: Context, text: string, type: string, ending: string): Response =>
  http.body(text, 200, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="litwatch-screening.${ending}"`,
    'X-Robots-Tag': 'noindex',
  });
