import type { App } from '#kit/feature.ts';
import { type Route, serve } from '#platform/http/route.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { bouncesApi } from '../contract.ts';
import { acceptMailgun } from './mailgun.ts';
import { acceptPostmark } from './postmark.ts';
import { acceptGeneric } from './proof.ts';
import { acceptSes } from './ses.ts';

type Accept = (app: App, body: string, authorization: string | undefined) => Promise<void>;

const accepting = (endpoint: Endpoint, accept: Accept): Route<App> =>
  serve(endpoint, async (app: App, { http: { req } }) => {
    await accept(app, await req.text(), req.header('authorization'));
    return { message: 'Accepted.' };
  });

export const routes: Route<App>[] = [
  accepting(bouncesApi.ses, acceptSes),
  accepting(bouncesApi.postmark, acceptPostmark),
  accepting(bouncesApi.mailgun, acceptMailgun),
  accepting(bouncesApi.generic, acceptGeneric),
];
