import { type Route, type SignedInCall, serve, serveReader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { activityApi } from '#shared/accounts/activity.ts';
import { proofApi, secondStepApi, signInStepApi } from '#shared/accounts/secondStep.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { AccountsApp } from '../app.ts';
import { activityOf, originOf } from '../credentials/activity.ts';
import { readerFrom, shownMe } from '../credentials/session.ts';
import { challengeSession, takeSessionChallenge } from './challenges.ts';
import {
  renewRecoveryCodes,
  startCodes,
  startPasskey,
  turnCodesOff,
  turnCodesOn,
  turnPasskeyOff,
  turnPasskeyOn,
} from './changes.ts';
import { acceptPasskey, passkeyRows, renamePasskey } from './passkeys.ts';
import { prove, recordProof } from './proof.ts';
import { beginPasskeySignIn, finishWithCode, finishWithPasskey } from './signIn.ts';
import { secondStepOf } from './state.ts';
import { authenticationOptionsFor, challengeIn } from './webAuthn.ts';

const changer = (call: Pick<SignedInCall<Endpoint>, 'reader' | 'network' | 'http'>) => ({
  reader: call.reader,
  from: originOf(call),
});

/**
 * Calls about codes, passkeys and recovery codes: to sign in with them, to prove one's identity, and to list what
 * happened.
 */
export const secondStepRoutes: Route<AccountsApp>[] = [
  serveReader(secondStepApi.read, (app, { reader }) => secondStepOf(app, reader.id)),
  serveReader(secondStepApi.beginCodes, (app, { reader }) => startCodes(app, { reader })),
  serveReader(secondStepApi.confirmCodes, async (app, call) => ({
    recoveryCodes: await turnCodesOn(app, changer(call), call.body.code),
    message: 'From now on, signing in asks for a code from your app.',
  })),
  serveReader(secondStepApi.removeCodes, async (app, call) => {
    await turnCodesOff(app, changer(call));
    return { message: 'Signing in no longer asks for a code.' };
  }),
  serveReader(secondStepApi.renewRecoveryCodes, async (app, call) => ({
    recoveryCodes: await renewRecoveryCodes(app, changer(call)),
  })),
  serveReader(secondStepApi.beginPasskey, (app, { reader }) => startPasskey(app, reader)),
  serveReader(secondStepApi.addPasskey, (app, call) => turnPasskeyOn(app, changer(call), call.body)),
  serveReader(secondStepApi.renamePasskey, async (app, { params, body, reader }) => {
    await renamePasskey(app, reader.id, { id: params.id, name: body.name });
    return { message: 'The passkey is renamed.' };
  }),
  serveReader(secondStepApi.removePasskey, async (app, call) => {
    await turnPasskeyOff(app, changer(call), call.params.id);
    return { message: 'The passkey is removed. It no longer signs in.' };
  }),

  serve(signInStepApi.withCode, async (app, call) => ({
    user: shownMe(readerFrom(await finishWithCode(app, call, call.body.code), app.config)),
  })),
  serve(signInStepApi.beginPasskey, (app, call) => beginPasskeySignIn(app, call)),
  serve(signInStepApi.withPasskey, async (app, call) => ({
    user: shownMe(readerFrom(await finishWithPasskey(app, call, call.body.response), app.config)),
  })),

  serveReader(proofApi.prove, async (app, { body, reader, network }) => {
    await prove(app, reader, { ...body, network });
    return proven;
  }),
  serveReader(proofApi.beginPasskey, async (app, { reader }) => {
    const options = await authenticationOptionsFor(app.config, await passkeyRows(app, reader.id));
    await challengeSession(app, reader.sessionId, { purpose: 'prove', challenge: options.challenge });
    return options;
  }),
  serveReader(proofApi.withPasskey, async (app, { body, reader, network }) => {
    await limit(app, 'passkey', { network });
    const challenge = challengeIn(body.response);
    await takeSessionChallenge(app, reader.sessionId, { purpose: 'prove', challenge });
    await acceptPasskey(app, body.response, { challenge, userId: reader.id });
    await recordProof(app, reader, { bySecondStep: true });
    return proven;
  }),

  serveReader(activityApi.list, (app, { reader }) => activityOf(app, reader.id)),
];

const proven = { message: 'Thank you. You can continue.' };
