import { type Route, serve } from '#platform/http/route.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { mailToolApi } from '#shared/mail/mailTool.ts';
import type { AdminApp } from './app.ts';
import { sendTestMail } from './mailTool.ts';

/** The operator's tools: a test mail and an immediate run of the planner. */
export const adminRoutes: Route<AdminApp>[] = [
  serve(mailToolApi.testEmail, sendTestMail),
  serve(mailToolApi.triggerDigest, async (app) => {
    await enqueue(app, 'tick', {}, { key: 'tick' });
    return { message: 'Digests that are due now are on their way. None is sent twice.' };
  }),
];
