import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import pRetry from 'p-retry';
import type { App } from '#kit/feature.ts';
import { mailSite } from '#mail/layout/template.ts';
import { type RenderedMail, renderTemplate } from '#mail/mails.ts';
import { heedReply } from '#mail/sendNotice.ts';
import { digestHeaders } from '#mail/transport/message.ts';
import type { MailOutcome, OutgoingMail } from '#mail/transport/types.ts';
import { anyOf, batched } from '#platform/db/batch.ts';
import { emailDigests, searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import type { SignedInCall } from '#platform/http/route.ts';
import { claimed, released } from '#platform/lease.ts';
import { transaction } from '#platform/platform.ts';
import { enqueue, TryLater } from '#platform/queue/queues.ts';
import { limit } from '#platform/rateLimits.ts';
import { subscriberIn } from '#shared/billing/plan.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { digestApi } from '#shared/digests/digest.ts';
import { pick, pluck } from '#shared/values/pick.ts';
import { dayMs, timeAfter } from '#shared/values/time.ts';
import { feedbackLink } from '#topics/feedback/judge.ts';
import { pauseLink, unsubscribeLink, unsubscribeToken } from '#topics/pause.ts';
import { deliveryPlan } from '#topics/topic/schedule.ts';
import { topicKey } from '#topics/topic/topic.ts';
import { correctionNotice, nothingNew } from '../render/notes.ts';
import { renderDigest } from '../render/render.ts';
import { type DigestRow, digestColumns } from './finish.ts';
import { digestLeases } from './lease.ts';

/** A mail sender should retry for four to five days before it gives up (RFC 5321, 4.5.4.1). */
const giveUpDays = 4;
const firstPauseSeconds = 30;
const longestPauseSeconds = 3600;

/** A digest leased for sending. The lease token is in its row. */
type DigestLease = {
  id: string;
  token: string;
  digest: DigestRow;
  /** Whether an earlier sender may have handed the mail over and then died. */
  inDoubt: boolean;
};

/**
 * Sends one composed digest. Safe to run at any time, any number of times, by many at once, because of the lease. After a
 * process died or an attempt failed, it asks the mailer whether the mail was already accepted. If the mailer does not
 * know, the mail is sent again under the same Message-ID.
 */
export async function deliverDigest(app: App, digestId: string): Promise<void> {
  const lease = await leaseDigest(app, digestId);
  if (!lease) return;
  const reader = await findRecipient(app, lease.digest);
  const heldBecause = app.config.mail.isOff ? noMailHere : reader && whyHeld(lease.digest, reader);
  if (!reader || heldBecause) return end(app, lease, { status: 'kept', lastError: heldBecause ?? null });
  if (lease.inDoubt && isTooOld(app, lease.digest)) return giveUp(app, lease, 'sending was interrupted.');
  const answer = await digestLeases
    .withHeartbeat(app, lease, (lost) => handOver(app, lease, reader, lost))
    .catch((error: unknown): MailOutcome => {
      app.log.error({ digest: digestId, err: error }, 'a digest could not be handed over');
      return { outcome: 'later', response: 'Something went wrong on our side.' };
    });
  if (answer.outcome === 'later') return postpone(app, lease, answer.response);
  // The mailer has noted that the server accepted the mail. Readers and the sweep only see this row.
  const patience = { retries: 8, minTimeout: 50, maxTimeout: 5000 };
  await pRetry(() => recordOutcome(app, lease.digest, answer), patience);
}

const noMailHere = 'This server sends no mail.';
const mailOff = 'Email notifications are off.';

const leaseDigest = batched(
  async ({ db, now }: App, digestIds: string[]) => {
    const at = now();
    const token = crypto.randomUUID();
    const isLeft = and(eq(emailDigests.status, 'sending'), digestLeases.isExpired(at));
    const free = and(anyOf(emailDigests.id, digestIds), or(eq(emailDigests.status, 'pending'), isLeft));
    // The rows' former state, locked so that nothing changes it in between, and in order of id so that two batches never
    // deadlock.
    const before = db.$with('before').as(
      db
        .select({
          claimed: sql<string>`${emailDigests.id}`.as('claimed'),
          was: sql<string>`${emailDigests.status}`.as('was'),
        })
        .from(emailDigests)
        .where(free)
        .orderBy(emailDigests.id)
        .for('update'),
    );
    const digests = await db
      .with(before)
      .update(emailDigests)
      .set({
        ...{ status: 'sending', ...claimed(at, token), nextAttemptAt: null },
        attempts: sql`${emailDigests.attempts} + 1`,
      })
      .from(before)
      .where(eq(emailDigests.id, before.claimed))
      .returning({ was: before.was, ...digestColumns });
    const byId = new Map(digests.map((digest) => [digest.id, digest]));
    return digestIds.map((id): DigestLease | null => {
      const digest = byId.get(id);
      byId.delete(id);
      return digest ? { id, token, digest, inDoubt: digest.was === 'sending' } : null;
    });
  },
  { maxWaitMs: 10 },
);

/** Why a digest is not mailed; null if it is. */
const whyHeld = (digest: DigestRow, reader: Recipient): string | null =>
  reader.blocked ?? ((reader.preferences?.weeklyDigest ?? true) ? unwanted(digest, reader) : mailOff);

/** Why a digest is no longer wanted: its topic was paused or deleted after it was composed. Null if it is wanted. */
const unwanted = ({ searchTermId, digestType }: DigestRow, { follows }: Recipient): string | null =>
  !searchTermId || digestType === 'correction' || follows ? null : 'The topic was paused or deleted.';

async function handOver(app: App, { inDoubt, digest }: DigestLease, to: Recipient, lost: AbortSignal) {
  if ((inDoubt || digest.attempts > 1) && (await app.mailer.has(digest.id)))
    return { outcome: 'sent' as const, response: 'The mail server had accepted it before.' };
  return heedReply(app, to.user.email, await app.mailer.send({ ...(await mailOf(app, digest, to)), lost }));
}

const free = { ...released, nextAttemptAt: null };

/** Regardless of who holds the lease: the mail left or was refused, and the row must say so. */
async function recordOutcome(
  app: App,
  digest: DigestRow,
  answer: Exclude<MailOutcome, { outcome: 'later' }>,
) {
  if (answer.outcome === 'sent') return recordSent(app, digest.id);
  await app.db
    .update(emailDigests)
    .set({ ...free, status: 'refused', lastError: answer.response })
    .where(and(eq(emailDigests.id, digest.id), ne(emailDigests.status, 'sent')));
}

/** One statement, one round trip. A crash before it loses nothing: the mailer has noted which mails were accepted. */
const recordSent = batched(
  async ({ db, now }: App, digestIds: string[]) => {
    const at = now();
    const sent = db.$with('sent').as(
      db
        .update(emailDigests)
        .set({ ...free, status: 'sent', sentAt: at, lastError: null })
        .where(and(anyOf(emailDigests.id, digestIds), ne(emailDigests.status, 'sent')))
        .returning({ userId: emailDigests.userId }),
    );
    await db
      .with(sent)
      .update(users)
      .set({ lastDigestSentAt: at })
      .where(sql`${users.id} in (select user_id from ${sent})`);
    return digestIds.map(() => undefined);
  },
  { maxWaitMs: 10 },
);

/** Retries after half a minute, then doubles the pause up to an hour; gives up after four days. */
async function postpone(app: App, lease: DigestLease, response: string): Promise<void> {
  const { digest } = lease;
  const at = app.now();
  if (isTooOld(app, digest)) return giveUp(app, lease, response);
  const pause = Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** Math.min(digest.attempts - 1, 10));
  // Jitter, so that mails deferred together do not all come back at once.
  const seconds = Math.ceil(pause * (1 + Math.random() / 2));
  app.log.warn({ digest: digest.id, attempts: digest.attempts, seconds, response }, 'a digest has to wait');
  const nextAttemptAt = timeAfter(at, seconds * 1000);
  await transaction(app, async (app) => {
    await end(app, lease, { status: 'pending', lastError: response, nextAttemptAt });
    await enqueue(app, 'deliver-digest', { digestId: digest.id }, { key: digest.id, after: seconds });
  });
}

