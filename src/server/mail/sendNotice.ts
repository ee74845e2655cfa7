import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { users } from '#platform/db/schema.ts';
import { type Payloads, TryLater } from '#platform/queue/queues.ts';
import { withoutAddresses } from '#platform/runtime/log.ts';
import { openMail } from './enqueueMail.ts';
import { heedReply } from './heedReply.ts';
import { mailSite } from './layout/template.ts';
import { isMailName, kindOf, renderMail } from './mails.ts';

/**
 * Sends one mail that is not a digest; does nothing on a server without mail. After a complaint, an address only gets
 * security mail; after a hard bounce, none.
 * @throws TryLater if the mail server defers the mail.
 */
export async function sendNotice(app: App, job: Payloads['send-mail']): Promise<void> {
  const { mail } = job;
  if (app.config.mail.isOff) return;
  if (!isMailName(mail)) throw new Error(`There is no mail named ${mail}.`);
  const { to, data } = openMail(app, job);
  const [addressee] = await app.db
    .select({ blocked: users.mailBlocked, tier: users.subscriptionTier })
    .from(users)
    .where(eq(users.email, to));
  if (addressee?.blocked && (kindOf(mail) !== 'security' || addressee.blocked === 'bounce')) {
    app.log.warn({ mail, blocked: addressee.blocked }, 'a mail was held back');
    return;
  }
  const rendered = await renderMail(mail, data as never, mailSite(app.config, addressee?.tier));
  // A retry of the same job keeps its Message-ID, so that mail programs show one mail if a crash left it in doubt.
  const id = createHash('sha256').update(job.sealed).digest('hex').slice(0, 32);
  if (await app.mailer.has(id)) return;
  const answer = await heedReply(app, to, await app.mailer.send({ id, to, ...rendered }));
  if (answer.outcome === 'later') throw new TryLater(withoutAddresses(answer.response));
  if (answer.outcome === 'refused')
    app.log.warn({ mail, response: withoutAddresses(answer.response) }, 'a mail was refused');
}
