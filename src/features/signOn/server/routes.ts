import type { App } from '#kit/feature.ts';
import { type Route, serve, serveReader } from '#platform/http/route.ts';
import { outsideApi } from '../contract.ts';
import { beginConnection, beginSignIn, finishSignIn } from './signIn.ts';

export const routes: Route<App>[] = [
  serve(outsideApi.begin, (app, { http, network }) => beginSignIn(app, http, { network })),
  serveReader(outsideApi.connect, async (app, { http, reader, network }) => ({
    address: await beginConnection(app, http, { reader, network }),
  })),
  serve(outsideApi.finish, (app, { http, reader, network }) => finishSignIn(app, http, { reader, network })),
];
