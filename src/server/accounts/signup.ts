import { eq } from 'drizzle-orm';
import { IANAZone } from 'luxon';
import { type App, transaction } from '../app.ts';
import { signupAttempts, users } from '../db/schema.ts';
import { limit } from '../limits.ts';
import { roughNetwork } from '../network.ts';
import { askForMail } from './mail.ts';
import { hashPassword, refuseGuessable } from './password.ts';
import { hashToken, newToken } from './token.ts';

/** The link in the mail lives this long. */
const verificationHours = 24;

interface SignupForm {
  email: string;
  password: string;
  researchField?: string | null;
  pendingSearch?: string | null;
  timeZone?: string | null;
}

/** Where a call came from, as far as a mail may say it. */
interface Origin {
  network: string;
  device: string | null;
}

/**
 * Begins an account, or begins it again: each sign-up is an attempt with its own password and link, so signing up
 * twice re-sends, and nobody can lay a password under an address that is not theirs. What the caller sees and how
 * long it takes are the same for an address that has an account; its owner gets a mail that says so.
 */
export async function signUp(app: App, form: SignupForm, from: Origin): Promise<void> {
  await limit(app, 'signup', { account: form.email, network: from.network });
  refuseGuessable(form.password, form.email);
  const passwordHash = await hashPassword(form.password);
  await transaction(app, async (app) => {
    const user = await claimAddress(app, form, passwordHash, from);
    if (user.isEmailVerified) await remindOwner(app, form.email);
    else await recordAttempt(app, user.id, form, passwordHash, from);
  });
}

/** The row of that address, made if nobody has it; locked, so that sign-ups for one address take turns. */
async function claimAddress({ db, now }: App, form: SignupForm, passwordHash: string, from: Origin) {
  await db
    .insert(users)
    .values({
      email: form.email,
      passwordHash,
      researchField: form.researchField || null,
      ipAddress: roughNetwork(from.network),
      createdAt: now(),
    })
    .onConflictDoNothing({ target: users.email });
  const [user] = await db
    .select({ id: users.id, isEmailVerified: users.isEmailVerified })
    .from(users)
    .where(eq(users.email, form.email))
    .for('update');
  return user!;
}

const remindOwner = (app: App, email: string): Promise<void> =>
  askForMail(app, 'already-have-account', email, {
    link: `${app.config.baseUrl}/auth?tab=login`,
    resetLink: `${app.config.baseUrl}/auth?tab=forgot-password`,
  });

async function recordAttempt(app: App, userId: string, form: SignupForm, passwordHash: string, from: Origin) {
  const { db, config, now } = app;
  const token = newToken();
  const tokenHash = hashToken(token);
  const at = now();
  const timeZone = form.timeZone && IANAZone.isValidZone(form.timeZone) ? form.timeZone : null;
  await db.insert(signupAttempts).values({
    userId,
    tokenHash,
    passwordHash,
    researchField: form.researchField || null,
    pendingSearch: form.pendingSearch || null,
    timeZone,
    network: roughNetwork(from.network),
    expiresAt: new Date(at.getTime() + verificationHours * 3_600_000),
    createdAt: at,
  });
  // The newest password is the one whose owner is told, when signing in too early, to look for the mail.
  await db.update(users).set({ passwordHash, emailVerificationToken: tokenHash }).where(eq(users.id, userId));
  await askForMail(app, 'verify', form.email, {
    link: `${config.baseUrl}/verify-email?token=${token}`,
    notMeLink: `${config.baseUrl}/cancel-signup?token=${token}`,
    validFor: `${verificationHours} hours`,
    place: placeOf(from),
    at: at.toISOString(),
    timeZone: timeZone ?? 'UTC',
    pendingSearch: form.pendingSearch || null,
  });
}

const placeOf = ({ device, network }: Origin): string =>
  `${device ?? 'an unknown browser'}, network ${roughNetwork(network)}`;
