import { apiTokenApi } from '../../shared/apiToken.ts';
import { type Route, serveReader } from '../serve.ts';
import { createToken, revokeToken, tokensOf } from './tokens.ts';

export const apiTokenRoutes: Route[] = [
  serveReader(apiTokenApi.list, (app, { reader }) => tokensOf(app, reader.id)),
  serveReader(apiTokenApi.create, (app, { body, reader }) => createToken(app, reader.id, body.name)),
  serveReader(apiTokenApi.revoke, async (app, { params, reader }) => {
    await revokeToken(app, reader.id, params.id);
    return { message: 'The token is revoked. Scripts that used it can no longer read.' };
  }),
];
