import { and, desc, eq, gt, isNull, or } from 'drizzle-orm';
import type { Context } from 'hono';
import { originOf, recordActivity } from '#accounts/credentials/activity.ts';
import { requireProof } from '#accounts/credentials/proof.ts';
import { readerFrom } from '#accounts/credentials/session.ts';
import type { App } from '#kit/feature.ts';
import { requireRoom } from '#platform/db/room.ts';
import { users } from '#platform/db/schema.ts';
import { type Reader, type Route, serveReader } from '#platform/http/route.ts';
import { hasId } from '#platform/http/uuid.ts';
import { transaction } from '#platform/platform.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import { AppError } from '#shared/contract/errors.ts';
import { dayMs, minuteMs, timeAfter } from '#shared/values/time.ts';
import { apiTokenApi, type TokenScope, tokensAtMost } from '../contract.ts';
import { apiTokens } from '../tables.ts';

/** Lets people, and programs that scan for leaked secrets, recognize a token. */
const prefix = 'litwatch_';
/** The last use is recorded at most this often, so that most calls write nothing. */
const noteEvery = 10 * minuteMs;

export const routes: Route<App>[] = [
  serveReader(apiTokenApi.list, (app, { reader }) => tokensOf(app, reader.id)),
  // Only the token's hash is stored, so the returned token cannot be read again.
  serveReader(apiTokenApi.create, async (app, call) => {
    const { reader, body } = call;
    await requireProof(app, reader);
    const token = prefix + newToken();
    const row = await transaction(app, async ({ db, now }) => {
      const sentence = `You have ${tokensAtMost} tokens. Please revoke one first.`;
      const of = eq(apiTokens.userId, reader.id);
      await requireRoom(db, reader.id, { table: apiTokens, of, most: tokensAtMost, sentence });
      const [row] = await db
        .insert(apiTokens)
        .values({
          ...{ userId: reader.id, name: body.name, scope: body.scope, tokenHash: hashToken(token) },
          createdAt: now(),
          expiresAt: body.days === null ? null : timeAfter(now(), body.days * dayMs),
        })
        .returning();
      return row!;
    });
    await recordActivity(app, reader.id, 'token-created', { detail: body.name, from: originOf(call) });
    return { ...row, token };
  }),
  serveReader(apiTokenApi.revoke, async (app, call) => {
    const { reader, params } = call;
    const own = and(hasId(apiTokens.id, params.id), eq(apiTokens.userId, reader.id));
    const revoked = await app.db.delete(apiTokens).where(own).returning({ id: apiTokens.id });
    if (!revoked.length) throw new AppError('not_found', 'This token does not exist.');
    await recordActivity(app, reader.id, 'token-revoked', { from: originOf(call) });
    return { message: 'The token is revoked. Scripts that used it can no longer read.' };
  }),
];

/** The account's tokens, newest first. Their contract leaves the hashes out. */
export async function tokensOf({ db }: App, userId: string) {
  const own = db.select().from(apiTokens).where(eq(apiTokens.userId, userId));
  return own.orderBy(desc(apiTokens.createdAt), apiTokens.id);
}

/** The account's tokens in words: `the API tokens “Notebook” and “Lab”`. */
export async function tokensInWords(app: App, userId: string): Promise<string[]> {
  const names = (await tokensOf(app, userId)).map(({ name }) => `“${name}”`);
  if (!names.length) return [];
  return [`the API token${names.length > 1 ? 's' : ''} ${new Intl.ListFormat('en').format(names)}`];
}

/**
 * Whom the token of an `Authorization` header names. With the header the token alone counts, whatever the cookies, and only
 * where the endpoint allows tokens.
 */
export async function callerByToken(
  app: App,
  http: Context,
  { allowApiToken }: { allowApiToken: boolean },
): Promise<Reader | null | undefined> {
  const token = /^bearer\s+(\S*)/i.exec(http.req.header('authorization') ?? '')?.[1];
  if (token === undefined) return undefined;
  return allowApiToken ? ((await readerOfToken(app, token))?.reader ?? null) : null;
}

/** The reader behind an API token, and what the token may do. */
export type TokenHolder = { reader: Reader; scope: TokenScope };

/**
 * The holder of a live API token, an active, verified account; null for any other text. Records the use. A token never has the
 * rights of an administrator.
 */
export async function readerOfToken({ db, now, config }: App, token: string): Promise<TokenHolder | null> {
  const at = now();
  const isValid = or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, at));
  const isOpen = and(eq(users.isActive, true), eq(users.isEmailVerified, true));
  const [row] = await db
    .select({ token: apiTokens, user: users })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(and(eq(apiTokens.tokenHash, hashToken(token)), isValid, isOpen));
  if (!row) return null;
  const { id, lastUsedAt, scope } = row.token;
  if (!lastUsedAt || at.getTime() - lastUsedAt.getTime() > noteEvery)
    await db.update(apiTokens).set({ lastUsedAt: at }).where(eq(apiTokens.id, id));
  return { reader: { ...readerFrom(row.user, config), isAdmin: false, sessionId: id }, scope };
}