const isTooOld = ({ now }: App, { createdAt }: DigestRow): boolean =>
  now().getTime() - createdAt.getTime() > giveUpDays * dayMs;

const giveUp = (app: App, lease: DigestLease, reason: string): Promise<void> =>
  end(app, lease, { status: 'refused', lastError: `Stopped trying after ${giveUpDays} days: ${reason}` });

async function end(
  { db }: App,
  lease: DigestLease,
  state: Partial<DigestRow> & Pick<DigestRow, 'status'>,
): Promise<void> {
  const after = { nextAttemptAt: null, ...state, ...released };
  await db.update(emailDigests).set(after).where(digestLeases.isHeldBy(lease));
}

/**
 * Enqueues a digest of one of the reader's topics to be sent again: the given one, or the newest. At most three an hour.
 * @throws AppError if there is no such digest, or if mail to the reader is blocked
 */
export async function resendDigest(
  app: App,
  { body, reader, network }: SignedInCall<typeof digestApi.resend>,
) {
  if (app.config.mail.isOff) throw new AppError('unavailable', 'This server sends no mail.');
  const rows = await app.db
    .select(pick(emailDigests, 'id searchTerm searchTermId userId'))
    .from(emailDigests)
    .where(and(eq(emailDigests.userId, reader.id), inArray(emailDigests.status, ['sent', 'kept', 'refused'])))
    .orderBy(desc(emailDigests.createdAt));
  const wanted = rows.find(
    ({ id, searchTerm }) =>
      searchTerm &&
      topicKey(searchTerm) === topicKey(body.searchTerm) &&
      (body.digestId === undefined || id === body.digestId),
  );
  if (!wanted) throw new AppError('not_found', 'There is no digest for this search term yet.');
  const to = await findRecipient(app, wanted);
  if (!to || to.blocked) throw new AppError('conflict', to?.blocked ?? 'This account is closed.');
  await limit(app, 'resend', { account: reader.id, network });
  await enqueue(app, 'resend-digest', { digestId: wanted.id, mailId: randomUUID() });
  return {
    message: `The digest for “${wanted.searchTerm}” is on its way to ${reader.email}.`,
    searchTerm: wanted.searchTerm!,
  };
}

