import { and, eq, ne, or, sql } from 'drizzle-orm';
import pRetry from 'p-retry';
import { type App, transaction } from '../app.ts';
import { emailDigests, searchTerms, userPreferences, users } from '../db/schema.ts';
import { digestHeaders } from '../mail/headers.ts';
import type { MailOutcome } from '../mail/send.ts';
import { unsubscribeToken } from '../mail/unsubscribe.ts';
import { enqueue } from '../queues.ts';
import { isDead, whileAlive } from './claim.ts';
import { undisturbed } from './quiet.ts';

/** What was asked for just now, by the sweep or with the row itself, is not asked for again so soon. */
export const sweepSeconds = 60;

/** A sender that is told to wait goes on for four to five days before it gives up (RFC 5321, 4.5.4.1). */
const patienceDays = 4;
const firstPauseSeconds = 30;
const longestPauseSeconds = 3600;

type DigestRow = typeof emailDigests.$inferSelect;
/** A digest in hand; `token` stands in its row. */
type Held = { digest: DigestRow; token: string; inDoubt: boolean };

/** The mail server asked for patience; the queue tries again. */
export class TryLater extends Error {}

/**
 * Sends one composed digest. Safe to run at any time, any number of times, by many at once: one claim at a time.
 * Of a mail whose sender was killed between the server's yes and the note of it nobody knows: where the mailer can
 * tell, it is asked; else the mail goes out again under the same Message-ID.
 */
export async function deliverDigest(app: App, digestId: string): Promise<void> {
  const held = await claim(app, digestId);
  if (!held) return;
  const reader = await addressee(app, held.digest);
  const hold = reader && (reader.blocked ?? (reader.wantsMail ? await unwanted(app, held.digest) : mailOff));
  if (!reader || hold) return end(app, held, { status: 'kept', lastError: hold ?? null });
  await undisturbed(async () => {
    const answer = await whileAlive(
      app,
      () => touch(app, held),
      () => handOver(app, held, reader.email),
    ).catch((error: unknown): MailOutcome => {
      app.log.error({ digest: digestId, err: error }, 'a digest could not be handed over');
      return { outcome: 'later', response: 'Something went wrong on our side.' };
    });
    if (answer.outcome === 'later') return postpone(app, held, answer.response);
    // The server has it, or will never: nothing but this note keeps a second mail from going out.
    await pRetry(() => note(app, held, answer), { retries: 8, minTimeout: 50, maxTimeout: 5000 });
  });
}

const mailOff = 'E-mail notifications are off.';

async function claim({ db, now }: App, digestId: string): Promise<Held | null> {
  const at = now();
  const token = crypto.randomUUID();
  const [before] = await db
    .select({ status: emailDigests.status })
    .from(emailDigests)
    .where(eq(emailDigests.id, digestId));
  if (before?.status !== 'pending' && before?.status !== 'sending') return null;
  const [digest] = await db
    .update(emailDigests)
    .set({
      status: 'sending',
      claimedAt: at,
      claimedBy: token,
      nextAttemptAt: null,
      attempts: sql`${emailDigests.attempts} + 1`,
    })
    .where(
      and(
        eq(emailDigests.id, digestId),
        or(
          eq(emailDigests.status, 'pending'),
          and(eq(emailDigests.status, 'sending'), isDead(emailDigests.claimedAt, at)),
        ),
      ),
    )
    .returning();
  return digest ? { digest, token, inDoubt: before.status === 'sending' } : null;
}

async function touch({ db, now }: App, { digest, token }: Held): Promise<boolean> {
  const rows = await db
    .update(emailDigests)
    .set({ claimedAt: now() })
    .where(and(eq(emailDigests.id, digest.id), eq(emailDigests.claimedBy, token)))
    .returning({ id: emailDigests.id });
  return rows.length > 0;
}

/** A topic that was paused or deleted since its digest was composed: who has just left gets no more mail. */
async function unwanted({ db }: App, { searchTermId, digestType }: DigestRow): Promise<string | null> {
  if (!searchTermId || digestType === 'correction') return null;
  const [term] = await db
    .select({ isActive: searchTerms.isActive, deletedAt: searchTerms.deletedAt })
    .from(searchTerms)
    .where(eq(searchTerms.id, searchTermId));
  return term?.isActive && !term.deletedAt ? null : 'The topic was paused or deleted.';
}

