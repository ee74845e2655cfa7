import { and, eq, isNull, ne } from 'drizzle-orm';
import { IANAZone } from 'luxon';
import type { App } from '#kit/feature.ts';
import { enqueueMail } from '#mail/enqueueMail.ts';
import { signupAttempts, users } from '#platform/db/schema.ts';
import { roughNetwork } from '#platform/http/clientNetwork.ts';
import { transaction } from '#platform/platform.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import { limit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import { hourMs, timeAfter } from '#shared/values/time.ts';
import { orList } from '#shared/values/words.ts';
import { removeAccount } from './cleanup.ts';
import { hashPassword, requireGoodPassword } from './credentials/password.ts';
import { searchTokenWasUsed } from './credentials/searchGrant.ts';
import { beginPreferences } from './preferences.ts';

/** How long the link in the mail works. */
const verificationHours = 24;

interface SignupForm {
  email: string;
  password: string;
  researchField?: string | null;
  pendingSearch?: string | null;
  timeZone?: string | null;
  /** The token of an invitation's link. */
  invitation?: string | null;
}

/** Where a sign-up came from. */
type Origin = { network: string; device: string | null };

/**
 * Starts an account. Each sign-up is an attempt with its own password and its own link, so signing up again sends a new
 * link, and nobody can pre-set a password for someone else's address (account pre-hijacking). Response and timing are
 * the same for an address that has an account already; its owner gets a mail that says so.
 * Without mail there is no link to open, so the account of an invited person is opened immediately.
 * @returns the attempt's id
 * @throws AppError `invalid` for a guessable password, `forbidden` for somebody who may not sign up, `limited`
 */
export async function signUp(app: App, form: SignupForm, from: Origin): Promise<string> {
  await requireGoodPassword(app, form, from.network);
  const invitationId = await admit(app, form.email, form.invitation ?? null);
  await limit(app, 'signup', { account: form.email, network: from.network });
  const passwordHash = await hashPassword(form.password);
  const token = newToken();
  const secrets = { passwordHash, tokenHash: hashToken(token) };
  return transaction(app, async (app) => {
    const user = await claimAddress(app, form, secrets, from);
    const attempt = await recordAttempt(app, user, form, { ...secrets, ...from, invitationId });
    if (app.config.mail.isOff) {
      if (!user.isEmailVerified) await openAccount(app, attempt, { isAddressProven: false });
    } else if (user.isEmailVerified) await remindOwner(app, form.email);
    else await mailLink(app, form, token, from);
    return attempt.id;
  });
}

type Secrets = Pick<Attempt, 'passwordHash' | 'tokenHash'>;

type Claimed = Pick<typeof users.$inferSelect, 'id' | 'isEmailVerified'>;

/**
 * The row of the address, inserted if it is new; locked, so that sign-ups for one address run one after another. Until
 * the address is confirmed the row holds the newest password: signing in with it answers that the mail has to be opened first.
 */
async function claimAddress(
  { db, now }: App,
  form: SignupForm,
  { passwordHash, tokenHash }: Secrets,
  from: Origin,
): Promise<Claimed> {
  await db
    .insert(users)
    .values({
      ...{ email: form.email, passwordHash, emailVerificationToken: tokenHash },
      researchField: form.researchField || null,
      ipAddress: roughNetwork(from.network),
      createdAt: now(),
    })
    .onConflictDoUpdate({
      target: users.email,
      set: { passwordHash, emailVerificationToken: tokenHash },
      setWhere: eq(users.isEmailVerified, false),
    });
  const known = db.select({ id: users.id, isEmailVerified: users.isEmailVerified }).from(users);
  const [user] = await known.where(eq(users.email, form.email)).for('update');
  return user!;
}

/** For an address that has an account the attempt is void from the start; it is stored all the same, to take as long. */
async function recordAttempt(
  { db, now }: App,
  user: Claimed,
  form: SignupForm,
  { passwordHash, tokenHash, invitationId, network }: Secrets & Origin & { invitationId: string | null },
): Promise<Attempt> {
  const at = now();
  const [attempt] = await db
    .insert(signupAttempts)
    .values({
      ...{ userId: user.id, tokenHash, passwordHash, invitationId },
      ...{ researchField: form.researchField || null, pendingSearch: form.pendingSearch || null },
      ...{ timeZone: zoneOf(form), network: roughNetwork(network) },
      expiresAt: timeAfter(at, verificationHours * hourMs),
      voidedAt: user.isEmailVerified ? at : null,
      createdAt: at,
    })
    .returning();
  return attempt!;
}

const remindOwner = (app: App, email: string): Promise<void> =>
  enqueueMail(app, 'already-have-account', email, {
    link: `${app.config.baseUrl}/auth?tab=login`,
    resetLink: `${app.config.baseUrl}/auth?tab=forgot-password`,
  });

/** The mail may go to a stranger's address, so it holds no word of the caller's: place and time are from lists of ours. */
const mailLink = (app: App, form: SignupForm, token: string, from: Origin): Promise<void> =>
  enqueueMail(app, 'verify', form.email, {
    link: `${app.config.baseUrl}/verify-email?token=${token}`,
    notMeLink: `${app.config.baseUrl}/cancel-signup?token=${token}`,
    validFor: `${verificationHours} hours`,
    place: `${from.device ?? 'an unknown browser'}, network ${roughNetwork(from.network)}`,
    at: app.now().toISOString(),
    timeZone: zoneOf(form) ?? 'UTC',
  });

