import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { recordAct } from '#platform/audit.ts';
import { type Route, serve, serveReader } from '#platform/http/route.ts';
import { hasId } from '#platform/http/uuid.ts';
import { transaction } from '#platform/platform.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import { limit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import { dayMs, timeAfter, timeBefore } from '#shared/values/time.ts';
import { invitationApi } from '../contract.ts';
import { invitations } from '../tables.ts';

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
