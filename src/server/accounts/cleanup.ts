import { and, eq, isNotNull, lt, notExists, sql } from 'drizzle-orm';
import { removeOldActs } from '#platform/audit.ts';
import { rateLimits, searchGrants, searchTerms, signupAttempts, users } from '#platform/db/schema.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import { removeOldInvitations } from './admission/invitations.ts';
import type { AccountsApp } from './app.ts';
import { removeOldActivity } from './credentials/activity.ts';
import { removeOldChallenges } from './credentials/passkeys.ts';
import { removeDeadSessions } from './credentials/session.ts';

/**
 * Deletes what has expired: sessions, challenges of passkeys, invitations, audit and activity entries after a year,
 * sign-ups, one-time search tokens, rate-limit counters, network addresses after 30 days, and accounts that were not
 * confirmed within a week. Idempotent; safe to run at any time.
 */
export async function cleanUpAccounts(app: Pick<AccountsApp, 'db' | 'now'>): Promise<void> {
  const { db, now } = app;
  const ago = (days: number) => timeBefore(now(), days * dayMs);
  await removeDeadSessions(app);
  await removeOldInvitations(app);
  await removeOldActs(app);
  await removeOldActivity(app);
  await removeOldChallenges(app);
  await db.delete(signupAttempts).where(lt(signupAttempts.expiresAt, ago(7)));
  // A used search token is kept longer than any verification link is valid, because it records that the search was used
  // up.
  await db.delete(searchGrants).where(lt(searchGrants.expiresAt, ago(7)));
  await db.delete(rateLimits).where(lt(rateLimits.expire, ago(1)));
  await db
    .update(users)
    .set({ ipAddress: null })
    .where(and(isNotNull(users.ipAddress), lt(users.createdAt, ago(30))));
  await db
    .update(users)
    .set({ passwordResetToken: null, passwordResetTokenExpiry: null })
    .where(lt(users.passwordResetTokenExpiry, ago(1)));
  const rowsOfUser = (table: typeof signupAttempts | typeof searchTerms) =>
    db.select({ one: sql`1` }).from(table).where(eq(table.userId, users.id));
  await db
    .delete(users)
    .where(
      and(
        eq(users.isEmailVerified, false),
        lt(users.createdAt, ago(7)),
        notExists(rowsOfUser(signupAttempts)),
        notExists(rowsOfUser(searchTerms)),
      ),
    );
}
