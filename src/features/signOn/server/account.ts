import { and, eq, lte, notLike } from 'drizzle-orm';
import type { Context } from 'hono';
import { type Origin, originOf, tellOfChange } from '#accounts/credentials/activity.ts';
import { hashPassword } from '#accounts/credentials/password.ts';
import { waysToProve } from '#accounts/credentials/proof.ts';
import { readerFrom } from '#accounts/credentials/session.ts';
import { admit, openDirectly, setStanding } from '#accounts/signup.ts';
import type { App, Asked } from '#kit/feature.ts';
import { recordAct } from '#platform/audit.ts';
import { users } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import { newToken } from '#platform/randomToken.ts';
import { AppError } from '#shared/contract/errors.ts';
import { email } from '#shared/values/fields.ts';
import { type SignInProblem, signInProblems } from '../contract.ts';
import { externalAccounts } from '../tables.ts';

/** The provider's data about somebody who signed in there. */
export interface Identity {
  issuer: string;
  subject: string;
  /** In lower case; null if the provider names none. */
  email: string | null;
  isEmailVerified: boolean;
  /** Null where groups do not matter; a provider that names none names an empty list. */
  groups: string[] | null;
}

/** A sign-in from outside that opens no account here; the sign-in page has the sentence. */
export class SignInRefused extends Error {
  readonly problem: SignInProblem;

  constructor(problem: SignInProblem) {
    super(problem);
    this.problem = problem;
  }
}

type User = typeof users.$inferSelect;

/**
 * The account of somebody who signed in elsewhere, identified by issuer and subject. The first time, it is the account whose
 * address the provider has verified and which was opened by a mail to it, or a new one if sign-up admits it; the address gets
 * a mail about it. An address alone that nobody has proven links nothing, nor does any address to an account with a password
 * or a passkey: its owner signs in with that and connects the two.
 * @throws SignInRefused
 */
export async function accountFor(app: App, who: Identity, from: Origin): Promise<User> {
  const known = await linkedAccount(app, who);
  const user = known ?? (await transaction(app, (app) => linkByAddress(app, who, from)));
  if (!user.isActive) throw new SignInRefused('closed');
  return withRole(app, user, who);
}

export const connected = {
  event: 'account-connected',
  sentence: 'An account elsewhere was connected: it signs in without the password',
};

async function linkByAddress(app: App, who: Identity, from: Origin): Promise<User> {
  const user = await accountByAddress(app, who);
  if (!user.isActive) return user;
  await link(app, who, user.id);
  await tellOfChange(app, user, connected, { from });
  return user;
}

/** A proxy signs everybody in, so with one there is no other proof. */
const headerIssuer = 'header:';

/**
 * Connects the account of a signed-in reader with one outside, whatever its address. Idempotent.
 * @throws SignInRefused when it is connected with another account
 */
export const connect = (app: App, userId: string, who: Identity): Promise<void> =>
  transaction(app, async (app) => {
    const known = await linkedAccount(app, who);
    if (known && known.id !== userId) throw new SignInRefused('taken');
    if (!known) await link(app, who, userId);
  });

async function linkedAccount({ db }: App, { issuer, subject }: Identity): Promise<User | null> {
  const [row] = await db
    .select({ user: users })
    .from(externalAccounts)
    .innerJoin(users, eq(users.id, externalAccounts.userId))
    .where(and(eq(externalAccounts.issuer, issuer), eq(externalAccounts.subject, subject)));
  return row?.user ?? null;
}

const link = ({ db, now }: App, { issuer, subject }: Identity, userId: string) =>
  db.insert(externalAccounts).values({ issuer, subject, userId, createdAt: now() }).onConflictDoNothing();

