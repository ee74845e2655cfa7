import { and, eq, isNotNull, lt, notExists, sql } from 'drizzle-orm';
import type { App, Removed } from '#kit/feature.ts';
import { removeOldActs } from '#platform/audit.ts';
import { searchGrants, searchTerms, signupAttempts, users } from '#platform/db/schema.ts';
import { removeOldLimits } from '#platform/rateLimits.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import { removeOldActivity } from './credentials/activity.ts';
import { removeDeadSessions } from './credentials/session.ts';

/**
 * Deletes what has expired: sessions, audit and activity entries after a year,
 * sign-ups, one-time search tokens, rate-limit counters, network addresses after 30 days, and accounts that were not
 * confirmed within a week. Idempotent; safe to run at any time.
 */
export async function cleanUpAccounts(app: App): Promise<void> {
  const { db, now } = app;
  const ago = (days: number) => timeBefore(now(), days * dayMs);
  await removeDeadSessions(app);
  await removeOldActs(app);
  await removeOldActivity(app);
  await db.delete(signupAttempts).where(lt(signupAttempts.expiresAt, ago(7)));
  // A used search token is kept longer than any verification link is valid, because it records that the search was used
  // up.
  await db.delete(searchGrants).where(lt(searchGrants.expiresAt, ago(7)));
  await removeOldLimits(app, ago(1));
  const old = and(isNotNull(users.ipAddress), lt(users.createdAt, ago(30)));
  await db.update(users).set({ ipAddress: null }).where(old);
  const expired = lt(users.passwordResetTokenExpiry, ago(1));
  await db.update(users).set({ passwordResetToken: null, passwordResetTokenExpiry: null }).where(expired);
  const rowsOfUser = (table: typeof signupAttempts | typeof searchTerms) =>
    db.select({ one: sql`1` }).from(table).where(eq(table.userId, users.id));
  const isOld = and(eq(users.isEmailVerified, false), lt(users.createdAt, ago(7)));
  await db
    .delete(users)
    .where(and(isOld, notExists(rowsOfUser(signupAttempts)), notExists(rowsOfUser(searchTerms))));
}

/**
 * Deletes an account and everything that refers to it, by the database's cascades and by whatever each room and feature does
 * besides. Payment records that the law requires are kept without a name. Call it inside a transaction.
 */
export async function removeAccount(app: App, user: Removed): Promise<void> {
  for (const { onReaderRemoved } of app.features) await onReaderRemoved?.(app, user);
  await app.db.delete(users).where(eq(users.id, user.id));
}

/** Whether the account still exists, even if it is closed. */
export const accountExists = async ({ db }: App, userId: string): Promise<boolean> =>
  (await db.$count(users, eq(users.id, userId))) > 0;
