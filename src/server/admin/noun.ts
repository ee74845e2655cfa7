import { randomUUID } from 'node:crypto';
import { renderDigest } from '#digests/render/render.ts';
import { sampleDigest } from '#digests/render/sample.ts';
import { type App, feature } from '#kit/feature.ts';
import { mailSite } from '#mail/layout/template.ts';
import { renderMail } from '#mail/mails.ts';
import { digestHeaders } from '#mail/transport/message.ts';
import { type Call, serve } from '#platform/http/route.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { limit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import { mailToolApi } from '#shared/mail/mailTool.ts';

/** The operator's tools. */
export const admin = feature({
  name: 'admin',
  routes: [
    serve(mailToolApi.testEmail, sendTestMail),
    serve(mailToolApi.triggerDigest, async (app: App) => {
      await enqueue(app, 'tick', {}, { key: 'tick' });
      return { message: 'Digests that are due now are on their way. None is sent twice.' };
    }),
  ],
});

/**
 * Sends one mail immediately, so that an operator who sets up a mail server sees its reply.
 * @throws AppError `forbidden` for an address of somebody else, `unavailable` when the server did not accept the mail.
 */
async function sendTestMail(
  app: App,
  { body: { email, type }, reader, network }: Call<typeof mailToolApi.testEmail>,
): Promise<{ message: string }> {
  const { config, mailer, now } = app;
  if (config.production && email !== reader?.email && !config.adminEmails.includes(email))
    throw new AppError('forbidden', 'Test mails go to your own address or to another administrator only.');
  await limit(app, 'test-mail', { ...(reader ? { account: reader.id } : {}), network });

  const site = mailSite(config);
  const mail =
    type === 'digest' ? await renderDigest(sampleDigest(site, now())) : await renderMail('welcome', {}, site);
  const headers = type === 'digest' ? sampleHeaders(app) : {};
  const answer = await mailer.send({ id: randomUUID(), to: email, ...mail, headers });
  if (answer.outcome !== 'sent')
    throw new AppError('unavailable', `The mail server did not take the mail: ${answer.response}`);
  const kept = config.mail.smtpUrl ? '' : ' It is in the local mailbox at /mailbox.';
  return { message: `${type === 'digest' ? 'Sample digest' : 'Welcome email'} sent to ${email}.${kept}` };
}

/** The headers of a real digest; the token unsubscribes nobody. */
const sampleHeaders = ({ config: { baseUrl, mail } }: App) =>
  digestHeaders({
    baseUrl,
    term: 'sample',
    token: 'sample',
    from: mail.from,
    supportEmail: mail.supportEmail,
  });