/**
 * Sends the mail of a digest once more, with the same papers and sentences.
 * @throws TryLater if the mail server asks to retry later
 */
export async function sendAgain(app: App, { digestId, mailId }: { digestId: string; mailId: string }) {
  const [digest] = await app.db.select(digestColumns).from(emailDigests).where(eq(emailDigests.id, digestId));
  const to = digest && (await findRecipient(app, digest));
  if (!to || to.blocked) return;
  // The job runs again if a process died after the mail server had accepted the mail.
  if (await app.mailer.has(mailId)) return;
  const sent = await app.mailer.send(await mailOf(app, digest, to, mailId));
  const answer = await heedReply(app, to.user.email, sent);
  if (answer.outcome === 'later') throw new TryLater(answer.response);
  if (answer.outcome === 'refused')
    app.log.warn({ digest: digestId, response: answer.response }, 'a resent digest was refused');
}

/**
 * The mail of a digest, made from its row each time it is sent, with links that work and the reader's present settings:
 * no mail and no link is stored. Papers and sentences are those of the row. `id` becomes its Message-ID.
 */
async function mailOf(app: App, digest: DigestRow, to: Recipient, id = digest.id): Promise<OutgoingMail> {
  const { html, text } = await render(app, digest, to);
  const { baseUrl, mail } = app.config;
  const token = unsubscribeToken(app, digest.userId, digest.searchTermId);
  const headers = digestHeaders({ baseUrl, ...mail, term: digest.searchTerm, token });
  return { id, to: to.user.email, subject: digest.subject, html, text, headers };
}

