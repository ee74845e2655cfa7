import { and, desc, eq, gt, ilike, isNull, lt, sql } from 'drizzle-orm';
import { removeAccount } from '#accounts/cleanup.ts';
import { requireProof } from '#accounts/credentials/proof.ts';
import { endSessions } from '#accounts/credentials/session.ts';
import { requestReset } from '#accounts/passwordReset.ts';
import { resetLinkFor } from '#accounts/setup.ts';
import { setStanding } from '#accounts/signup.ts';
import type { App } from '#kit/feature.ts';
import packageJson from '#package.json' with { type: 'json' };
import { recentActs, recordAct } from '#platform/audit.ts';
import { searchTerms, sessions, users } from '#platform/db/schema.ts';
import { type Reader, type Route, serve, serveReader } from '#platform/http/route.ts';
import { hasId } from '#platform/http/uuid.ts';
import { keepValue, keptValue, takeValue } from '#platform/installation.ts';
import { transaction } from '#platform/platform.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import { limit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import { offeredSources, sourceLabels } from '#shared/papers/sources.ts';
import { pick } from '#shared/values/pick.ts';
import { dayMs, timeAfter, timeBefore } from '#shared/values/time.ts';
import { administrationApi, invitationApi, type Overview } from '../contract.ts';
import { invitations } from '../tables.ts';

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

/** Days after which an expired invitation is deleted. */
const keptDays = 90;

export const invitationRoutes: Route<App>[] = [
  serve(invitationApi.check, async (app, { body, network }) => {
    await limit(app, 'invitation', { network });
    return { open: (await openInvitation(app, body.token)) !== null };
  }),
  serveReader(invitationApi.list, async ({ db, now }) => {
    const at = now();
    const rows = await db
      .select()
      .from(invitations)
      .where(gt(invitations.createdAt, timeBefore(at, keptDays * dayMs)))
      .orderBy(desc(invitations.createdAt), invitations.id);
    const stateOf = ({ usedAt, revokedAt, expiresAt }: (typeof rows)[number]) =>
      usedAt ? 'used' : revokedAt ? 'revoked' : expiresAt <= at ? 'expired' : 'open';
    return rows.map((row) => ({ ...row, state: stateOf(row) }));
  }),
  // The link is returned once and is not kept: the row has its hash.
  serveReader(invitationApi.make, (app, { body: { note, days }, reader, network }) =>
    transaction(app, async (app) => {
      const token = newToken();
      const createdAt = app.now();
      const expiresAt = timeAfter(createdAt, days * dayMs);
      const [made] = await app.db
        .insert(invitations)
        .values({ tokenHash: hashToken(token), note, madeBy: reader.id, createdAt, expiresAt })
        .returning({ id: invitations.id });
      const detail = `${days} days`;
      await recordAct(app, { actor: reader.id, network, action: 'invitation made', detail });
      return { id: made!.id, link: `${app.config.baseUrl}/invite?token=${token}`, expiresAt };
    }),
  ),
  serveReader(invitationApi.revoke, (app, { params, reader, network }) =>
    transaction(app, async (app) => {
      const revoked = await app.db
        .update(invitations)
        .set({ revokedAt: app.now() })
        .where(and(hasId(invitations.id, params.id), isOpen(app.now())))
        .returning({ id: invitations.id });
      if (!revoked.length) throw new AppError('not_found', 'There is no open invitation with this id.');
      await recordAct(app, { actor: reader.id, network, action: 'invitation revoked' });
      return { message: 'The invitation was withdrawn. Its link no longer works.' };
    }),
  ),
];

const isOpen = (now: Date) =>
  and(isNull(invitations.usedAt), isNull(invitations.revokedAt), gt(invitations.expiresAt, now));

/** The invitation of a link; null when it was used, has expired, was revoked or never was. */
export async function openInvitation({ db, now }: App, token: string): Promise<{ id: string } | null> {
  const isIt = and(eq(invitations.tokenHash, hashToken(token)), isOpen(now()));
  const [found] = await db.select({ id: invitations.id }).from(invitations).where(isIt);
  return found ?? null;
}

/** Uses an invitation up, in the transaction that opens the account. False if it was used or revoked since the sign-up. */
export async function takeInvitation({ db, now }: App, id: string): Promise<boolean> {
  const used = await db
    .update(invitations)
    .set({ usedAt: now() })
    .where(and(eq(invitations.id, id), isNull(invitations.usedAt), isNull(invitations.revokedAt)))
    .returning({ id: invitations.id });
  return used.length > 0;
}

/** Deletes invitations that have been over for ninety days. Idempotent. */
export async function removeOldInvitations({ db, now }: App): Promise<void> {
  await db.delete(invitations).where(lt(invitations.expiresAt, timeBefore(now(), keptDays * dayMs)));
}

