import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '#kit/feature.ts';
import { hasId } from '#platform/http/uuid.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import { AppError } from '#shared/contract/errors.ts';
import { dayMs, timeAfter, timeBefore } from '#shared/values/time.ts';
import type { invitation } from '../contract.ts';
import { invitations } from '../tables.ts';

/** Days after which an expired invitation is deleted. */
const keptDays = 90;

/**
 * Makes an invitation. Its link is returned once and is not kept: the row has its hash.
 * @param days how long the link works
 */
export async function invite(
  { db, now, config }: App,
  { note, days, by }: { note: string; days: number; by: string },
): Promise<{ id: string; link: string; expiresAt: Date }> {
  const token = newToken();
  const createdAt = now();
  const expiresAt = timeAfter(createdAt, days * dayMs);
  const [made] = await db
    .insert(invitations)
    .values({ tokenHash: hashToken(token), note, madeBy: by, createdAt, expiresAt })
    .returning({ id: invitations.id });
  return {
    id: made!.id,
    link: `${config.baseUrl}/invite?token=${token}`,
    expiresAt,
  };
}

const isOpen = (now: Date) =>
  and(isNull(invitations.usedAt), isNull(invitations.revokedAt), gt(invitations.expiresAt, now));

/** The invitation of a link; null when it was used, has expired, was revoked or never was. */
export async function openInvitation({ db, now }: App, token: string): Promise<{ id: string } | null> {
  const [found] = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.tokenHash, hashToken(token)), isOpen(now())));
  return found ?? null;
}

/** Uses an invitation up, in the transaction that opens the account. False if it was used or revoked since the sign-up. */
export async function takeInvitation({ db, now }: App, id: string): Promise<boolean> {
  const used = await db
    .update(invitations)
    .set({ usedAt: now() })
    .where(and(eq(invitations.id, id), isNull(invitations.usedAt), isNull(invitations.revokedAt)))
    .returning({ id: invitations.id });
  return used.length > 0;
}

/** The invitations of the last ninety days, newest first. */
export async function listInvitations({ db, now }: App): Promise<z.input<typeof invitation>[]> {
  const at = now();
  const rows = await db
    .select()
    .from(invitations)
    .where(gt(invitations.createdAt, timeBefore(at, keptDays * dayMs)))
    .orderBy(desc(invitations.createdAt), invitations.id);
  return rows.map((row) => ({
    ...row,
    state: row.usedAt ? 'used' : row.revokedAt ? 'revoked' : row.expiresAt <= at ? 'expired' : 'open',
  }));
}

/**
 * Ends an invitation that was not used.
 * @throws AppError `not_found` for an unknown, used or expired one
 */
export async function revokeInvitation({ db, now }: App, id: string): Promise<void> {
  const revoked = await db
    .update(invitations)
    .set({ revokedAt: now() })
    .where(and(hasId(invitations.id, id), isOpen(now())))
    .returning({ id: invitations.id });
  if (!revoked.length) throw new AppError('not_found', 'There is no open invitation with this id.');
}

/** Deletes invitations that have been over for ninety days. Idempotent. */
export async function removeOldInvitations({ db, now }: App): Promise<void> {
  await db.delete(invitations).where(lt(invitations.expiresAt, timeBefore(now(), keptDays * dayMs)));
}

/** Removes the address of a deleted account from notes. */
export async function forgetAddress({ db }: App, { email }: { email: string }): Promise<void> {
  await db
    .update(invitations)
    .set({ note: '' })
    .where(sql`position(${email.toLowerCase()} in lower(${invitations.note})) > 0`);
}
