import type { Context } from 'hono';
import type { App } from '#kit/feature.ts';
import { type Route, serve } from '#platform/http/route.ts';
import { bouncesApi } from '../contract.ts';
import { acceptMailgun } from './mailgun.ts';
import { acceptPostmark } from './postmark.ts';
import { acceptGeneric } from './proof.ts';
import { acceptSes } from './ses.ts';

const accepted = { message: 'Accepted.' };

export const routes: Route<App>[] = [
  serve(bouncesApi.ses, async (app, { http }) => {
    await acceptSes(app, await http.req.text());
    return accepted;
  }),
  serve(bouncesApi.postmark, async (app, { http }) => {
    await acceptPostmark(app, authorization(http), await http.req.text());
    return accepted;
  }),
  serve(bouncesApi.mailgun, async (app, { http }) => {
    await acceptMailgun(app, await http.req.text());
    return accepted;
  }),
  serve(bouncesApi.generic, async (app, { http }) => {
    await acceptGeneric(app, authorization(http), await http.req.text());
    return accepted;
  }),
];

const authorization = ({ req }: Context): string | undefined => req.header('authorization');
