import { eq } from 'drizzle-orm';
import { IANAZone } from 'luxon';
import { enqueueMail } from '#mail/enqueueMail.ts';
import { signupAttempts, users } from '#platform/db/schema.ts';
import { roughNetwork } from '#platform/http/clientNetwork.ts';
import { transaction } from '#platform/platform.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import { limit } from '#platform/rateLimits.ts';
import { hourMs, timeAfter } from '#shared/values/time.ts';
import { admit } from './admission/admit.ts';
import { type Attempt, openAccount } from './admission/attempts.ts';
import type { AccountsApp } from './app.ts';
import { hashPassword, refuseGuessable, requireKinds } from './credentials/password.ts';

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
interface Origin {
  network: string;
  device: string | null;
}

/**
 * Starts an account. Each sign-up is an attempt with its own password and its own link, so signing up again sends a new
 * link, and nobody can pre-set a password for someone else's address (account pre-hijacking). Response and timing are
 * the same for an address that has an account already; its owner gets a mail that says so.
 * Without mail there is no link to open, so the account of an invited person is opened immediately.
 * @throws AppError `invalid` for a guessable password, `forbidden` for somebody who may not sign up, `limited`
 */
export async function signUp(app: AccountsApp, form: SignupForm, from: Origin): Promise<void> {
  requireKinds(app.config, form.password);
  await limit(app, 'signup', { account: form.email, network: from.network });
  const invitationId = await admit(app, form.email, form.invitation ?? null);
  await refuseGuessable(form.password, form.email);
  const passwordHash = await hashPassword(form.password);
  const token = newToken();
  const secrets = { passwordHash, tokenHash: hashToken(token) };
  await transaction(app, async (app) => {
    const user = await claimAddress(app, form, secrets, from);
    const attempt = await recordAttempt(app, user, form, { ...secrets, ...from, invitationId });
    if (app.config.mail.isOff) {
      if (!user.isEmailVerified) await openAccount(app, attempt, { isAddressProven: false });
    } else if (user.isEmailVerified) await remindOwner(app, form.email);
    else await mailLink(app, form, token, from);
  });
}

interface Secrets {
  passwordHash: string;
  tokenHash: string;
}

interface Claimed {
  id: string;
  isEmailVerified: boolean;
}

/**
 * The row of the address, inserted if it is new; locked, so that sign-ups for one address run one after another. Until
 * the address is confirmed the row holds the newest password: signing in with it answers that the mail has to be opened first.
 */
async function claimAddress(
  { db, now }: AccountsApp,
  form: SignupForm,
  { passwordHash, tokenHash }: Secrets,
  from: Origin,
): Promise<Claimed> {
  await db
    .insert(users)
    .values({
      email: form.email,
      passwordHash,
      emailVerificationToken: tokenHash,
      researchField: form.researchField || null,
      ipAddress: roughNetwork(from.network),
      createdAt: now(),
    })
    .onConflictDoUpdate({
      target: users.email,
      set: { passwordHash, emailVerificationToken: tokenHash },
      setWhere: eq(users.isEmailVerified, false),
    });
  const [user] = await db
    .select({ id: users.id, isEmailVerified: users.isEmailVerified })
    .from(users)
    .where(eq(users.email, form.email))
    .for('update');
  return user!;
}

/** For an address that has an account the attempt is void from the start; it is stored all the same, to take as long. */
async function recordAttempt(
  { db, now }: AccountsApp,
  user: Claimed,
  form: SignupForm,
  { passwordHash, tokenHash, invitationId, network }: Secrets & Origin & { invitationId: string | null },
): Promise<Attempt> {
  const at = now();
  const [attempt] = await db
    .insert(signupAttempts)
    .values({
      userId: user.id,
      tokenHash,
      passwordHash,
      researchField: form.researchField || null,
      pendingSearch: form.pendingSearch || null,
      timeZone: zoneOf(form),
      network: roughNetwork(network),
      invitationId,
      expiresAt: timeAfter(at, verificationHours * hourMs),
      voidedAt: user.isEmailVerified ? at : null,
      createdAt: at,
    })
    .returning();
  return attempt!;
}

const remindOwner = (app: AccountsApp, email: string): Promise<void> =>
  enqueueMail(app, 'already-have-account', email, {
    link: `${app.config.baseUrl}/auth?tab=login`,
    resetLink: `${app.config.baseUrl}/auth?tab=forgot-password`,
  });

/** The mail may go to a stranger's address, so it holds no word of the caller's: place and time are from lists of ours. */
const mailLink = (app: AccountsApp, form: SignupForm, token: string, from: Origin): Promise<void> =>
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