function render(app: App, digest: DigestRow, recipient: Recipient): Promise<RenderedMail> {
  const { user, follows } = recipient;
  const { searchTermId } = digest;
  const site = mailSite(app.config, user.subscriptionTier);
  const links = {
    dashboardLink: `${app.config.baseUrl}/dashboard`,
    unsubscribeLink: unsubscribeLink(app, user.id, searchTermId),
  };
  const papers = digest.papersData;
  const term = digest.searchTerm ?? '';
  if (digest.digestType === 'note') {
    const { coverage, filtered, passedOver, nearestMiss: nearest } = digest;
    const note = {
      ...links,
      term,
      ...daysOf(digest),
      coverage,
      filtered,
      passedOver: passedOver ?? 0,
      nearest,
    };
    return renderTemplate(nothingNew, note, site);
  }
  if (digest.digestType === 'correction') {
    const told = papers.map(({ title, url, told }) => ({ title, url, ...told! }));
    return renderTemplate(correctionNotice, { ...links, papers: told }, site);
  }
  const timeZone = recipient.preferences?.timeZone ?? 'UTC';
  const plan = deliveryPlan(user, { deliveryDay: 'sunday', timeZone }, { schedule: recipient.schedule });
  return renderDigest({
    ...digest,
    digestId: digest.id,
    ...{ term, papers, site, timeZone, now: digest.periodEnd },
    cadence: plan.schedule?.cadence ?? 'weekly',
    links: {
      digest: `${app.config.baseUrl}/digests/${digest.id}`,
      unsubscribe: links.unsubscribeLink,
      pause: searchTermId && pauseLink(app, user.id, searchTermId),
      manage: links.dashboardLink,
      library: user.libraryLink,
      files: app.features.flatMap(({ digestFiles }) => digestFiles?.(app, digest.id) ?? []),
      feedback:
        searchTermId && papers.every(({ id }) => id)
          ? papers.map(({ id }, at) => {
              const link = feedbackLink(app, { termId: searchTermId, paperId: Number(id) });
              // By it, a signed-in reader comes to the paper in its digest.
              return `${link}&at=${digest.id}.${at + 1}`;
            })
          : null,
    },
    nextDigest: follows ? recipient.nextDigest : null,
  });
}

/** The days that were read, as ISO dates: those of its sources together, or its period. */
function daysOf({ coverage, periodStart, periodEnd }: DigestRow) {
  const day = (moment: Date): string => moment.toISOString().slice(0, 10);
  const [from = day(periodStart)] = pluck(coverage, 'from').sort();
  return { from, to: pluck(coverage, 'to').sort().at(-1) ?? day(periodEnd) };
}

/** What delivery needs to know about the reader of a digest. */
type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>;

/** The recipient of a digest; undefined if the reader was deleted. */
const findRecipient = batched(
  async ({ db, config }: App, digests: Pick<DigestRow, 'userId' | 'searchTermId'>[]) => {
    const topicIds = digests.flatMap(({ searchTermId }) => searchTermId ?? []);
    const isTheirs = and(eq(searchTerms.userId, users.id), anyOf(searchTerms.id, topicIds));
    const rows = await db
      .select({
        ...{ user: users, preferences: userPreferences },
        topic: pick(searchTerms, 'id schedule isActive deletedAt nextScheduledRun'),
      })
      .from(users)
      .leftJoin(userPreferences, eq(userPreferences.userId, users.id))
      .leftJoin(searchTerms, isTheirs)
      .where(anyOf(users.id, pluck(digests, 'userId')));
    return digests.map(({ userId, searchTermId }) => {
      const own = rows.filter(({ user }) => user.id === userId);
      const found = own[0];
      if (!found) return undefined;
      const topic = own.find((row) => row.topic?.id === searchTermId)?.topic;
      return {
        user: subscriberIn(config.edition, found.user),
        /** Null for an account that was created by hand. */
        preferences: found.preferences,
        /** Why no mail may be sent to this address. */
        blocked: whyBlocked(found.user),
        /** Whether the digest's topic still exists and is active. */
        follows: Boolean(topic?.isActive && !topic.deletedAt),
        schedule: topic?.schedule ?? null,
        /** When the topic's next digest is due. */
        nextDigest: topic?.nextScheduledRun ?? null,
      };
    });
  },
);

function whyBlocked({ isActive, mailBlocked }: typeof users.$inferSelect): string | null {
  if (!isActive) return 'The account is closed.';
  return mailBlocked ? 'Mail to this address came back.' : null;
}
