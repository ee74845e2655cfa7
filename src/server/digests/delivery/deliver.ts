import { and, eq, ne, or, sql } from 'drizzle-orm';
import pRetry from 'p-retry';
import type { MailOutcome, OutgoingMail } from '#mail/transport/types.ts';
import { anyOf, together } from '#platform/db/batch.ts';
import { emailDigests, users } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { undisturbed } from '#platform/sendPriority.ts';
import { dayMs } from '#shared/time.ts';
import type { DigestsApp } from '../app.ts';
import { isDead, whileAlive } from '../store/lease.ts';
import { mailOf } from './message.ts';
import { type Addressee, addressee } from './recipient.ts';

/** What was asked for just now, by the sweep or with the row itself, is not asked for again so soon. */
export const sweepSeconds = 60;

/** A sender that is told to wait goes on for four to five days before it gives up (RFC 5321, 4.5.4.1). */
const patienceDays = 4;
const firstPauseSeconds = 30;
const longestPauseSeconds = 3600;

type DigestRow = typeof emailDigests.$inferSelect;
/** A digest in hand; `token` stands in its row. */
type Held = { digest: Digest; token: string; inDoubt: boolean };
/** As far as delivery needs it. */
type Digest = Pick<
  DigestRow,
  'id' | 'userId' | 'searchTermId' | 'searchTerm' | 'digestType' | 'subject' | 'attempts' | 'createdAt'
>;

/**
 * Sends one composed digest. Safe to run at any time, any number of times, by many at once: one claim at a time.
 * Of a mail whose sender was killed between the server's yes and the note of it nobody knows: where the mailer can
 * tell, it is asked; else the mail goes out again under the same Message-ID.
 */
export async function deliverDigest(app: DigestsApp, digestId: string): Promise<void> {
  const held = await claim(app, digestId);
  if (!held) return;
  const reader = await addressee(app, held.digest);
  const hold = reader && (reader.blocked ?? (reader.wantsMail ? unwanted(held.digest, reader) : mailOff));
  if (!reader || hold) return end(app, held, { status: 'kept', lastError: hold ?? null });
  const mail = await mailOf(app, held.digest, reader.email);
  await undisturbed(async () => {
    const answer = await whileAlive(
      app,
      () => touch(app, held),
      () => handOver(app, held, mail),
    ).catch((error: unknown): MailOutcome => {
      app.log.error({ digest: digestId, err: error }, 'a digest could not be handed over');
      return { outcome: 'later', response: 'Something went wrong on our side.' };
    });
    if (answer.outcome === 'later') return postpone(app, held, answer.response);
    // The server has it, or will never: nothing but this note keeps a second mail from going out.
    await pRetry(() => note(app, held.digest, answer), { retries: 8, minTimeout: 50, maxTimeout: 5000 });
  });
}

const mailOff = 'E-mail notifications are off.';

const claim = together(
  async ({ db, now }: DigestsApp, digestIds: string[]) => {
    const at = now();
    const token = crypto.randomUUID();
    const free = and(
      anyOf(emailDigests.id, digestIds),
      or(
        eq(emailDigests.status, 'pending'),
        and(eq(emailDigests.status, 'sending'), isDead(emailDigests.claimedAt, at)),
      ),
    );
    // What stood in a row before: it is locked, so that nobody changes it in between; in the order of their ids, so
    // that two claims never wait for each other.
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
        status: 'sending',
        claimedAt: at,
        claimedBy: token,
        nextAttemptAt: null,
        attempts: sql`${emailDigests.attempts} + 1`,
      })
      .from(before)
      .where(eq(emailDigests.id, before.claimed))
      .returning({
        was: before.was,
        id: emailDigests.id,
        userId: emailDigests.userId,
        searchTermId: emailDigests.searchTermId,
        searchTerm: emailDigests.searchTerm,
        digestType: emailDigests.digestType,
        subject: emailDigests.subject,
        attempts: emailDigests.attempts,
        createdAt: emailDigests.createdAt,
      })
      .prepare('claim-digests')
      .execute();
    const byId = new Map(digests.map((digest) => [digest.id, digest]));
    return digestIds.map((id): Held | null => {
      const digest = byId.get(id);
      byId.delete(id);
      return digest ? { digest, token, inDoubt: digest.was === 'sending' } : null;
    });
  },
  { patience: 10 },
);

async function touch({ db, now }: DigestsApp, { digest, token }: Held): Promise<boolean> {
  const rows = await db
    .update(emailDigests)
    .set({ claimedAt: now() })
    .where(and(eq(emailDigests.id, digest.id), eq(emailDigests.claimedBy, token)))
    .returning({ id: emailDigests.id });
  return rows.length > 0;
}

/** A topic that was paused or deleted since its digest was composed: who has just left gets no more mail. */
const unwanted = ({ searchTermId, digestType }: Digest, { follows }: Addressee): string | null =>
  !searchTermId || digestType === 'correction' || follows ? null : 'The topic was paused or deleted.';

async function handOver(app: DigestsApp, { inDoubt }: Held, mail: OutgoingMail): Promise<MailOutcome> {
  if (inDoubt && (await app.mailer.has?.(mail.id)))
    return { outcome: 'sent', response: 'It had been taken before.' };
  return app.mailer.send(mail);
}

const free = { claimedAt: null, claimedBy: null, nextAttemptAt: null };

/** Whoever holds the claim by now: the mail did leave, or was refused, and the row has to say so. */
async function note(app: DigestsApp, digest: Digest, answer: Exclude<MailOutcome, { outcome: 'later' }>) {
  if (answer.outcome === 'sent') return noteSent(app, digest.id);
  await transaction(app, async ({ db }) => {
    await db
      .update(emailDigests)
      .set({ ...free, status: 'refused', lastError: answer.response })
      .where(and(eq(emailDigests.id, digest.id), ne(emailDigests.status, 'sent')));
    if (answer.hardBounce)
      await db
        .update(users)
        .set({ mailBlocked: 'bounce', mailBlockedAt: app.now() })
        .where(eq(users.id, digest.userId));
  });
}

/** One statement, one round trip, and no waiting for others: until it is written a kill leaves the mails in doubt. */
const noteSent = together(async ({ db, now }: Pick<DigestsApp, 'db' | 'now'>, digestIds: string[]) => {
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
    .where(sql`${users.id} in (select user_id from ${sent})`)
    .prepare('note-sent')
    .execute();
  return digestIds.map(() => undefined);
});

/** Waits half a minute, then twice as long each time, an hour at most; after four days nobody waits any more. */
async function postpone(app: DigestsApp, held: Held, response: string): Promise<void> {
  const { digest } = held;
  const at = app.now().getTime();
  if (at - digest.createdAt.getTime() > patienceDays * dayMs)
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
  { db }: Pick<DigestsApp, 'db'>,
  { digest, token }: Held,
  state: Partial<DigestRow> & Pick<DigestRow, 'status'>,
): Promise<void> {
  await db
    .update(emailDigests)
    .set({ nextAttemptAt: null, ...state, claimedAt: null, claimedBy: null })
    .where(and(eq(emailDigests.id, digest.id), eq(emailDigests.claimedBy, token)));
}
