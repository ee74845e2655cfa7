import { eq } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { userPreferences, users } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { enqueue } from '#platform/queue/queues.ts';
import type { Preferences } from '#shared/accounts/me.ts';
import { AppError } from '#shared/contract/errors.ts';
import { enabledSources } from '#shared/papers/sources.ts';
import { pick } from '#shared/values/pick.ts';

/** The account's preferences, created with the table's defaults if there are none. */
export async function preferencesOf({ db }: App, userId: string): Promise<Preferences> {
  const read = () => db.select(shownColumns).from(userPreferences).where(eq(userPreferences.userId, userId));
  const [row] = await read();
  if (row) return row;
  await beginPreferences({ db }, userId);
  const [made] = await read();
  return made!;
}

/** Gives an account the default preferences if it has none, in the time zone of its sign-up. */
export async function beginPreferences(
  { db }: Pick<App, 'db'>,
  userId: string,
  timeZone: string | null = null,
): Promise<void> {
  const row = { userId, timeZone: timeZone ?? 'UTC' };
  await db.insert(userPreferences).values(row).onConflictDoNothing({ target: userPreferences.userId });
}

/**
 * Changes the given preferences and, if day or time zone changed, enqueues the recalculation of the next deliveries.
 * @throws AppError `invalid` if no source would be left.
 */
export const changePreferences = (
  app: App,
  userId: string,
  change: Partial<Preferences>,
): Promise<Preferences> =>
  transaction(app, async (app) => {
    const before = await preferencesOf(app, userId);
    const wanted = given(change);
    if (Object.keys(wanted).length === 0) return before;
    const own = eq(userPreferences.userId, userId);
    const [after] = await app.db.update(userPreferences).set(wanted).where(own).returning(shownColumns);
    // Checked after the update, under the row's lock, so that two tabs cannot together turn off every source.
    if (!after || enabledSources(after).length === 0)
      throw new AppError('invalid', 'Please keep at least one research source turned on.');
    if (before.deliveryDay !== after.deliveryDay || before.timeZone !== after.timeZone)
      await enqueue(app, 'reschedule', { userId }, { key: userId });
    return after;
  });

/** Turns digests on or off by a link in one. */
export async function setDigests(
  { db }: App,
  userId: string,
  change: Partial<Pick<Preferences, 'weeklyDigest' | 'dailyHighlights'>>,
): Promise<void> {
  await db.update(userPreferences).set(change).where(eq(userPreferences.userId, userId));
}

const given = (change: Partial<Preferences>): Partial<Preferences> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

const shownColumns = {
  ...pick(userPreferences, 'includePubmed includeArxiv includeBiorxiv weeklyDigest dailyHighlights'),
  ...pick(userPreferences, 'deliveryDay timeZone'),
};

/**
 * Sets or removes the address through which a reader's library opens papers. The server never requests it: it is only a
 * prefix of the addresses that this reader sees. Idempotent.
 * @throws AppError `invalid` for an address without https, unless the operator allows private addresses
 */
export async function setLibraryLink(
  { db, config }: App,
  userId: string,
  link: string | null,
): Promise<{ link: string | null }> {
  if (link && !/^https:/i.test(link) && !config.channels.allowPrivate) {
    const sentence = 'Please enter an address that begins with https://.';
    throw new AppError('invalid', sentence, { fields: { link: sentence } });
  }
  await db.update(users).set({ libraryLink: link }).where(eq(users.id, userId));
  return { link };
}
