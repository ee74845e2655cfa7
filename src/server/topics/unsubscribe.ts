import { and, count, eq, isNull } from 'drizzle-orm';
import { quoted } from '#mail/layout/words.ts';
import { searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import { uuidBytes, uuidOf } from '#platform/http/uuid.ts';
import { transaction } from '#platform/platform.ts';
import { readToken, signToken } from '#platform/signedLink.ts';
import { can } from '#shared/billing/plan.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Unsubscribed } from '#shared/mail/unsubscribe.ts';
import type { TopicsApp } from './app.ts';

/** A reader and one of their topics; `termId` null means all topics. */
export interface Subscription {
  userId: string;
  termId: string | null;
}

/**
 * Stops digests: of one topic by pausing it, or all of them through the reader's preferences.
 * Other mails continue.
 * Idempotent; a deleted topic or account gets the same answer.
 * @throws AppError `not_found` when the token is not ours.
 */
export async function unsubscribe(
  app: Pick<TopicsApp, 'db' | 'secret'>,
  token: string,
  { all = false } = {},
): Promise<Unsubscribed> {
  const { userId, termId } = read(app, token);
  if (termId && !all) {
    const [term] = await app.db
      .update(searchTerms)
      .set({ isActive: false })
      .where(and(eq(searchTerms.id, termId), eq(searchTerms.userId, userId)))
      .returning({ term: searchTerms.term });
    const of = term ? ` from digests on ${quoted(term.term)}` : '';
    return { message: `You have been successfully unsubscribed${of}.`, term: term?.term ?? null };
  }
  await app.db
    .update(userPreferences)
    .set({ weeklyDigest: false, dailyHighlights: false })
    .where(eq(userPreferences.userId, userId));
  return { message: 'You have been successfully unsubscribed from all digests.', term: null };
}

/**
 * Undoes `unsubscribe`. Daily highlights stay off: only the reader turns them on, in the preferences.
 * @throws AppError `not_found` for a token that is not ours or a deleted topic, `conflict` when the plan is full.
 */
export async function undoUnsubscribe(
  app: Pick<TopicsApp, 'db' | 'secret'>,
  token: string,
  { all = false } = {},
): Promise<Unsubscribed> {
  const { userId, termId } = read(app, token);
  if (termId && !all) return transaction(app, (app) => resume(app, userId, termId));
  await app.db.update(userPreferences).set({ weeklyDigest: true }).where(eq(userPreferences.userId, userId));
  return { message: 'Your digests are on again.', term: null };
}

async function resume({ db }: Pick<TopicsApp, 'db'>, userId: string, termId: string): Promise<Unsubscribed> {
  // Lock the account's row, as when a topic is added: two tabs must not both take the last place.
  const [reader] = await db.select().from(users).where(eq(users.id, userId)).for('update');
  const mine = and(eq(searchTerms.userId, userId), isNull(searchTerms.deletedAt));
  const [term] = await db
    .select()
    .from(searchTerms)
    .where(and(mine, eq(searchTerms.id, termId)));
  if (!reader || !term)
    throw new AppError('not_found', 'This search term was deleted. You can add it again on your dashboard.');
  if (!term.isActive) {
    const [active] = await db
      .select({ count: count() })
      .from(searchTerms)
      .where(and(mine, eq(searchTerms.isActive, true)));
    const room = can.addTerm(reader, active?.count ?? 0);
    if (!room.yes) throw new AppError('conflict', room.because);
    await db.update(searchTerms).set({ isActive: true }).where(eq(searchTerms.id, termId));
  }
  return { message: `You will keep receiving digests on ${quoted(term.term)}.`, term: term.term };
}

/** A link that stops the digests of one topic, or all of a reader's; it grants nothing else. */
export const unsubscribeToken = (
  { secret }: Pick<TopicsApp, 'secret'>,
  userId: string,
  termId: string | null,
): string => signToken(secret, 'unsubscribe', uuidBytes(userId + (termId ?? '')));

/** Where a mail's link leads: the page with one button, since scanners follow links but press nothing. */
export const unsubscribeLink = (
  { secret, config: { baseUrl } }: Pick<TopicsApp, 'secret' | 'config'>,
  userId: string,
  termId: string | null,
): string =>
  `${baseUrl}/unsubscribe?token=${unsubscribeToken({ secret }, userId, termId)}&ask=1${termId ? '' : '&all=1'}`;

/** Null when it is none of ours. */
export function readUnsubscribeToken(
  { secret }: Pick<TopicsApp, 'secret'>,
  token: string,
): Subscription | null {
  const subject = readToken(secret, 'unsubscribe', token);
  if (subject?.length !== 16 && subject?.length !== 32) return null;
  return {
    userId: uuidOf(subject.subarray(0, 16)),
    termId: subject.length === 32 ? uuidOf(subject.subarray(16)) : null,
  };
}

function read(app: Pick<TopicsApp, 'secret'>, token: string): Subscription {
  const subscription = readUnsubscribeToken(app, token);
  if (!subscription)
    throw new AppError(
      'not_found',
      'Invalid unsubscribe link. Please check your email for the correct link.',
    );
  return subscription;
}
