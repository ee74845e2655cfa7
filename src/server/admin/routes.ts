import { randomUUID } from 'node:crypto';
import { requireProof } from '#accounts/credentials/proof.ts';
import { renderDigest } from '#digests/render/render.ts';
import { sampleDigest } from '#digests/render/sample.ts';
import type { App } from '#kit/feature.ts';
import { mailSite } from '#mail/layout/template.ts';
import { renderMail } from '#mail/mails.ts';
import { digestHeaders } from '#mail/transport/message.ts';
import { recentActs, recordAct } from '#platform/audit.ts';
import { setBanner } from '#platform/banner.ts';
import { type Call, type Route, serve, serveReader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { limit } from '#platform/rateLimits.ts';
import { administrationApi } from '#shared/accounts/administration.ts';
import { AppError } from '#shared/contract/errors.ts';
import { mailToolApi } from '#shared/mail/mailTool.ts';
import { overviewOf } from './overview.ts';
import { changeReader, deleteReader, findReaders, resetReader, signOutReader } from './readers.ts';

const actsShown = 100;

/**
 * The operator's tools, and the administration page. Every call that changes something is in the audit log; those about
 * other accounts ask the administrator for a new proof of identity.
 */
export const adminRoutes: Route<App>[] = [
  serve(mailToolApi.testEmail, sendTestMail),
  serve(mailToolApi.triggerDigest, async (app) => {
    await enqueue(app, 'tick', {}, { key: 'tick' });
    return { message: 'Digests that are due now are on their way. None is sent twice.' };
  }),
  serveReader(administrationApi.overview, (app) => overviewOf(app)),
  serveReader(administrationApi.readers, (app, { query }) => findReaders(app, query.search)),
  serveReader(administrationApi.changeReader, async (app, { params, body, reader, network }) => {
    await requireProof(app, reader);
    return changeReader(app, { reader, network }, params.id, body);
  }),
  serveReader(administrationApi.resetReader, async (app, { params, reader, network }) => {
    await requireProof(app, reader);
    return resetReader(app, { reader, network }, params.id);
  }),
  serveReader(administrationApi.signOutReader, async (app, { params, reader, network }) => {
    await requireProof(app, reader);
    await signOutReader(app, { reader, network }, params.id);
    return { message: 'Every device of this account is signed out.' };
  }),
  serveReader(administrationApi.deleteReader, async (app, { params, reader, network }) => {
    await requireProof(app, reader);
    await deleteReader(app, { reader, network }, params.id);
    return { message: 'The account and everything about it was deleted.' };
  }),
  serveReader(administrationApi.setBanner, (app, { body, reader, network }) =>
    transaction(app, async (app) => {
      await setBanner(app, body.text);
      const action = body.text ? 'banner set' : 'banner removed';
      await recordAct(app, { actor: reader.id, network, action, detail: body.text });
      return { message: body.text ? 'Readers see the banner now.' : 'The banner was removed.' };
    }),
  ),
  serveReader(administrationApi.acts, async (app) =>
    (await recentActs(app, actsShown)).map((act) => ({ ...act, at: act.at.toISOString() })),
  ),
];

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
  const answer = await mailer.send({
    id: randomUUID(),
    to: email,
    ...mail,
    headers: type === 'digest' ? sampleHeaders(app) : {},
  });
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
