import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import { invitations } from '#platform/db/schema.ts';
import { isUuid } from '#platform/http/uuid.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import type { Invitation } from '#shared/accounts/admission.ts';
import { AppError } from '#shared/contract/errors.ts';
import { dayMs, timeAfter, timeBefore } from '#shared/values/time.ts';
import type { AccountsApp } from '../app.ts';

/** Days after which an expired invitation is deleted. */
const keptDays = 90;

/**
 * Makes an invitation. Its link is returned once and is not kept: the row has its hash.
 * @param days how long the link works
 */
export async function invite(
  { db, now, config }: Pick<AccountsApp, 'db' | 'now' | 'config'>,
  { note, days, by }: { note: string; days: number; by: string },
): Promise<{ id: string; link: string; expiresAt: string }> {
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
    expiresAt: expiresAt.toISOString(),
  };
}

const isOpen = (now: Date) =>
  and(isNull(invitations.usedAt), isNull(invitations.revokedAt), gt(invitations.expiresAt, now));

/** The invitation of a link; null when it was used, has expired, was revoked or never was. */
export async function openInvitation(
  { db, now }: Pick<AccountsApp, 'db' | 'now'>,
  token: string,
): Promise<{ id: string } | null> {
  const [found] = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.tokenHash, hashToken(token)), isOpen(now())));
  return found ?? null;
}

/**
 * Uses an invitation up, in the transaction that opens the account.
 * @throws AppError `forbidden` when somebody else has used it, or it was revoked, since the sign-up
 */
export async function takeInvitation(
  { db, now }: Pick<AccountsApp, 'db' | 'now'>,
  id: string,
): Promise<void> {
  const used = await db
    .update(invitations)
    .set({ usedAt: now() })
    .where(and(eq(invitations.id, id), isNull(invitations.usedAt), isNull(invitations.revokedAt)))
    .returning({ id: invitations.id });
  if (!used.length)
    throw new AppError(
      'forbidden',
      'The invitation of this sign-up has been used or withdrawn since. Please ask for a new one.',
    );
}

/** The invitations of the last ninety days, newest first. */
export async function listInvitations({ db, now }: Pick<AccountsApp, 'db' | 'now'>): Promise<Invitation[]> {
  const at = now();
  const rows = await db
    .select()
    .from(invitations)
    .where(gt(invitations.createdAt, timeBefore(at, keptDays * dayMs)))
    .orderBy(desc(invitations.createdAt), invitations.id);
  return rows.map(({ id, note, createdAt, expiresAt, usedAt, revokedAt }) => ({
    id,
    note,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    state: usedAt ? 'used' : revokedAt ? 'revoked' : expiresAt <= at ? 'expired' : 'open',
  }));
}

/**
 * Ends an invitation that was not used.
 * @throws AppError `not_found` for an unknown, used or expired one
 */
export async function revokeInvitation(
  { db, now }: Pick<AccountsApp, 'db' | 'now'>,
  id: string,
): Promise<void> {
  const revoked = isUuid(id)
    ? await db
        .update(invitations)
        .set({ revokedAt: now() })
        .where(and(eq(invitations.id, id), isOpen(now())))
        .returning({ id: invitations.id })
    : [];
  if (!revoked.length) throw new AppError('not_found', 'There is no open invitation with this id.');
}

/** Deletes invitations that have been over for ninety days. Idempotent. */
export async function removeOldInvitations({ db, now }: Pick<AccountsApp, 'db' | 'now'>): Promise<void> {
  await db.delete(invitations).where(lt(invitations.expiresAt, timeBefore(now(), keptDays * dayMs)));
}
