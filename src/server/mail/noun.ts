import type { Hono } from 'hono';
import { feature } from '#kit/feature.ts';
import { mailboxRoutes } from './mailbox.ts';

export const mail = feature({
  name: 'mail',
  // The mails that would have been sent. Only in development, and only if none is really sent.
  mounts: (app): Record<string, Hono> =>
    app.config.production || app.config.mail.smtpUrl ? {} : { '/mailbox': mailboxRoutes(app) },
  jobs: async () => ({
    work: { 'send-mail': (await import('./sendNotice.ts')).sendNotice },
    tidy: (await import('./transport/accepted.ts')).removeOldNotes,
  }),
});
