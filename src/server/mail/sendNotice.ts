import { createHash } from 'node:crypto';
import { and, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { anyOf } from '#platform/db/batch.ts';
import { emailDigests, systemState, users } from '#platform/db/schema.ts';
import { recordMoment } from '#platform/installation.ts';
import { transaction } from '#platform/platform.ts';
import { type Payloads, TryLater } from '#platform/queue/queues.ts';
import { withoutAddresses } from '#platform/runtime/log.ts';
import { pluck } from '#shared/values/pick.ts';
import { dayMs, hourMs, timeAfter, timeBefore } from '#shared/values/time.ts';
import { enqueueMail, openMail } from './enqueueMail.ts';
import { mailSite } from './layout/template.ts';
import { isMailName, kindOf, renderMail } from './mails.ts';
import { domainOf } from './transport/message.ts';
import type { MailOutcome } from './transport/types.ts';

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
  const known = app.db.select({ blocked: users.mailBlocked, tier: users.subscriptionTier }).from(users);
  const [addressee] = await known.where(eq(users.email, to));
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

/** A reply that may come from a server without its list of users stops mail the second time within this. */
const doubtDays = 14;
/** So many addresses of a domain that vanish in an hour, while it takes no mail, have not vanished. */
const unknownAtOnce = 10;

/**
 * Heeds what a mail server says of the reader or of us: stops mail to an address that does not exist, but not when a whole
 * domain suddenly has none, and tells the operator when all mail waits.
 * @returns the outcome for this mail, which waits where the reply is not believed
 */
export async function heedReply(app: App, to: string, answer: MailOutcome): Promise<MailOutcome> {
  if (answer.outcome === 'later' && answer.pausedUntil)
    await tellOperator(app, answer.pausedUntil, withoutAddresses(answer.response));
  if (answer.outcome !== 'refused' || answer.fault === 'mail') return answer;
  const { db, now } = app;
  const at = now();
  const its = and(eq(users.email, to), isNull(users.mailBlocked));
  const unsent = or(isNull(users.lastDigestSentAt), lt(users.lastDigestSentAt, users.mailDoubtedAt));
  const doubted = and(gt(users.mailDoubtedAt, timeBefore(at, doubtDays * dayMs)), unsent);
  if (answer.fault === 'perhaps' && !(await db.$count(users, and(its, doubted)))) {
    await db.update(users).set({ mailDoubtedAt: at }).where(its);
    return answer;
  }
  const hourAgo = timeBefore(at, hourMs);
  const neighbors = sql`split_part(${users.email}, '@', 2) = ${domainOf(to)}`;
  const vanished = and(neighbors, gt(users.mailBlockedAt, hourAgo), ne(users.email, to));
  const isWell = await db.$count(users, and(neighbors, gt(users.lastDigestSentAt, hourAgo)));
  if (isWell || (await db.$count(users, vanished)) < unknownAtOnce - 1) {
    await db.update(users).set({ mailBlocked: 'bounce', mailBlockedAt: at }).where(its);
    return answer;
  }
  const isLost = and(vanished, eq(users.mailBlocked, 'bounce'));
  const restored = await db
    .update(users)
    .set({ mailBlocked: null })
    .where(isLost)
    .returning({ id: users.id });
  await db.update(users).set({ mailBlockedAt: at }).where(its);
  // Their digests of this hour, too.
  const isRecent = gt(emailDigests.createdAt, timeBefore(at, dayMs));
  const isRefused = and(eq(emailDigests.status, 'refused'), isRecent);
  await db
    .update(emailDigests)
    .set({ status: 'pending', nextAttemptAt: timeAfter(at, hourMs / 2) })
    .where(and(anyOf(emailDigests.userId, pluck(restored, 'id')), isRefused));
  await tellOperator(app, timeAfter(at, hourMs), withoutAddresses(answer.response));
  return { outcome: 'later', response: answer.response };
}

/** In the log, at `/readyz?details`, and once a day by mail, which leaves when mail does. */
async function tellOperator(app: App, until: Date, reply: string): Promise<void> {
  const { adminEmails, mail } = app.config;
  app.log.error({ until, reply }, 'mail waits, because the mail server refuses what is sent');
  await transaction(app, async (app) => {
    const [before] = await app.db.select().from(systemState).where(eq(systemState.name, 'mail'));
    await recordMoment(app.db, 'mail', { at: until, detail: reply });
    if (before && before.at > timeBefore(app.now(), dayMs)) return;
    for (const to of adminEmails.length ? adminEmails : [mail.supportEmail])
      await enqueueMail(app, 'mail-waits', to, { reply, at: app.now().toISOString() });
  });
}