const zoneOf = ({ timeZone }: SignupForm): string | null =>
  timeZone && IANAZone.isValidZone(timeZone) ? timeZone : null;

/**
 * Confirms the address that the link was mailed to, with the password of that sign-up, and voids the other sign-ups for
 * it. Until the link expires every call gives the same result, so a mail scanner that opens the link first does no
 * harm. It signs nobody in by itself.
 * @returns the sign-up's id; `mayAsk` is true while the search stored with it has not been run
 * @throws AppError `invalid` or `conflict`, as `attemptOf`.
 */
export const verifyEmail = (app: App, token: string) =>
  transaction(app, async (app) => {
    const { attempt, user } = await attemptOf(app, token);
    if (!attempt.verifiedAt) {
      await openAccount(app, attempt, { isAddressProven: true });
      await enqueueMail(app, 'welcome', user.email, {});
    }
    const mayAsk = !(await searchTokenWasUsed(app, user.id));
    const pendingSearch = mayAsk ? attempt.pendingSearch : null;
    return { attemptId: attempt.id, userId: user.id, email: user.email, pendingSearch, mayAsk };
  });

/**
 * The open sign-up that a mailed token belongs to, and its account, locked.
 * @throws AppError `invalid` for a token that is unknown, void or expired; `conflict` when another sign-up was confirmed.
 */
async function attemptOf({ db, now }: App, token: string) {
  if (!token) throw new AppError('invalid', 'No verification token provided');
  const its = eq(signupAttempts.tokenHash, hashToken(token));
  const attempts = db.select({ id: signupAttempts.id, userId: signupAttempts.userId }).from(signupAttempts);
  const [found] = await attempts.where(its);
  const invalid = () => new AppError('invalid', 'The verification link is invalid or has expired.');
  if (!found) throw invalid();
  const [user] = await db.select().from(users).where(eq(users.id, found.userId)).for('update');
  const [attempt] = await db.select().from(signupAttempts).where(eq(signupAttempts.id, found.id));
  if (!user || !attempt || attempt.expiresAt <= now()) throw invalid();
  if (attempt.voidedAt && user.isEmailVerified)
    throw new AppError(
      'conflict',
      'This address has been confirmed already. Please sign in, or reset your password if you did not confirm it yourself.',
    );
  if (attempt.voidedAt) throw invalid();
  return { attempt, user };
}

/**
 * "This was not me": the owner of the mailbox voids a sign-up that somebody else made for it. If the verification link
 * was opened already, by accident or by a mail scanner, the account is deleted as well.
 * @throws AppError `invalid` or `conflict`, as `attemptOf`; a void link is refused like an unknown one.
 */
export const cancelSignup = (app: App, token: string): Promise<void> =>
  transaction(app, async (app) => {
    const { attempt, user } = await attemptOf(app, token);
    if (attempt.verifiedAt) return removeAccount(app, user);
    await app.db.update(signupAttempts).set({ voidedAt: app.now() }).where(eq(signupAttempts.id, attempt.id));
    const isOpen = and(eq(signupAttempts.userId, user.id), isNull(signupAttempts.voidedAt));
    if (!(await app.db.$count(signupAttempts, isOpen)) && !user.isEmailVerified)
      await app.db.delete(users).where(eq(users.id, user.id));
  });

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
    const used = 'This invitation has been used, has expired or was withdrawn. Please ask for a new one.';
    throw new AppError('forbidden', used);
  }
  if (mode === 'invite')
    throw new AppError(
      'forbidden',
      'New accounts need an invitation on this server. Please open the link that you were given, or ask for one.',
    );
  if (mode === 'domain' && !domains.includes(email.slice(email.lastIndexOf('@') + 1)))
    throw new AppError('forbidden', `New accounts on this server need an address at ${orList(domains)}.`);
  return null;
}

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
  const row = { email, ...opened, createdAt: app.now() };
  const inserting = app.db.insert(users).values(row);
  const [user] = await inserting.onConflictDoUpdate({ target: users.email, set: opened }).returning();
  const zones = app.db.select({ timeZone: signupAttempts.timeZone }).from(signupAttempts);
  const [attempt] = await zones.where(eq(signupAttempts.userId, user!.id)).limit(1);
  await voidAttempts(app, user!.id);
  await beginPreferences(app, user!.id, attempt?.timeZone);
  return user!;
}

/** Closes an account or opens it again, and gives or takes the role of an administrator. */
export async function setStanding(
  { db }: App,
  userId: string,
  standing: { isActive?: boolean; isAdmin?: boolean },
): Promise<void> {
  await db.update(users).set(standing).where(eq(users.id, userId));
}

/** @throws AppError `forbidden` when it was used or withdrawn since the sign-up */
async function takeInvitation(app: App, id: string): Promise<void> {
  for (const { admits } of app.features) if (await admits?.take(app, id)) return;
  const usedSince =
    'The invitation of this sign-up has been used or withdrawn since. Please ask for a new one.';
  throw new AppError('forbidden', usedSince);
}

/** Voids the account's open sign-ups, except the given one. */
export async function voidAttempts({ db, now }: App, userId: string, except?: string) {
  const others = except ? ne(signupAttempts.id, except) : undefined;
  const open = and(eq(signupAttempts.userId, userId), isNull(signupAttempts.voidedAt), others);
  await db.update(signupAttempts).set({ voidedAt: now() }).where(open);
}
