import { originOf, recordActivity } from '#accounts/credentials/activity.ts';
import { requireProof } from '#accounts/credentials/proof.ts';
import type { App } from '#kit/feature.ts';
import { type Route, serveReader } from '#platform/http/route.ts';
import { apiTokenApi } from '../contract.ts';
import { createToken, revokeToken, tokensOf } from './tokens.ts';

export const routes: Route<App>[] = [
  serveReader(apiTokenApi.list, (app, { reader }) => tokensOf(app, reader.id)),
  serveReader(apiTokenApi.create, async (app, call) => {
    const { body, reader } = call;
    await requireProof(app, reader);
    const made = await createToken(app, reader.id, body);
    await recordActivity(app, reader.id, 'token-created', { detail: body.name, from: originOf(call) });
    return made;
  }),
  serveReader(apiTokenApi.revoke, async (app, call) => {
    const { params, reader } = call;
    await revokeToken(app, reader.id, params.id);
    await recordActivity(app, reader.id, 'token-revoked', { from: originOf(call) });
    return { message: 'The token is revoked. Scripts that used it can no longer read.' };
  }),
];
