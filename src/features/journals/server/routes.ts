import type { App } from '#kit/feature.ts';
import { type Route, serveReader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { topicOf } from '#topics/topic/topic.ts';
import { journalApi } from '../contract.ts';
import { dropJournal, findJournals, followJournals, journalsOf, presentJournals } from './follow.ts';

export const routes: Route<App>[] = [
  serveReader(journalApi.find, async (app, { reader, query }) => ({
    journals: await findJournals(app, reader, query.q),
  })),
  serveReader(journalApi.follow, async (app, { reader, body, network }) => {
    await limit(app, 'search', { account: reader.id, network });
    const { topics, titles } = await followJournals(app, reader, body.issns, body.topicId);
    const what = titles.length === 1 ? titles[0] : `${titles.length} journals`;
    return {
      topics,
      message: body.topicId ? `${what} counts from the next digest on.` : `You follow ${what}.`,
    };
  }),
  serveReader(journalApi.ofTopic, async (app, { reader, params }) => {
    const { id } = await topicOf(app, reader.id, params.id);
    return { journals: await presentJournals(app, await journalsOf(app, id)) };
  }),
  serveReader(journalApi.drop, async (app, { reader, params }) => {
    await dropJournal(app, reader, params.id, params.issn);
    return { message: 'The next digest is without this journal.' };
  }),
];
