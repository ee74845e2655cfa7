import { and, desc, eq, gt, isNull, lt, ne } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { invitations, signupAttempts, userPreferences, users } from '#platform/db/schema.ts';
import { hasId } from '#platform/http/uuid.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import type { Invitation } from '#shared/accounts/admission.ts';
import { AppError } from '#shared/contract/errors.ts';
import { dayMs, timeAfter, timeBefore } from '#shared/values/time.ts';

/** Days after which an expired invitation is deleted. */
const keptDays = 90;

/**
 * Makes an invitation. Its link is returned once and is not kept: the row has its hash.
 * @param days how long the link works
 */
export async function invite(
  { db, now, config }: Pick<App, 'db' | 'now' | 'config'>,
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
  { db, now }: Pick<App, 'db' | 'now'>,
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
async function takeInvitation({ db, now }: Pick<App, 'db' | 'now'>, id: string): Promise<void> {
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
export async function listInvitations({ db, now }: Pick<App, 'db' | 'now'>): Promise<Invitation[]> {
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
export async function revokeInvitation({ db, now }: Pick<App, 'db' | 'now'>, id: string): Promise<void> {
  const revoked = await db
    .update(invitations)
    .set({ revokedAt: now() })
    .where(and(hasId(invitations.id, id), isOpen(now())))
    .returning({ id: invitations.id });
  if (!revoked.length) throw new AppError('not_found', 'There is no open invitation with this id.');
}

/** Deletes invitations that have been over for ninety days. Idempotent. */
export async function removeOldInvitations({ db, now }: Pick<App, 'db' | 'now'>): Promise<void> {
  await db.delete(invitations).where(lt(invitations.expiresAt, timeBefore(now(), keptDays * dayMs)));
}

/**
 * Decides whether somebody may open an account, by form, by single sign-on or through a proxy. An open invitation admits
 * in every mode but `closed`.
 * @returns the invitation to use up when the account is opened; null without one
 * @throws AppError `forbidden` with a sentence that says what would help
 */
export async function admit(
  app: Pick<App, 'db' | 'now' | 'config'>,
  email: string,
  token: string | null,
): Promise<string | null> {
  const { mode, domains } = app.config.signup;
  if (mode === 'closed')
    throw new AppError('forbidden', 'This server takes no new accounts. Please ask the people who run it.');
  if (token) {
    const invitation = await openInvitation(app, token);
    if (invitation) return invitation.id;
    throw new AppError(
      'forbidden',
      'This invitation has been used, has expired or was withdrawn. Please ask for a new one.',
    );
  }
  if (mode === 'invite')
    throw new AppError(
      'forbidden',
      'New accounts need an invitation on this server. Please open the link that you were given, or ask for one.',
    );
  if (mode === 'domain' && !domains.includes(email.slice(email.lastIndexOf('@') + 1)))
    throw new AppError('forbidden', `New accounts on this server need an address at ${listed(domains)}.`);
  return null;
}

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(names);

export type Attempt = typeof signupAttempts.$inferSelect;

/**
 * Opens the account of a sign-up: sets its password, uses up its invitation, and voids other sign-ups for the address.
 * Call it in a transaction, with the account's row locked.
 * @param isAddressProven whether the owner of the mailbox confirmed this by a mailed link
 * @throws AppError `forbidden` if the invitation was used or withdrawn since
 */
export async function openAccount(
  app: Pick<App, 'db' | 'now'>,
  attempt: Attempt,
  { isAddressProven }: { isAddressProven: boolean },
): Promise<void> {
  const { db, now } = app;
  if (attempt.invitationId) await takeInvitation(app, attempt.invitationId);
  await db
    .update(users)
    .set({
      isEmailVerified: true,
      isAddressProven,
      passwordHash: attempt.passwordHash,
      ...(attempt.researchField !== null && { researchField: attempt.researchField }),
      emailVerificationToken: null,
    })
    .where(eq(users.id, attempt.userId));
  await db.update(signupAttempts).set({ verifiedAt: now() }).where(eq(signupAttempts.id, attempt.id));
  await voidAttempts(app, attempt.userId, attempt.id);
  await db
    .insert(userPreferences)
    .values({ userId: attempt.userId, timeZone: attempt.timeZone ?? 'UTC' })
    .onConflictDoNothing({ target: userPreferences.userId });
}

/** Voids the account's open sign-ups, except the given one. */
export async function voidAttempts({ db, now }: Pick<App, 'db' | 'now'>, userId: string, except?: string) {
  await db
    .update(signupAttempts)
    .set({ voidedAt: now() })
    .where(
      and(
        eq(signupAttempts.userId, userId),
        isNull(signupAttempts.voidedAt),
        except ? ne(signupAttempts.id, except) : undefined,
      ),
    );
}
