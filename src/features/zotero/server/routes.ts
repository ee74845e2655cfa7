import { originOf, recordActivity } from '#accounts/credentials/activity.ts';
import { requireProof } from '#accounts/credentials/proof.ts';
import type { App } from '#kit/feature.ts';
import { type Route, serveReader } from '#platform/http/route.ts';
import { zoteroApi } from '../contract.ts';
import {
  changeZotero,
  connectZotero,
  disconnectZotero,
  readZotero,
  setZoteroTopic,
  zoteroPlaces,
} from './account.ts';

export const routes: Route<App>[] = [
  serveReader(zoteroApi.read, async (app, { reader }) => ({ account: await readZotero(app, reader.id) })),
  serveReader(zoteroApi.connect, async (app, call) => {
    const { reader, body } = call;
    // Needs a proof, because the key may be somebody else's, and kept papers would go to their library.
    await requireProof(app, reader);
    await connectZotero(app, reader, body.key);
    const account = await readZotero(app, reader.id);
    const detail = account?.username ?? '';
    await recordActivity(app, reader.id, 'zotero-connected', { detail, from: originOf(call) });
    return { account };
  }),
  serveReader(zoteroApi.places, (app, { reader, query }) => zoteroPlaces(app, reader, query.library)),
  serveReader(zoteroApi.change, async (app, { reader, body }) => {
    await changeZotero(app, reader, body);
    return { account: await readZotero(app, reader.id) };
  }),
  serveReader(zoteroApi.setTopic, async (app, { reader, params, body }) => {
    await setZoteroTopic(app, reader, params.id, body.sends);
    return {
      message: body.sends
        ? 'Every paper of this topic goes to Zotero from now on.'
        : 'This topic no longer goes to Zotero.',
    };
  }),
  serveReader(zoteroApi.disconnect, async (app, { reader }) => {
    await disconnectZotero(app, reader);
    return { message: 'Nothing goes to Zotero any more. What is there stays.' };
  }),
];
