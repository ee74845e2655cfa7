import { and, eq, gt, sql } from 'drizzle-orm';
import { batchedByTurn } from '#platform/db/batch.ts';
import { prepared } from '#platform/db/prepared.ts';
import { sessions, users } from '#platform/db/schema.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import type { AccountsApp } from '../app.ts';

/** Milliseconds without a call after which a session ends. */
export const idleMs = 14 * dayMs;

/**
 * The live session with this hash of a token, and its user; null for an ended one, as soon as the call that ended it was
 * answered. A page's simultaneous calls share one look-up.
 */
export const sessionOf = batchedByTurn(
  async ({ db, now }: Pick<AccountsApp, 'db' | 'now'>, hashes: string[]) => {
    const at = now();
    const rows = await statements(db).ofTokens.execute({
      hashes: [...new Set(hashes)],
      at,
      since: timeBefore(at, idleMs),
    });
    const byHash = new Map(rows.map((row) => [row.hash, row]));
    return hashes.map((hash) => byHash.get(hash) ?? null);
  },
);

/** The first query of every signed-in call. */
const statements = prepared((db) => ({
  ofTokens: db
    .select({
      hash: sessions.tokenHash,
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
        sql`${sessions.tokenHash} = any(${sql.placeholder('hashes')})`,
        gt(sessions.expiresAt, sql.placeholder('at')),
        gt(sessions.lastSeenAt, sql.placeholder('since')),
        eq(users.isActive, true),
        eq(users.isEmailVerified, true),
      ),
    )
    .prepare('sessions_by_token'),
}));
