import { and, eq, lt, or } from 'drizzle-orm';
import { type App, transaction } from '../app.ts';
import { emailDigests, userPreferences, users } from '../db/schema.ts';
import { digestHeaders } from '../mail/headers.ts';
import { unsubscribeToken } from '../mail/unsubscribe.ts';

/** A claim older than this belonged to a worker that died between asking the mail server and writing down its answer. */
export const deliveryClaimMinutes = 5;

type DigestRow = typeof emailDigests.$inferSelect;

/** The mail server asked for patience; the queue tries again. */
export class TryLater extends Error {}

/**
 * Sends one composed digest. Safe to run at any time, any number of times: one claim at a time, and what is
 * unknown after a crash goes out again under the same Message-ID.
 * @throws TryLater when the mail server wants it later.
 */
export async function deliverDigest(app: App, digestId: string): Promise<void> {
  const digest = await claim(app, digestId);
  if (!digest) return;
  const { db, mailer, now } = app;
  const reader = await addressee(app, digest);
  const hold = reader && (reader.blocked ?? (reader.wantsMail ? null : 'E-mail notifications are off.'));
  if (!reader || hold) {
    await db
      .update(emailDigests)
      .set({ status: 'kept', claimedAt: null, lastError: hold ?? null })
      .where(eq(emailDigests.id, digest.id));
    return;
  }
  const answer = await mailer.send({
    id: digest.id,
    to: reader.email,
    subject: digest.subject,
    html: digest.content,
    text: digest.contentText,
    headers: headersFor(app, digest),
  });
  if (answer.outcome === 'later') {
    await db
      .update(emailDigests)
      .set({ status: 'pending', claimedAt: null, lastError: answer.response })
      .where(eq(emailDigests.id, digest.id));
    throw new TryLater(answer.response);
  }
  const at = now();
  await transaction(app, async ({ db }) => {
    if (answer.outcome === 'sent') {
      await db
        .update(emailDigests)
        .set({ status: 'sent', sentAt: at, claimedAt: null, lastError: null })
        .where(eq(emailDigests.id, digest.id));
      await db.update(users).set({ lastDigestSentAt: at }).where(eq(users.id, digest.userId));
    } else {
      await db
        .update(emailDigests)
        .set({ status: 'refused', claimedAt: null, lastError: answer.response })
        .where(eq(emailDigests.id, digest.id));
      if (answer.hardBounce)
        await db
          .update(users)
          .set({ mailBlocked: 'bounce', mailBlockedAt: at })
          .where(eq(users.id, digest.userId));
    }
  });
}

async function claim({ db, now }: App, digestId: string): Promise<DigestRow | undefined> {
  const at = now();
  const [digest] = await db.select().from(emailDigests).where(eq(emailDigests.id, digestId));
  if (!digest) return undefined;
  const [mine] = await db
    .update(emailDigests)
    .set({ status: 'sending', claimedAt: at, attempts: digest.attempts + 1 })
    .where(
      and(
        eq(emailDigests.id, digestId),
        or(
          eq(emailDigests.status, 'pending'),
          and(
            eq(emailDigests.status, 'sending'),
            lt(emailDigests.claimedAt, new Date(at.getTime() - deliveryClaimMinutes * 60_000)),
          ),
        ),
      ),
    )
    .returning({ id: emailDigests.id });
  return mine ? digest : undefined;
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
    .innerJoin(userPreferences, eq(userPreferences.userId, users.id))
    .where(eq(users.id, userId));
  if (!row) return undefined;
  const blocked = !row.isActive
    ? 'The account is closed.'
    : row.mailBlocked
      ? 'Mail to this address came back.'
      : null;
  return { email: row.email, blocked, wantsMail: row.wantsMail };
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
