import { and, eq } from 'drizzle-orm';
import { feeds, users } from '#platform/db/schema.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import type { FeedAddresses } from '#shared/digests/feed.ts';
import { termsOf } from '#topics/topic/topic.ts';
import type { AccountsApp } from '../app.ts';

/** When the reader's addresses were made; null without any. */
export async function feedSince({ db }: Pick<AccountsApp, 'db'>, userId: string): Promise<Date | null> {
  const [feed] = await db.select({ createdAt: feeds.createdAt }).from(feeds).where(eq(feeds.userId, userId));
  return feed?.createdAt ?? null;
}

/** A new secret in the place of the old one; only its hash is kept, so the answer is where it can be read. */
export async function renewFeed(
  app: Pick<AccountsApp, 'db' | 'now' | 'config'>,
  userId: string,
): Promise<FeedAddresses> {
  const secret = newToken();
  const createdAt = app.now();
  const kept = { secretHash: hashToken(secret), createdAt };
  await app.db
    .insert(feeds)
    .values({ userId, ...kept })
    .onConflictDoUpdate({ target: feeds.userId, set: kept });
  const terms = await termsOf(app, userId);
  return {
    createdAt: createdAt.toISOString(),
    all: feedAddress(app, secret, null),
    terms: terms.map(({ id, term }) => ({ id, term, url: feedAddress(app, secret, id) })),
  };
}

/** Ends the addresses. Safe to run any number of times. */
export async function removeFeed({ db }: Pick<AccountsApp, 'db'>, userId: string): Promise<void> {
  await db.delete(feeds).where(eq(feeds.userId, userId));
}

/** Whose feeds an address shows, an active and verified account; undefined for any other secret. */
export async function ownerOfFeed({ db }: Pick<AccountsApp, 'db'>, secret: string) {
  const [owner] = await db
    .select({ id: users.id, createdAt: feeds.createdAt })
    .from(feeds)
    .innerJoin(users, eq(users.id, feeds.userId))
    .where(
      and(eq(feeds.secretHash, hashToken(secret)), eq(users.isActive, true), eq(users.isEmailVerified, true)),
    );
  return owner;
}

export const feedAddress = (
  { config: { baseUrl } }: Pick<AccountsApp, 'config'>,
  secret: string,
  termId: string | null,
): string => `${baseUrl}/feeds/${secret}.atom${termId ? `?term=${termId}` : ''}`;
