import { and, eq, lte } from 'drizzle-orm';
import { apiTokens, feeds, users } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { readToken, signToken } from '#platform/signedLink.ts';
import { AppError } from '#shared/contract/errors.ts';
import { dayMs, timeAfter } from '#shared/values/time.ts';
import type { AccountsApp } from '../app.ts';
import { type Origin, recordActivity } from './activity.ts';
import { tokensOf } from './apiTokens.ts';
import { feedSince } from './feedSecret.ts';

/** How long the link in the mail works. */
const validMs = 30 * dayMs;
const accountBytes = 16;
const timeBytes = 6;

/** What goes on reading after a new password, and the page that ends it. */
export interface LivingAccess {
  /** Names of API tokens. */
  tokens: string[];
  feeds: boolean;
  /** Null where there is nothing to end. */
  endLink: string | null;
}

/** What still reads for an account without its password. */
export async function livingAccess(app: AccountsApp, userId: string): Promise<LivingAccess> {
  const tokens = (await tokensOf(app, userId)).map(({ name }) => name);
  const hasFeeds = (await feedSince(app, userId)) !== null;
  const isAny = tokens.length > 0 || hasFeeds;
  return { tokens, feeds: hasFeeds, endLink: isAny ? endLinkFor(app, userId) : null };
}

/** It ends what was there when it was made; what the reader makes later lives on. */
function endLinkFor({ config, secret, now }: AccountsApp, userId: string): string {
  const subject = Buffer.alloc(accountBytes + timeBytes);
  subject.write(userId.replaceAll('-', ''), 'hex');
  subject.writeUIntBE(now().getTime(), accountBytes, timeBytes);
  return `${config.baseUrl}/end-access?token=${signToken(secret, 'end-access', subject)}`;
}

/**
 * Ends the API tokens and the feed addresses that the mail of a new password named. Safe to repeat.
 * @throws AppError `invalid` for a link that is not ours or too old
 */
export async function endAccess(app: AccountsApp, token: string, from: Origin): Promise<void> {
  const subject = readToken(app.secret, 'end-access', token);
  const madeAt =
    subject?.length === accountBytes + timeBytes
      ? new Date(subject.readUIntBE(accountBytes, timeBytes))
      : null;
  if (!subject || !madeAt || timeAfter(madeAt, validMs) < app.now())
    throw new AppError(
      'invalid',
      'This link is invalid or has expired. Please sign in to end tokens and feeds.',
    );
  const userId = subject.toString('hex', 0, accountBytes);
  await transaction(app, async (app) => {
    const [user] = await app.db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, userId))
      .for('update');
    if (!user) return;
    const tokens = await app.db
      .delete(apiTokens)
      .where(and(eq(apiTokens.userId, user.id), lte(apiTokens.createdAt, madeAt)))
      .returning({ id: apiTokens.id });
    const ended = await app.db
      .delete(feeds)
      .where(and(eq(feeds.userId, user.id), lte(feeds.createdAt, madeAt)))
      .returning({ userId: feeds.userId });
    if (tokens.length || ended.length) await recordActivity(app, user.id, 'access-ended', { from });
  });
}
