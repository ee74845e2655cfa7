import { dropGrant, grantHolder, redeemGrant } from '#accounts/credentials/searchGrant.ts';
import { type Call, type Route, serve, serveReader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import { limit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import { searchTermApi } from '#shared/topics/searchTerm.ts';
import { addTerm } from './add.ts';
import type { TopicsApp } from './app.ts';
import { editTerm, removeTerm, restoreTerm } from './edit.ts';
import { changeExpansion } from './expansion/edit.ts';
import { shownOne, shownTerms } from './present.ts';
import { changeSettings } from './settings.ts';
import { termsOf } from './topic/topic.ts';

export const searchTermRoutes: Route<TopicsApp>[] = [
  serveReader(searchTermApi.list, async (app, { params, reader }) => {
    if (params.id !== reader.id) throw new AppError('not_found', 'These search terms do not exist.');
    return shownTerms(app, await termsOf(app, reader.id));
  }),
  serve(searchTermApi.immediateSearch, immediateSearch),
  serveReader(searchTermApi.edit, async (app, { params, body, reader, network }) => {
    await limit(app, 'search', { account: reader.id, network });
    return shownOne(app, await editTerm(app, reader, params.id, body.term));
  }),
  serveReader(searchTermApi.changeExpansion, async (app, { params, body, reader }) =>
    shownOne(app, await changeExpansion(app, reader, params.id, body.expansion)),
  ),
  serveReader(searchTermApi.changeSettings, async (app, { params, body, reader }) =>
    shownOne(app, await changeSettings(app, reader, params.id, body)),
  ),
  serveReader(searchTermApi.remove, async (app, { params, reader }) => {
    const { term } = await removeTerm(app, reader, params.id);
    return { message: `“${term}” was deleted.` };
  }),
  serveReader(searchTermApi.restore, async (app, { params, reader }) =>
    shownOne(app, await restoreTerm(app, reader, params.id)),
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
  const who = reader ?? (await grantHolder(app, http));
  if (!who) throw signInFirst();
  if (body.email && body.email !== who.email)
    throw new AppError('forbidden', 'You can search for your own address only.');
  await limit(app, 'search', { account: who.id, network });
  const { term, added } = reader
    ? await addTerm(app, reader.id, body.searchTerm)
    : await transaction(app, async (app) => {
        // Another call may have used it meanwhile.
        if (!(await redeemGrant(app, http))) throw signInFirst();
        return addTerm(app, who.id, body.searchTerm);
      });
  if (!reader) dropGrant(app, http);
  return {
    message: added
      ? 'Your search has been queued. The digest will be e-mailed to you when it is done.'
      : 'You already follow this topic.',
    searchTerm: await shownOne(app, term),
  };
}

const signInFirst = () => new AppError('unauthenticated', 'Please sign in to search.');