async function handOver(app: App, { digest, inDoubt }: Held, to: string): Promise<MailOutcome> {
  if (inDoubt && (await app.mailer.has?.(digest.id)))
    return { outcome: 'sent', response: 'It had been taken before.' };
  return app.mailer.send({
    id: digest.id,
    to,
    subject: digest.subject,
    html: digest.content,
    text: digest.contentText,
    headers: headersFor(app, digest),
  });
}

/** Whoever holds the claim by now: the mail did leave, or was refused, and the row has to say so. */
async function note(app: App, { digest }: Held, answer: Exclude<MailOutcome, { outcome: 'later' }>) {
  const at = app.now();
  const free = { claimedAt: null, claimedBy: null, nextAttemptAt: null };
  const row = and(eq(emailDigests.id, digest.id), ne(emailDigests.status, 'sent'));
  if (answer.outcome === 'sent') {
    // One statement, one round trip: until it is written a kill leaves the mail in doubt.
    const sent = app.db.$with('sent').as(
      app.db
        .update(emailDigests)
        .set({ ...free, status: 'sent', sentAt: at, lastError: null })
        .where(row)
        .returning({ userId: emailDigests.userId }),
    );
    await app.db
      .with(sent)
      .update(users)
      .set({ lastDigestSentAt: at })
      .where(sql`${users.id} in (select user_id from ${sent})`);
    return;
  }
  await transaction(app, async ({ db }) => {
    await db
      .update(emailDigests)
      .set({ ...free, status: 'refused', lastError: answer.response })
      .where(row);
    if (answer.hardBounce)
      await db
        .update(users)
        .set({ mailBlocked: 'bounce', mailBlockedAt: at })
        .where(eq(users.id, digest.userId));
  });
}

/** Waits half a minute, then twice as long each time, an hour at most; after four days nobody waits any more. */
async function postpone(app: App, held: Held, response: string): Promise<void> {
  const { digest } = held;
  const at = app.now().getTime();
  if (at - digest.createdAt.getTime() > patienceDays * 86_400_000)
    return end(app, held, {
      status: 'refused',
      lastError: `Given up after ${patienceDays} days: ${response}`,
    });
  const pause = Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** Math.min(digest.attempts - 1, 10));
  // Spread, so that what was turned away together does not come back together.
  const seconds = Math.ceil(pause * (1 + Math.random() / 2));
  app.log.warn({ digest: digest.id, attempts: digest.attempts, seconds, response }, 'a digest has to wait');
  await transaction(app, async (app) => {
    await end(app, held, {
      status: 'pending',
      lastError: response,
      nextAttemptAt: new Date(at + seconds * 1000),
    });
    await enqueue(app, 'deliver-digest', { digestId: digest.id }, { key: digest.id, after: seconds });
  });
}

async function end(
  { db }: Pick<App, 'db'>,
  { digest, token }: Held,
  state: Partial<DigestRow> & Pick<DigestRow, 'status'>,
): Promise<void> {
  await db
    .update(emailDigests)
    .set({ nextAttemptAt: null, ...state, claimedAt: null, claimedBy: null })
    .where(and(eq(emailDigests.id, digest.id), eq(emailDigests.claimedBy, token)));
}

/** Where a digest goes; `blocked` says why nothing may be sent there at all. */
export async function addressee(
  { db }: Pick<App, 'db'>,
  { userId }: { userId: string },
): Promise<{ email: string; blocked: string | null; wantsMail: boolean } | undefined> {
  const [row] = await db
    .select({
      email: users.email,
      isActive: users.isActive,
      mailBlocked: users.mailBlocked,
      wantsMail: userPreferences.weeklyDigest,
    })
    .from(users)
    .leftJoin(userPreferences, eq(userPreferences.userId, users.id))
    .where(eq(users.id, userId));
  if (!row) return undefined;
  const blocked = !row.isActive
    ? 'The account is closed.'
    : row.mailBlocked
      ? 'Mail to this address came back.'
      : null;
  return { email: row.email, blocked, wantsMail: row.wantsMail ?? true };
}

export const headersFor = (
  app: App,
  { userId, searchTermId, searchTerm }: DigestRow,
): Record<string, string> =>
  digestHeaders({
    baseUrl: app.config.baseUrl,
    supportEmail: app.config.mail.supportEmail,
    from: app.config.mail.from,
    term: searchTerm,
    token: unsubscribeToken(app, userId, searchTermId),
  });
