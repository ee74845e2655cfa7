import { originOf } from '#accounts/credentials/activity.ts';
import { readerFrom } from '#accounts/credentials/session.ts';
import type { App } from '#kit/feature.ts';
import { type Route, serve, serveReader } from '#platform/http/route.ts';
import { passkeyApi } from '../contract.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyProof,
  beginPasskeySignIn,
  passkeysOf,
  proveByPasskey,
  removePasskey,
  renamePasskey,
  signInByPasskey,
} from './passkeys.ts';

export const routes: Route<App>[] = [
  serveReader(passkeyApi.list, (app, { reader }) => passkeysOf(app, reader.id)),
  serveReader(passkeyApi.begin, (app, { reader }) => beginPasskey(app, reader)),
  serveReader(passkeyApi.add, (app, call) =>
    addPasskey(app, { reader: call.reader, from: originOf(call) }, call.body),
  ),
  serveReader(passkeyApi.rename, async (app, { params, body, reader }) => {
    await renamePasskey(app, reader.id, { id: params.id, name: body.name });
    return { message: 'The passkey is renamed.' };
  }),
  serveReader(passkeyApi.remove, async (app, call) => {
    await removePasskey(app, { reader: call.reader, from: originOf(call) }, call.params.id);
    return { message: 'The passkey is removed. It no longer signs in.' };
  }),
  serve(passkeyApi.beginSignIn, (app, call) => beginPasskeySignIn(app, call)),
  serve(passkeyApi.signIn, async (app, call) => ({
    user: readerFrom(await signInByPasskey(app, call, call.body.response), app.config),
  })),
  serveReader(passkeyApi.beginProof, (app, { reader }) => beginPasskeyProof(app, reader)),
  serveReader(passkeyApi.prove, async (app, { body, reader, network }) => {
    await proveByPasskey(app, reader, { response: body.response, network });
    return { message: 'Thank you. You can continue.' };
  }),
];
