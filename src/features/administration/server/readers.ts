import { and, count, desc, eq, ilike, isNull, sql } from 'drizzle-orm';
import { setStanding } from '#accounts/admit.ts';
import { removeAccount } from '#accounts/cleanup.ts';
import { endSessions } from '#accounts/credentials/session.ts';
import { requestReset } from '#accounts/passwordReset.ts';
import { resetLinkFor } from '#accounts/setup.ts';
import type { App } from '#kit/feature.ts';
import { recordAct } from '#platform/audit.ts';
import { searchTerms, sessions, users } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { hasId } from '#platform/http/uuid.ts';
import { transaction } from '#platform/platform.ts';
import { AppError } from '#shared/contract/errors.ts';
import { pick } from '#shared/values/pick.ts';

/** The acting administrator, and the network address. */
export interface Actor {
  reader: Reader;
  network: string;
}

const shownAtOnce = 50;

/** Accounts whose address contains the text, newest first. */
export async function findReaders({ db }: Pick<App, 'db'>, search: string) {
  const matching = search ? ilike(users.email, `%${search.replace(/[\\%_]/g, '\\$&')}%`) : undefined;
  const [all] = await db.select({ count: count() }).from(users).where(matching);
  const rows = await selectReaders(db)
    .where(matching)
    .orderBy(desc(users.createdAt), users.id)
    .limit(shownAtOnce);
  return { readers: rows, total: all?.count ?? 0 };
}

/**
 * Suspends or readmits an account, or gives or takes the role. Suspending ends its sessions and stops its digests, but keeps
 * its data.
 * @throws AppError `not_found`, `conflict` for the administrator's own account
 */
export const changeReader = (
  app: App,
  actor: Actor,
  id: string,
  change: { isActive?: boolean | undefined; isAdmin?: boolean | undefined },
) =>
  transaction(app, async (app) => {
    const before = await lockOther(app, actor, id);
    const { isActive = before.isActive, isAdmin = before.isAdmin } = change;
    await setStanding(app, id, { isActive, isAdmin });
    if (!isActive) await endSessions(app, id);
    if (isActive !== before.isActive)
      await record(app, actor, { action: isActive ? 'reader readmitted' : 'reader suspended', subject: id });
    if (isAdmin !== before.isAdmin)
      await record(app, actor, { action: isAdmin ? 'made administrator' : 'role taken', subject: id });
    const [row] = await selectReaders(app.db).where(eq(users.id, id));
    return row!;
  });

/**
 * Ends every session of an account.
 * @throws AppError `not_found`, `conflict` for the administrator's own account
 */
export const signOutReader = (app: App, actor: Actor, id: string): Promise<void> =>
  transaction(app, async (app) => {
    await lockOther(app, actor, id);
    await endSessions(app, id);
    await record(app, actor, { action: 'reader signed out', subject: id });
  });

/**
 * Sends a link to choose a new password. On a server without mail, returns the link for the administrator to pass on.
 * @throws AppError `not_found`, `limited`
 */
export async function resetReader(
  app: App,
  actor: Actor,
  id: string,
): Promise<{ message: string; link: string | null }> {
  const reader = await accountOf(app, id);
  if (!app.config.mail.isOff) await requestReset(app, reader.email, actor.network);
  return transaction(app, async (app) => {
    await record(app, actor, { action: 'reset sent', subject: id });
    if (!app.config.mail.isOff)
      return { message: `A link to choose a new password is on its way to ${reader.email}.`, link: null };
    return {
      message: `Hand this link to ${reader.email} and to nobody else. It works for a day.`,
      link: await resetLinkFor(app, id),
    };
  });
}

/**
 * Deletes an account and everything about it, as its reader could.
 * @throws AppError `not_found`, `conflict` for the administrator's own account
 */
export async function deleteReader(app: App, actor: Actor, id: string): Promise<void> {
  await transaction(app, async (app) => {
    await removeAccount(app, await lockOther(app, actor, id));
    await record(app, actor, { action: 'reader deleted' });
  });
}

const record = (app: App, { reader, network }: Actor, act: { action: string; subject?: string }) =>
  recordAct(app, { actor: reader.id, network, ...act });

async function accountOf({ db }: Pick<App, 'db'>, id: string) {
  const [user] = await db.select().from(users).where(hasId(users.id, id)).for('update');
  if (!user) throw new AppError('not_found', 'There is no such account.');
  return user;
}

async function lockOther(app: Pick<App, 'db'>, { reader }: Actor, id: string) {
  const user = await accountOf(app, id);
  if (user.id === reader.id)
    throw new AppError('conflict', 'This is your own account. Please ask another administrator.');
  return user;
}

const selectReaders = (db: App['db']) =>
  db
    .select({
      ...pick(users, 'id email createdAt'),
      lastSeenAt:
        sql<Date | null>`(select max(${sessions.lastSeenAt}) from ${sessions} where ${eq(sessions.userId, users.id)})`.mapWith(
          sessions.lastSeenAt,
        ),
      topics:
        sql<number>`(select count(*) from ${searchTerms} where ${and(eq(searchTerms.userId, users.id), isNull(searchTerms.deletedAt))})`.mapWith(
          Number,
        ),
      isVerified: users.isEmailVerified,
      ...pick(users, 'isActive isAdmin mailBlocked'),
    })
    .from(users)
    .$dynamic();
