import { type Route, serveReader } from '#platform/http/route.ts';
import { apiTokenApi } from '#shared/accounts/apiToken.ts';
import type { AccountsApp } from './app.ts';
import { createToken, revokeToken, tokensOf } from './credentials/apiTokens.ts';

export const apiTokenRoutes: Route<AccountsApp>[] = [
  serveReader(apiTokenApi.list, (app, { reader }) => tokensOf(app, reader.id)),
  serveReader(apiTokenApi.create, (app, { body, reader }) => createToken(app, reader.id, body.name)),
  serveReader(apiTokenApi.revoke, async (app, { params, reader }) => {
    await revokeToken(app, reader.id, params.id);
    return { message: 'The token is revoked. Scripts that used it can no longer read.' };
  }),
];
