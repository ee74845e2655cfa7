import { and, eq } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { users } from '#platform/db/schema.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import { feeds } from '../tables.ts';

/** When the reader's feed addresses were created; null if there are none. */
export async function feedSince({ db }: Pick<App, 'db'>, userId: string): Promise<Date | null> {
  const [feed] = await db.select({ createdAt: feeds.createdAt }).from(feeds).where(eq(feeds.userId, userId));
  return feed?.createdAt ?? null;
}

/** Replaces the reader's feed secret by a new one. Only its hash is stored, so the returned secret cannot be read again. */
export async function renewFeedSecret(
  { db, now }: Pick<App, 'db' | 'now'>,
  userId: string,
): Promise<{ secret: string; createdAt: Date }> {
  const secret = newToken();
  const createdAt = now();
  const kept = { secretHash: hashToken(secret), createdAt };
  await db
    .insert(feeds)
    .values({ userId, ...kept })
    .onConflictDoUpdate({ target: feeds.userId, set: kept });
  return { secret, createdAt };
}

/** Revokes the reader's feed addresses. Idempotent. */
export async function removeFeed({ db }: Pick<App, 'db'>, userId: string): Promise<void> {
  await db.delete(feeds).where(eq(feeds.userId, userId));
}

/** The active, verified account that a feed secret belongs to; undefined for any other secret. */
export async function ownerOfFeed({ db }: Pick<App, 'db'>, secret: string) {
  const [owner] = await db
    .select({ id: users.id, createdAt: feeds.createdAt })
    .from(feeds)
    .innerJoin(users, eq(users.id, feeds.userId))
    .where(
      and(eq(feeds.secretHash, hashToken(secret)), eq(users.isActive, true), eq(users.isEmailVerified, true)),
    );
  return owner;
}

/** For the mail about a new password. */
export const feedInWords = async (app: Pick<App, 'db'>, userId: string): Promise<string[]> =>
  (await feedSince(app, userId)) ? ['your feed addresses'] : [];
