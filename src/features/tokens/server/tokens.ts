import { and, desc, eq, gt, isNull, or } from 'drizzle-orm';
import type { Context } from 'hono';
import { readerFrom } from '#accounts/credentials/session.ts';
import type { App } from '#kit/feature.ts';
import { requireRoom } from '#platform/db/room.ts';
import { users } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { hasId } from '#platform/http/uuid.ts';
import { transaction } from '#platform/platform.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import { AppError } from '#shared/contract/errors.ts';
import { dayMs, minuteMs, timeAfter } from '#shared/values/time.ts';
import { type NewToken, type TokenScope, tokensAtMost } from '../contract.ts';
import { apiTokens } from '../tables.ts';

/** Lets people, and programs that scan for leaked secrets, recognize a token. */
const prefix = 'litwatch_';
/** The last use is recorded at most this often, so that most calls write nothing. */
const noteEvery = 10 * minuteMs;

/** The account's tokens, newest first. Their contract leaves the hashes out. */
export async function tokensOf({ db }: Pick<App, 'db'>, userId: string) {
  return db
    .select()
    .from(apiTokens)
    .where(eq(apiTokens.userId, userId))
    .orderBy(desc(apiTokens.createdAt), apiTokens.id);
}

/**
 * Creates a token. Only its hash is stored, so the returned token cannot be read again.
 * @throws AppError `conflict` when the reader has the maximum number of tokens.
 */
export const createToken = (app: Pick<App, 'db' | 'now'>, userId: string, { name, scope, days }: NewToken) =>
  transaction(app, async ({ db, now }) => {
    const sentence = `You have ${tokensAtMost} tokens. Please revoke one first.`;
    const of = eq(apiTokens.userId, userId);
    await requireRoom(db, userId, { table: apiTokens, of, most: tokensAtMost, sentence });
    const token = prefix + newToken();
    const [row] = await db
      .insert(apiTokens)
      .values({
        userId,
        name,
        scope,
        tokenHash: hashToken(token),
        createdAt: now(),
        expiresAt: days === null ? null : timeAfter(now(), days * dayMs),
      })
      .returning();
    return { ...row!, token };
  });

/** @throws AppError `not_found` for a token that is not the reader's. */
export async function revokeToken({ db }: Pick<App, 'db'>, userId: string, id: string): Promise<void> {
  const revoked = await db
    .delete(apiTokens)
    .where(and(hasId(apiTokens.id, id), eq(apiTokens.userId, userId)))
    .returning({ id: apiTokens.id });
  if (!revoked.length) throw new AppError('not_found', 'This token does not exist.');
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
export interface TokenHolder {
  reader: Reader;
  scope: TokenScope;
}

/** The holder of a live API token; null for any other text. A token never has the rights of an administrator. */
export async function readerOfToken(app: App, token: string): Promise<TokenHolder | null> {
  const owner = await ownerOfToken(app, token);
  if (!owner) return null;
  const reader = { ...readerFrom(owner.user, app.config), isAdmin: false, sessionId: owner.token.id };
  return { reader, scope: owner.token.scope };
}

/** A live token and its owner, an active, verified account; undefined for any other token. Records the use. */
async function ownerOfToken({ db, now }: App, token: string) {
  const at = now();
  const [row] = await db
    .select({ token: apiTokens, user: users })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(
      and(
        eq(apiTokens.tokenHash, hashToken(token)),
        or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, at)),
        eq(users.isActive, true),
        eq(users.isEmailVerified, true),
      ),
    );
  if (!row) return undefined;
  const { id, lastUsedAt } = row.token;
  if (!lastUsedAt || at.getTime() - lastUsedAt.getTime() > noteEvery)
    await db.update(apiTokens).set({ lastUsedAt: at }).where(eq(apiTokens.id, id));
  return row;
}
