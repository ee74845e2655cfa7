import { dropSearchToken, redeemSearchToken, searchTokenHolder } from '#accounts/credentials/searchGrant.ts';
import { type Call, type Route, serve, serveReader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import { limit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import { searchTermApi } from '#shared/topics/searchTerm.ts';
import { addTopic } from './add.ts';
import type { TopicsApp } from './app.ts';
import { editTopic, removeTopic, restoreTopic } from './edit.ts';
import { changeExpansion } from './expansion/edit.ts';
import { presentTopic, presentTopics } from './present.ts';
import { changeSettings } from './settings.ts';
import { topicsOf } from './topic/topic.ts';

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
  serveReader(searchTermApi.remove, async (app, { params, reader }) => {
    const { term } = await removeTopic(app, reader, params.id);
    return { message: `“${term}” was deleted.` };
  }),
  serveReader(searchTermApi.restore, async (app, { params, reader }) =>
    presentTopic(app, await restoreTopic(app, reader, params.id)),
  ),
];

/**
 * The address comes from the session, or from the one-purpose cookie that verification set; an `email` in the
 * body must be that very address. Limits count by account and network, so that deleting and adding again resets nothing.
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
  const { term, added } = reader
    ? await addTopic(app, reader.id, body.searchTerm)
    : await transaction(app, async (app) => {
        // Another call may have used it meanwhile.
        if (!(await redeemSearchToken(app, http))) throw signInFirst();
        return addTopic(app, who.id, body.searchTerm);
      });
  if (!reader) dropSearchToken(app, http);
  return {
    message: added
      ? 'Your search has been queued. The digest will be e-mailed to you when it is done.'
      : 'You already follow this topic.',
    searchTerm: await presentTopic(app, term),
  };
}

const signInFirst = () => new AppError('unauthenticated', 'Please sign in to search.');
