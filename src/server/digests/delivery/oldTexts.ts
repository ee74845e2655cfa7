import { and, asc, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import { emailDigests, searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import { subscriberIn } from '#shared/billing/plan.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import { deliveryPlan } from '#topics/topic/schedule.ts';
import type { DigestsApp } from '../app.ts';
import { withTokens } from '../store/mailedLinks.ts';
import { renderDigestMail } from './digestMail.ts';

type DigestRow = typeof emailDigests.$inferSelect;

/** Days for which a digest's mail is stored as it was sent. Hardly anybody requests an older one again. */
const storedDays = 90;

/** A mail takes about 35 kB. */
const batchSize = 200;

/**
 * Types of digests whose mail can be made again from their papers and sentences. Notices are short, and their content is
 * in no other column.
 */
const rebuilt = ['immediate', 'weekly', 'daily'];

/**
 * Empties the mails of digests that are older than `storedDays`: about half of their bytes. Papers, summary and
 * everything else on the pages stay as long as the account. If killed, the next run continues; if none is left it returns
 * immediately. Returns the number of emptied mails.
 * @throws the reason of `signal` if it is aborted, between two batches
 */
export async function leaveOutOldTexts(
  { db, now, log }: Pick<DigestsApp, 'db' | 'now' | 'log'>,
  signal?: AbortSignal,
): Promise<number> {
  const before = timeBefore(now(), storedDays * dayMs);
  const oldest = db
    .select({ id: emailDigests.id })
    .from(emailDigests)
    .where(
      and(
        lt(emailDigests.createdAt, before),
        ne(emailDigests.content, ''),
        inArray(emailDigests.digestType, rebuilt),
        // A digest that waits for its mail server is sent as it was composed.
        inArray(emailDigests.status, ['sent', 'kept', 'refused']),
      ),
    )
    .orderBy(asc(emailDigests.createdAt))
    .limit(batchSize);
  let emptied = 0;
  for (let more = true; more; ) {
    signal?.throwIfAborted();
    const rows = await db
      .update(emailDigests)
      .set({ content: '', contentText: '' })
      .where(inArray(emailDigests.id, oldest))
      .returning({ id: emailDigests.id });
    emptied += rows.length;
    more = rows.length === batchSize;
  }
  if (emptied) log.info({ mails: emptied }, 'texts of old mails were left out');
  return emptied;
}

/**
 * Both parts of a digest's mail with working links: as it was sent, or, if its text was dropped, made again from its
 * papers and sentences with the reader's present settings and today's layout. Null if the account was deleted.
 */
export async function mailToSendAgain(
  app: Pick<DigestsApp, 'db' | 'config' | 'secret'>,
  digest: DigestRow,
): Promise<{ html: string; text: string } | null> {
  const { content, contentText, searchTerm, searchTermId } = digest;
  if (content || !rebuilt.includes(digest.digestType))
    return { html: withTokens(app, digest, content), text: withTokens(app, digest, contentText) };
  const [row] = await app.db
    .select({ user: users, preferences: userPreferences, schedule: searchTerms.schedule })
    .from(users)
    .innerJoin(userPreferences, eq(userPreferences.userId, users.id))
    .leftJoin(searchTerms, searchTermId ? eq(searchTerms.id, searchTermId) : sql`false`)
    .where(eq(users.id, digest.userId));
  if (!row) return null;
  const user = subscriberIn(app.config.edition, row.user);
  const { preferences } = row;
  const plan = deliveryPlan(user, preferences, { schedule: row.schedule });
  return renderDigestMail(
    app,
    { ...digest, searchTerm: searchTerm ?? '' },
    { reader: { user, preferences }, cadence: plan.schedule?.cadence ?? 'weekly', nextDigest: null },
  );
}
