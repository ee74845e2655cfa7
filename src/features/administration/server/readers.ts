import { and, desc, eq, ilike, isNull, sql } from 'drizzle-orm';
import { removeAccount } from '#accounts/cleanup.ts';
import { requireProof } from '#accounts/credentials/proof.ts';
import { endSessions } from '#accounts/credentials/session.ts';
import { requestReset } from '#accounts/passwordReset.ts';
import { resetLinkFor } from '#accounts/setup.ts';
import { setStanding } from '#accounts/signup.ts';
import type { App } from '#kit/feature.ts';
import { recordAct } from '#platform/audit.ts';
import { searchTerms, sessions, users } from '#platform/db/schema.ts';
import { type Reader, type Route, serveReader } from '#platform/http/route.ts';
import { hasId } from '#platform/http/uuid.ts';
import { transaction } from '#platform/platform.ts';
import { AppError } from '#shared/contract/errors.ts';
import { pick } from '#shared/values/pick.ts';
import { administrationApi } from '../contract.ts';

const shownAtOnce = 50;

export const readerRoutes: Route<App>[] = [
  serveReader(administrationApi.readers, async (app, { query: { search } }) => {
    const matching = search ? ilike(users.email, `%${search.replace(/[\\%_]/g, '\\$&')}%`) : undefined;
    const found = selectReaders(app).where(matching);
    const readers = await found.orderBy(desc(users.createdAt), users.id).limit(shownAtOnce);
    return { readers, total: await app.db.$count(users, matching) };
  }),
  // Suspending ends sessions and stops digests, but keeps the data.
  serveReader(administrationApi.changeReader, (app, call) =>
    onOther(app, call, async (app, before, record) => {
      const { id } = before;
      const { isActive = before.isActive, isAdmin = before.isAdmin } = call.body;
      await setStanding(app, id, { isActive, isAdmin });
      if (!isActive) await endSessions(app, id);
      if (isActive !== before.isActive) await record(isActive ? 'reader readmitted' : 'reader suspended', id);
      if (isAdmin !== before.isAdmin) await record(isAdmin ? 'made administrator' : 'role taken', id);
      const [row] = await selectReaders(app).where(eq(users.id, id));
      return row!;
    }),
  ),
  serveReader(administrationApi.resetReader, async (app, { params: { id }, reader, network }) => {
    await requireProof(app, reader);
    const { email } = await accountOf(app, id);
    const { isOff } = app.config.mail;
    if (!isOff) await requestReset(app, email, network);
    return transaction(app, async (app) => {
      await recordAct(app, { actor: reader.id, network, action: 'reset sent', subject: id });
      if (!isOff)
        return { message: `A link to choose a new password is on its way to ${email}.`, link: null };
      return {
        message: `Hand this link to ${email} and to nobody else. It works for a day.`,
        link: await resetLinkFor(app, id),
      };
    });
  }),
  serveReader(administrationApi.signOutReader, (app, call) =>
    onOther(app, call, async (app, { id }, record) => {
      await endSessions(app, id);
      await record('reader signed out', id);
      return { message: 'Every device of this account is signed out.' };
    }),
  ),
  serveReader(administrationApi.deleteReader, (app, call) =>
    onOther(app, call, async (app, user, record) => {
      await removeAccount(app, user);
      await record('reader deleted');
      return { message: 'The account and everything about it was deleted.' };
    }),
  ),
];

type User = typeof users.$inferSelect;

/**
 * Acts on another account, after a new proof of identity and in one transaction. `record` writes the audit log.
 * @throws AppError `not_found`, `conflict` for the administrator's own account
 */
async function onOther<T>(
  app: App,
  { params, reader, network }: { params: { id: string }; reader: Reader; network: string },
  act: (app: App, user: User, record: (action: string, subject?: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  await requireProof(app, reader);
  return transaction(app, async (app) => {
    const user = await accountOf(app, params.id);
    if (user.id === reader.id)
      throw new AppError('conflict', 'This is your own account. Please ask another administrator.');
    return act(app, user, (action, subject) =>
      recordAct(app, { actor: reader.id, network, action, ...(subject && { subject }) }),
    );
  });
}

async function accountOf({ db }: App, id: string): Promise<User> {
  const [user] = await db.select().from(users).where(hasId(users.id, id)).for('update');
  if (!user) throw new AppError('not_found', 'There is no such account.');
  return user;
}

const selectReaders = ({ db }: App) =>
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
