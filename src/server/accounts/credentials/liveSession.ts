import { and, eq, gt } from 'drizzle-orm';
import { sessions, users } from '#platform/db/schema.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import type { AccountsApp } from '../app.ts';

/** Milliseconds without a call after which a session ends. */
export const idleMs = 14 * dayMs;

/**
 * The live session with this hash of a token, and its user; null for an ended one, as soon as the call that ended it was
 * answered. The first query of every signed-in call.
 */
export async function sessionOf({ db, now }: Pick<AccountsApp, 'db' | 'now'>, hash: string) {
  const at = now();
  const [found] = await db
    .select({
      session: { id: sessions.id, lastSeenAt: sessions.lastSeenAt },
      user: {
        id: users.id,
        email: users.email,
        researchField: users.researchField,
        subscriptionTier: users.subscriptionTier,
        isUnlimited: users.isUnlimited,
        isAdmin: users.isAdmin,
        hasPassword: users.hasPassword,
        isAddressProven: users.isAddressProven,
        mailBlocked: users.mailBlocked,
        libraryLink: users.libraryLink,
        createdAt: users.createdAt,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, hash),
        gt(sessions.expiresAt, at),
        gt(sessions.lastSeenAt, timeBefore(at, idleMs)),
        eq(users.isActive, true),
        eq(users.isEmailVerified, true),
      ),
    );
  return found ?? null;
}
