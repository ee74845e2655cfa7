import type { Context } from 'hono';
import { type Route, serve, serveReader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { bouncesApi } from '#shared/mail/bounces.ts';
import type { MailApp } from '../app.ts';
import { clearBlock } from './block.ts';
import { takeMailgun } from './mailgun.ts';
import { takePostmark } from './postmark.ts';
import { takeGeneric } from './proof.ts';
import { takeSes } from './ses.ts';

const accepted = { message: 'Accepted.' };

export const bouncesRoutes: Route<MailApp>[] = [
  serve(bouncesApi.ses, async (app, { http }) => {
    await takeSes(app, await http.req.text());
    return accepted;
  }),
  serve(bouncesApi.postmark, async (app, { http }) => {
    await takePostmark(app, authorization(http), await http.req.text());
    return accepted;
  }),
  serve(bouncesApi.mailgun, async (app, { http }) => {
    await takeMailgun(app, await http.req.text());
    return accepted;
  }),
  serve(bouncesApi.generic, async (app, { http }) => {
    await takeGeneric(app, authorization(http), await http.req.text());
    return accepted;
  }),
  serveReader(bouncesApi.clear, async (app, { reader }) => {
    if (reader.mailBlocked) {
      await limit(app, 'mail-block', { account: reader.id });
      await clearBlock(app, reader.id);
    }
    return { message: 'Mail goes to your address again, beginning with your next digest.' };
  }),
];

const authorization = ({ req }: Context): string | undefined => req.header('authorization');
