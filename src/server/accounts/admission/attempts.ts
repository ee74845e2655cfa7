import { and, eq, isNull, ne } from 'drizzle-orm';
import { signupAttempts, userPreferences, users } from '#platform/db/schema.ts';
import type { AccountsApp } from '../app.ts';
import { takeInvitation } from './invitations.ts';

export type Attempt = typeof signupAttempts.$inferSelect;

/**
 * Opens the account of a sign-up: sets its password, uses up its invitation, and voids other sign-ups for the address.
 * Call it in a transaction, with the account's row locked.
 * @param isAddressProven whether the owner of the mailbox confirmed this by a mailed link
 * @throws AppError `forbidden` if the invitation was used or withdrawn since
 */
export async function openAccount(
  app: Pick<AccountsApp, 'db' | 'now'>,
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
export async function voidAttempts(
  { db, now }: Pick<AccountsApp, 'db' | 'now'>,
  userId: string,
  except?: string,
) {
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
