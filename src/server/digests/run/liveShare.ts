import { desc, eq, sql } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { sessions, users } from '#platform/db/schema.ts';
import { type LimitName, waitFor } from '#platform/rateLimits.ts';
import type { SourceName } from '#shared/papers/sources.ts';

/**
 * Counts one live search of a source against the reader's share, their network's share, and the day's total, which does
 * not grow with the number of readers. Stops counting at the first share that is used up, so no account and no network
 * full of accounts can use up everybody's searches.
 * @returns false if a share is used up; the digest then uses our own copy.
 */
export async function mayAskLive(
  app: Pick<App, 'db' | 'secret' | 'limits'>,
  userId: string,
  source: SourceName,
): Promise<boolean> {
  const network = await networkOf(app, userId);
  return (
    (await isWithin(app, 'live-search-reader', `${source} ${userId}`)) &&
    (network === null || (await isWithin(app, 'live-search-network', `${source} ${network}`))) &&
    isWithin(app, 'live-search', source)
  );
}

const isWithin = async (
  app: Pick<App, 'db' | 'secret' | 'limits'>,
  name: LimitName,
  account: string,
): Promise<boolean> => (await waitFor(app, name, { account })) === 0;

/** The network of the reader's last session, or else of the sign-up, as a /24 or /48; null if that has expired. */
export async function networkOf({ db }: Pick<App, 'db'>, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ network: sql<string | null>`coalesce(${sessions.network}, ${users.ipAddress})` })
    .from(users)
    .leftJoin(sessions, eq(sessions.userId, users.id))
    .where(eq(users.id, userId))
    .orderBy(sql`${desc(sessions.lastSeenAt)} nulls last`)
    .limit(1);
  return row?.network ?? null;
}
