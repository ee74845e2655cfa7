import { and, eq, isNull, ne } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { signupAttempts, users } from '#platform/db/schema.ts';
import { AppError } from '#shared/contract/errors.ts';
import { beginPreferences } from './preferences.ts';

/**
 * Decides whether somebody may open an account, by form, by single sign-on or through a proxy. An open invitation admits
 * in every mode but `closed`.
 * @returns the invitation to use up when the account is opened; null without one
 * @throws AppError `forbidden` with a sentence that says what would help
 */
export async function admit(app: App, email: string, token: string | null): Promise<string | null> {
  const { mode, domains } = app.config.signup;
  if (mode === 'closed')
    throw new AppError('forbidden', 'This server takes no new accounts. Please ask the people who run it.');
  if (token) {
    for (const { admits } of app.features) {
      const invitation = await admits?.open(app, token);
      if (invitation) return invitation.id;
    }
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
  app: App,
  attempt: Attempt,
  { isAddressProven }: { isAddressProven: boolean },
): Promise<void> {
  const { db, now } = app;
  if (attempt.invitationId) await takeInvitation(app, attempt.invitationId);
  const { passwordHash, researchField } = attempt;
  await db
    .update(users)
    .set({
      ...{ isEmailVerified: true, isAddressProven, passwordHash, emailVerificationToken: null },
      ...(researchField !== null && { researchField }),
    })
    .where(eq(users.id, attempt.userId));
  await db.update(signupAttempts).set({ verifiedAt: now() }).where(eq(signupAttempts.id, attempt.id));
  await voidAttempts(app, attempt.userId, attempt.id);
  await beginPreferences(app, attempt.userId, attempt.timeZone);
}

/**
 * Opens the account of an address without a sign-up of its own: a new one, or one that nobody confirmed. Sign-ups for it are
 * void, since their passwords may be a stranger's. Call it in a transaction.
 */
export async function openDirectly(
  app: App,
  email: string,
  how: Pick<typeof users.$inferInsert, 'passwordHash' | 'hasPassword' | 'isAddressProven' | 'isAdmin'>,
): Promise<typeof users.$inferSelect> {
  const opened = { ...how, isEmailVerified: true, emailVerificationToken: null };
  const [user] = await app.db
    .insert(users)
    .values({ email, ...opened, createdAt: app.now() })
    .onConflictDoUpdate({ target: users.email, set: opened })
    .returning();
  const [attempt] = await app.db
    .select({ timeZone: signupAttempts.timeZone })
    .from(signupAttempts)
    .where(eq(signupAttempts.userId, user!.id))
    .limit(1);
  await voidAttempts(app, user!.id);
  await beginPreferences(app, user!.id, attempt?.timeZone);
  return user!;
}

/** Closes an account or opens it again, and gives or takes the role of an administrator. */
export async function setStanding(
  { db }: Pick<App, 'db'>,
  userId: string,
  standing: { isActive?: boolean; isAdmin?: boolean },
): Promise<void> {
  await db.update(users).set(standing).where(eq(users.id, userId));
}

/** @throws AppError `forbidden` when it was used or withdrawn since the sign-up */
async function takeInvitation(app: App, id: string): Promise<void> {
  for (const { admits } of app.features) if (await admits?.take(app, id)) return;
  throw new AppError(
    'forbidden',
    'The invitation of this sign-up has been used or withdrawn since. Please ask for a new one.',
  );
}

/** Voids the account's open sign-ups, except the given one. */
export async function voidAttempts({ db, now }: Pick<App, 'db' | 'now'>, userId: string, except?: string) {
  const others = except ? ne(signupAttempts.id, except) : undefined;
  await db
    .update(signupAttempts)
    .set({ voidedAt: now() })
    .where(and(eq(signupAttempts.userId, userId), isNull(signupAttempts.voidedAt), others));
}
