import { and, eq, lte, notLike } from 'drizzle-orm';
import { tokensOf } from '#features/tokens/server/tokens.ts';
import type { App } from '#kit/feature.ts';
import { apiTokens, externalAccounts, users } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { readToken, signToken } from '#platform/signedLink.ts';
import { AppError } from '#shared/contract/errors.ts';
import { dayMs, timeAfter } from '#shared/values/time.ts';
import { type Origin, recordActivity } from './activity.ts';

/** How long the link in the mail works. */
const validMs = 30 * dayMs;
const accountBytes = 16;
const timeBytes = 6;

/** What has access after a new password, and the page that ends it. */
export interface LivingAccess {
  /** In words: `the API tokens “Notebook” and “Lab”`. */
  access: string[];
  /** Null if there is nothing to end. */
  endLink: string | null;
}

/** What still reads or receives for an account without its password. */
export async function livingAccess(app: App, userId: string): Promise<LivingAccess> {
  const signIns = await signInsOf(app, userId);
  const tokens = await tokensOf(app, userId);
  const access = [
    ...(signIns.length ? [`sign-in by an account at ${list.format(signIns)}`] : []),
    ...named('API token', tokens),
  ];
  for (const feature of app.features) access.push(...((await feature.access?.list(app, userId)) ?? []));
  return { access, endLink: access.length ? endLinkFor(app, userId) : null };
}

const list = new Intl.ListFormat('en');

const named = (kind: string, rows: { name: string }[]): string[] =>
  rows.length
    ? [`the ${kind}${rows.length > 1 ? 's' : ''} ${list.format(rows.map(({ name }) => `“${name}”`))}`]
    : [];

/** A proxy signs its users in with every request, which we cannot end. */
const isOfProvider = (userId: string) =>
  and(eq(externalAccounts.userId, userId), notLike(externalAccounts.issuer, 'header:%'));

async function signInsOf({ db }: App, userId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ issuer: externalAccounts.issuer })
    .from(externalAccounts)
    .where(isOfProvider(userId));
  return rows.map(({ issuer }) => (URL.canParse(issuer) ? new URL(issuer).host : issuer));
}

/** It ends the access that existed when the link was made, and nothing that the reader sets up later. */
function endLinkFor(app: App, userId: string): string {
  const subject = Buffer.alloc(accountBytes + timeBytes);
  subject.write(userId.replaceAll('-', ''), 'hex');
  subject.writeUIntBE(app.now().getTime(), accountBytes, timeBytes);
  return `${app.config.baseUrl}/end-access?token=${signToken(app, 'end-access', subject)}`;
}

/**
 * Ends what the mail of a new password named: accounts elsewhere that sign in, API tokens, and
 * what features give access to. Safe to repeat.
 * @throws AppError `invalid` for a link that is not ours or too old
 */
export async function endAccess(app: App, token: string, from: Origin): Promise<void> {
  const subject = readToken(app, 'end-access', token);
  const madeAt =
    subject?.length === accountBytes + timeBytes
      ? new Date(subject.readUIntBE(accountBytes, timeBytes))
      : null;
  if (!subject || !madeAt || timeAfter(madeAt, validMs) < app.now())
    throw new AppError(
      'invalid',
      'This link is invalid or has expired. Please sign in to end what has access.',
    );
  const userId = subject.toString('hex', 0, accountBytes);
  await transaction(app, async (app) => {
    const [user] = await app.db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, userId))
      .for('update');
    if (!user) return;
    const disconnected = await app.db
      .delete(externalAccounts)
      .where(and(isOfProvider(user.id), lte(externalAccounts.createdAt, madeAt)))
      .returning({ userId: externalAccounts.userId });
    let ended = disconnected.length;
    const revoked = await app.db
      .delete(apiTokens)
      .where(and(eq(apiTokens.userId, user.id), lte(apiTokens.createdAt, madeAt)))
      .returning({ userId: apiTokens.userId });
    ended += revoked.length;
    for (const { access } of app.features) ended += (await access?.end(app, user.id, madeAt)) ?? 0;
    if (ended) await recordActivity(app, user.id, 'access-ended', { from });
  });
}
