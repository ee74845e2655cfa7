import type { Context } from 'hono';
import type { App } from '#kit/feature.ts';
import { type Route, serve, serveReader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { bouncesApi } from '#shared/mail/mailTool.ts';
import { clearBlock } from './block.ts';
import { acceptMailgun } from './mailgun.ts';
import { acceptPostmark } from './postmark.ts';
import { acceptGeneric } from './proof.ts';
import { acceptSes } from './ses.ts';

const accepted = { message: 'Accepted.' };

export const bouncesRoutes: Route<App>[] = [
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
  serveReader(bouncesApi.clear, async (app, { reader }) => {
    if (reader.mailBlocked) {
      await limit(app, 'mail-block', { account: reader.id });
      await clearBlock(app, reader.id);
    }
    return { message: 'Email to your address is on again, starting with your next digest.' };
  }),
];

const authorization = ({ req }: Context): string | undefined => req.header('authorization');
