import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { recordAct } from '#platform/audit.ts';
import { users } from '#platform/db/schema.ts';
import { keepValue, keptValue, takeValue } from '#platform/installation.ts';
import { transaction } from '#platform/platform.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import { limit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import { dayMs, timeAfter } from '#shared/values/time.ts';
import { hashPassword, requireGoodPassword } from './credentials/password.ts';
import { beginPreferences } from './preferences.ts';
import { openDirectly } from './signup.ts';

/** Without letters and digits that look alike. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** Four groups of five: 99 bits. */
const groups = [5, 5, 5, 5];

/**
 * Creates a new code for the setup page and stores its hash in place of an earlier one, if accounts have passwords and there
 * is no account yet. Null otherwise. The caller shows the code to the person who started the server, and to nobody else.
 */
export async function offerSetup(app: App): Promise<string | null> {
  if (!app.config.passwords || (await hasAccounts(app))) return null;
  const code = groups
    .map((length) => Array.from({ length }, () => letters[randomInt(letters.length)]).join(''))
    .join('-');
  await keepValue(app, 'setup-code', hashToken(plain(code)));
  return code;
}

/** Whether the setup page can be used: a code was printed, and there is no account. */
export const isSetupOpen = async (app: App): Promise<boolean> =>
  (await keptValue(app, 'setup-code')) !== null && !(await hasAccounts(app));

/**
 * Creates the first administrator. The code works once: it is taken out in the transaction that makes the account.
 * @returns the new account
 * @throws AppError `forbidden` for a wrong or used code, `invalid` for a guessable password, `limited`
 */
export async function completeSetup(
  app: App,
  { code, email, password }: { code: string; email: string; password: string },
  network: string,
): Promise<typeof users.$inferSelect> {
  await requireGoodPassword(app, { password, email }, network);
  await limit(app, 'setup', { network });
  const passwordHash = await hashPassword(password);
  return transaction(app, async (app) => {
    const wrong = 'This code is wrong or has been used. The newest one is in the output of the server.';
    if (!(await takeValue(app, 'setup-code', hashToken(plain(code)))) || (await hasAccounts(app)))
      throw new AppError('forbidden', wrong);
    const made = await openDirectly(app, email, { passwordHash, isAddressProven: false, isAdmin: true });
    await recordAct(app, { actor: made.id, action: 'first administrator', subject: made.id, network });
    return made;
  });
}

/** Spaces, dashes and case do not count when the code is typed. */
const plain = (code: string): string => code.toUpperCase().replace(/[^A-Z\d]/g, '');

/** Whether an account was ever opened. A sign-up that nobody has confirmed, such as a stranger's, is none. */
const hasAccounts = async ({ db }: App): Promise<boolean> =>
  (await db.$count(users, eq(users.isEmailVerified, true))) > 0;

/** How long a link from an administrator works: longer than a mailed one, because it is handed over by a person. */
const linkMs = dayMs;

type OperatorApp = Pick<App, 'db' | 'now' | 'config'>;

/**
 * Makes an account an administrator's; creates it if there is none. For people who can run commands on the server.
 * @returns a link by which a new account chooses its password; null for an account that was there
 */
export async function makeAdministrator(app: OperatorApp, email: string): Promise<string | null> {
  const unusable = await hashPassword(newToken());
  return transaction(app, async (app) => {
    const standing = { isEmailVerified: true, isAddressProven: false, isAdmin: true };
    const [made] = await app.db
      .insert(users)
      .values({ email, passwordHash: unusable, ...standing, createdAt: app.now() })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id });
    const [user] = await app.db
      .update(users)
      .set({ isAdmin: true })
      .where(eq(users.email, email))
      .returning();
    await beginPreferences(app, user!.id);
    const action = made ? 'administrator created' : 'made administrator';
    await recordAct(app, { actor: null, action, subject: user!.id, network: null });
    return made ? resetLinkFor(app, made.id) : null;
  });
}

/**
 * A new link by which the owner of an account chooses a password, valid for a day; an earlier one stops working.
 * @throws AppError `not_found` for an address without an account
 */
export async function resetLinkOf(app: OperatorApp, email: string): Promise<string> {
  const [user] = await app.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!user) throw new AppError('not_found', `There is no account for ${email}.`);
  return resetLinkFor(app, user.id);
}

/** The same by the account's id. The link opens the account to anyone who has it: hand it to its owner alone. */
export async function resetLinkFor({ db, now, config }: OperatorApp, userId: string): Promise<string> {
  const token = newToken();
  const reset = { passwordResetToken: hashToken(token), passwordResetTokenExpiry: timeAfter(now(), linkMs) };
  await db.update(users).set(reset).where(eq(users.id, userId));
  return `${config.baseUrl}/reset-password?token=${token}`;
}