async function accountByAddress(app: App, who: Identity): Promise<User> {
  const { email } = who;
  if (!email || !who.isEmailVerified) throw new SignInRefused('unverified');
  const [user] = await app.db.select().from(users).where(eq(users.email, email)).for('update');
  if (user?.isEmailVerified) {
    if (!user.isAddressProven) throw new SignInRefused('unproven');
    if (!who.issuer.startsWith(headerIssuer) && (await waysToProve(app, user)).length)
      throw new SignInRefused('known');
    return user;
  }
  await admit(app, email, null).catch((error: unknown) => {
    throw error instanceof AppError ? new SignInRefused('refused') : error;
  });
  const passwordHash = await hashPassword(newToken());
  return openDirectly(app, email, { passwordHash, hasPassword: false, isAddressProven: true });
}

/** If a group gives the role, membership decides at every sign-in. */
async function withRole(app: App, user: User, { groups }: Identity): Promise<User> {
  const adminGroup = app.config.oidc?.adminGroup;
  if (!adminGroup || !groups) return user;
  const isAdmin = groups.includes(adminGroup);
  if (isAdmin === user.isAdmin) return user;
  await transaction(app, async (app) => {
    await setStanding(app, user.id, { isAdmin });
    await recordAct(app, {
      ...{ actor: user.id, subject: user.id, network: null },
      action: isAdmin ? 'made administrator' : 'role taken',
      detail: 'by a group of the organization’s account',
    });
  });
  return { ...user, isAdmin };
}

/** The session id for a header, which signs in each request without a session to end. */
const noSession = '00000000-0000-0000-0000-000000000000';

/**
 * The person named by the trusted proxy's header, if one is configured. The header only counts in a request that a trusted
 * proxy has sent itself, and is ignored otherwise.
 * @throws AppError `forbidden` if the person named by the proxy may not sign up
 */
export async function callerByProxy(
  app: App,
  http: Context,
  { isFromProxy, network }: Asked,
): Promise<Reader | undefined> {
  const { authHeader } = app.config;
  const named = authHeader && isFromProxy(http) ? http.req.header(authHeader) : undefined;
  if (!named || http.req.header('authorization')) return undefined;
  const address = email.safeParse(named);
  if (!address.success)
    throw new AppError('forbidden', `The proxy's header ${authHeader} holds no email address.`);
  try {
    const user = await accountFor(
      app,
      {
        issuer: `${headerIssuer}${authHeader!.toLowerCase()}`,
        ...{ subject: address.data, email: address.data, isEmailVerified: true, groups: null },
      },
      originOf({ http, network }),
    );
    return { ...readerFrom(user, app.config), sessionId: noSession, isProven: true };
  } catch (error) {
    if (error instanceof SignInRefused) throw new AppError('forbidden', signInProblems[error.problem]);
    throw error;
  }
}

/** A proxy signs its users in with every request, which we cannot end. */
const isOfProvider = (userId: string) =>
  and(eq(externalAccounts.userId, userId), notLike(externalAccounts.issuer, `${headerIssuer}%`));

/** The account's providers in words: `sign-in by an account at id.example.org`. */
export async function providersInWords({ db }: App, userId: string): Promise<string[]> {
  const issuers = db.selectDistinct({ issuer: externalAccounts.issuer }).from(externalAccounts);
  const rows = await issuers.where(isOfProvider(userId));
  const hosts = rows.map(({ issuer }) => (URL.canParse(issuer) ? new URL(issuer).host : issuer));
  return hosts.length ? [`sign-in by an account at ${new Intl.ListFormat('en').format(hosts)}`] : [];
}

/** Disconnects the accounts at providers that were connected until then. Idempotent. */
export async function disconnect({ db }: App, userId: string, until: Date): Promise<number> {
  const disconnected = await db
    .delete(externalAccounts)
    .where(and(isOfProvider(userId), lte(externalAccounts.createdAt, until)))
    .returning({ userId: externalAccounts.userId });
  return disconnected.length;
}

/** The accounts elsewhere that sign this reader in. */
export const accountsElsewhere = ({ db }: App, userId: string) =>
  db
    .select({ issuer: externalAccounts.issuer, subject: externalAccounts.subject })
    .from(externalAccounts)
    .where(eq(externalAccounts.userId, userId));
