import { dropSearchToken, redeemSearchToken, searchTokenHolder } from '#accounts/credentials/searchGrant.ts';
import { type Call, type Route, serve, serveReader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import { limit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import { searchTermApi } from '#shared/topics/searchTerm.ts';
import { trendsApi } from '#shared/topics/trends.ts';
import { addTopic } from './add.ts';
import type { TopicsApp } from './app.ts';
import { editTopic, removeTopic, restoreTopic } from './edit.ts';
import { changeExpansion } from './expansion/edit.ts';
import { setActive } from './pause.ts';
import { presentTopic, presentTopics } from './present.ts';
import { changeSettings } from './settings.ts';
import { topicsOf } from './topic/topic.ts';
import { topicTrends } from './trends.ts';

/** Topics: list, add, edit, expansion, settings, pause, delete, restore, statistics. */
export const topicRoutes: Route<TopicsApp>[] = [
  serveReader(searchTermApi.list, async (app, { params, reader }) => {
    if (params.id !== reader.id) throw new AppError('not_found', 'These search terms do not exist.');
    return presentTopics(app, await topicsOf(app, reader.id));
  }),
  serve(searchTermApi.immediateSearch, immediateSearch),
  serveReader(searchTermApi.edit, async (app, { params, body, reader, network }) => {
    await limit(app, 'search', { account: reader.id, network });
    return presentTopic(app, await editTopic(app, reader, params.id, body.term));
  }),
  serveReader(searchTermApi.changeExpansion, async (app, { params, body, reader }) =>
    presentTopic(app, await changeExpansion(app, reader, params.id, body.expansion)),
  ),
  serveReader(searchTermApi.changeSettings, async (app, { params, body, reader }) =>
    presentTopic(app, await changeSettings(app, reader, params.id, body)),
  ),
  serveReader(searchTermApi.setActive, async (app, { params, body, reader }) =>
    presentTopic(app, await setActive(app, reader, params.id, body)),
  ),
  serveReader(searchTermApi.remove, async (app, { params, reader }) => {
    const { term } = await removeTopic(app, reader, params.id);
    return { message: `“${term}” was deleted.` };
  }),
  serveReader(searchTermApi.restore, async (app, { params, reader }) =>
    presentTopic(app, await restoreTopic(app, reader, params.id)),
  ),
  serveReader(trendsApi.read, async (app, { params, reader, network }) => {
    await limit(app, 'understanding', { network });
    return topicTrends(app, reader, params.id);
  }),
];

/**
 * The reader comes from the session, or from the one-time cookie that verification set; an `email` in the body must be
 * that same address. Limits count by account and network, so deleting and adding again does not reset them.
 */
async function immediateSearch(
  app: TopicsApp,
  { body, reader, network, http }: Call<typeof searchTermApi.immediateSearch>,
) {
  const who = reader ?? (await searchTokenHolder(app, http));
  if (!who) throw signInFirst();
  if (body.email && body.email !== who.email)
    throw new AppError('forbidden', 'You can search for your own address only.');
  await limit(app, 'search', { account: who.id, network });
  const { topic, added } = reader
    ? await addTopic(app, reader.id, body.searchTerm)
    : await transaction(app, async (app) => {
        // A simultaneous call may have spent it.
        if (!(await redeemSearchToken(app, http))) throw signInFirst();
        return addTopic(app, who.id, body.searchTerm);
      });
  if (!reader) dropSearchToken(app, http);
  return {
    message: added
      ? 'Your search has been queued. The digest will be emailed to you when it is done.'
      : 'You already follow this topic.',
    searchTerm: await presentTopic(app, topic),
  };
}

const signInFirst = () => new AppError('unauthenticated', 'Please sign in to search.');