/** Removes the address of a deleted account from notes. */
export async function forgetAddress({ db }: App, { email }: { email: string }): Promise<void> {
  const named = sql`position(${email.toLowerCase()} in lower(${invitations.note})) > 0`;
  await db.update(invitations).set({ note: '' }).where(named);
}

const actsShown = 100;

/** The server as a whole: its health and usage figures, what was done, and the banner. */
export const serverRoutes: Route<App>[] = [
  serveReader(administrationApi.overview, async (app) => ({
    version: packageJson.version,
    node: process.version,
    database: await databaseVersion(app),
    readers: await countReaders(app),
    sources: await lastReadings(app),
    queues: (await app.depth())
      .toSorted((one, other) => (one.queue < other.queue ? -1 : 1))
      .map(({ oldest, ...depth }) => ({ ...depth, oldestSeconds: Math.round(oldest) })),
    mails: await countMails(app),
    deliveryProblems: await deliveryProblems(app),
    models: app.config.chat || app.config.embeddings ? await modelUse(app) : null,
    banner: await keptValue(app, 'banner'),
  })),
  serveReader(administrationApi.acts, (app) => recentActs(app, actsShown)),
  serveReader(administrationApi.setBanner, (app, { body: { text }, reader, network }) =>
    transaction(app, async (app) => {
      await (text ? keepValue(app, 'banner', text) : takeValue(app, 'banner'));
      const action = text ? 'banner set' : 'banner removed';
      await recordAct(app, { actor: reader.id, network, action, detail: text });
      return { message: text ? 'Readers see the banner now.' : 'The banner was removed.' };
    }),
  ),
];

async function databaseVersion({ db, config }: App): Promise<string> {
  const { rows } = await db.execute<{ server_version: string }>(sql`show server_version`);
  return `${config.databaseUrl ? 'PostgreSQL' : 'Embedded PostgreSQL'} ${rows[0]?.server_version}`;
}

const at = ({ now }: App) => sql`${now().toISOString()}::timestamptz`;

async function countReaders(app: App): Promise<Overview['readers']> {
  const { rows } = await app.db.execute<Overview['readers'] & Record<string, unknown>>(sql`
    select count(*)::int as all, count(*) filter (where not is_active)::int as suspended,
      count(*) filter (where created_at > ${at(app)} - interval '7 days')::int as "newThisWeek"
    from users where is_email_verified`);
  return rows[0]!;
}

async function lastReadings({ db, config }: App): Promise<Overview['sources']> {
  const { rows } = await db.execute<{
    source: string;
    complete: string | null;
    status: Overview['sources'][number]['status'];
    sentence: string | null;
  }>(sql`
    select distinct on (source) source, status, sentence,
      (select to_char(max(finished_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
        from harvests c where c.source = h.source and c.status = 'complete') as complete
    from harvests h order by source, started_at desc`);
  return offeredSources(config.sources.more).map((name) => {
    const row = rows.find(({ source }) => source === name);
    const { complete = null, status = null, sentence = null } = row ?? {};
    return { name: sourceLabels[name], lastComplete: complete, status, sentence };
  });
}

/** A sender without a heartbeat for this long is dead: its mail may or may not have left. */
const doubtMinutes = 5;

async function countMails(app: App): Promise<Overview['mails']> {
  const { rows } = await app.db.execute<Record<keyof Overview['mails'], number>>(sql`
    select count(*) filter (where status = 'pending')::int as waiting,
      count(*) filter (where status = 'sending'
        and claimed_at < ${at(app)} - ${doubtMinutes} * interval '1 minute')::int as "inDoubt",
      count(*) filter (where status = 'sent')::int as sent,
      count(*) filter (where status = 'refused')::int as refused
    from email_digests where created_at > ${at(app)} - interval '7 days'`);
  return rows[0]!;
}

async function deliveryProblems({ db }: App): Promise<Overview['deliveryProblems']> {
  const { rows } = await db.execute<{ email: string; at: string | null; reason: string }>(sql`
    select email, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, reason from (
      select email, mail_blocked_at as at, mail_blocked as reason from users where mail_blocked is not null
      union all
      select u.email, d.created_at, coalesce(d.last_error, 'refused') from email_digests d
        join users u on u.id = d.user_id where d.status = 'refused') problems
    order by problems.at desc nulls last limit 20`);
  return rows.map((row) => ({ ...row, reason: row.reason.slice(0, 300) }));
}

async function modelUse(app: App): Promise<NonNullable<Overview['models']>> {
  const { rows } = await app.db.execute<{ day: string; calls: string; tokens: string; cost: string }>(sql`
    select day::text, calls, tokens, cost from ai_usage
    where user_id is null and day > (${at(app)} - interval '14 days')::date order by day desc`);
  return rows.map(({ day, calls, tokens, cost }) => ({
    day,
    calls: Number(calls),
    tokens: Number(tokens),
    dollars: Number(cost) / 1_000_000,
  }));
}
