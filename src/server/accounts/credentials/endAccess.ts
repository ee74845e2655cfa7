import { and, asc, eq, isNull, lte, notLike } from 'drizzle-orm';
import {
  apiTokens,
  channels,
  externalAccounts,
  feeds,
  passkeys,
  shares,
  users,
  zoteroAccounts,
} from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { readToken, signToken } from '#platform/signedLink.ts';
import { AppError } from '#shared/contract/errors.ts';
import { dayMs, timeAfter } from '#shared/values/time.ts';
import type { AccountsApp } from '../app.ts';
import { type Origin, recordActivity } from './activity.ts';
import { feedSince, tokensOf } from './apiTokens.ts';
import { passkeysOf } from './passkeys.ts';

/** How long the link in the mail works. */
const validMs = 30 * dayMs;
const accountBytes = 16;
const timeBytes = 6;

/** What has access after a new password, and the page that ends it. */
export interface LivingAccess {
  /** Hosts of accounts elsewhere that sign in. */
  signIns: string[];
  /** Names of passkeys. */
  passkeys: string[];
  /** Names of API tokens. */
  tokens: string[];
  feeds: boolean;
  /** Zotero, and the other places where digests go besides mail, without their secrets. */
  places: string[];
  /** How many pages are shared by a link. */
  pages: number;
  /** Null if there is nothing to end. */
  endLink: string | null;
}

/** What still reads or receives for an account without its password. */
export async function livingAccess(app: AccountsApp, userId: string): Promise<LivingAccess> {
  const signIns = await signInsOf(app, userId);
  const keys = (await passkeysOf(app, userId)).map(({ name }) => name);
  const tokens = (await tokensOf(app, userId)).map(({ name }) => name);
  const hasFeeds = (await feedSince(app, userId)) !== null;
  const places = await placesOf(app, userId);
  const pages = await app.db.$count(shares, eq(shares.userId, userId));
  const isAny = hasFeeds || pages > 0 || [signIns, keys, tokens, places].some((list) => list.length > 0);
  const endLink = isAny ? endLinkFor(app, userId) : null;
  return { signIns, passkeys: keys, tokens, feeds: hasFeeds, places, pages, endLink };
}

/** A proxy signs its users in with every request, which we cannot end. */
const isOfProvider = (userId: string) =>
  and(eq(externalAccounts.userId, userId), notLike(externalAccounts.issuer, 'header:%'));

async function signInsOf({ db }: AccountsApp, userId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ issuer: externalAccounts.issuer })
    .from(externalAccounts)
    .where(isOfProvider(userId));
  return rows.map(({ issuer }) => (URL.canParse(issuer) ? new URL(issuer).host : issuer));
}

async function placesOf({ db }: AccountsApp, userId: string): Promise<string[]> {
  const sent = await db
    .selectDistinct({ place: channels.place })
    .from(channels)
    .where(and(eq(channels.userId, userId), isNull(channels.ended)))
    .orderBy(asc(channels.place));
  const connected = await db
    .select({ username: zoteroAccounts.username })
    .from(zoteroAccounts)
    .where(eq(zoteroAccounts.userId, userId));
  return [
    ...sent.map(({ place }) => place),
    ...connected.map(({ username }) => `the library of ${username} in Zotero`),
  ];
}

/** It ends the access that existed when the link was made, and nothing that the reader sets up later. */
function endLinkFor(app: AccountsApp, userId: string): string {
  const subject = Buffer.alloc(accountBytes + timeBytes);
  subject.write(userId.replaceAll('-', ''), 'hex');
  subject.writeUIntBE(app.now().getTime(), accountBytes, timeBytes);
  return `${app.config.baseUrl}/end-access?token=${signToken(app, 'end-access', subject)}`;
}

/**
 * Ends what the mail of a new password named: accounts elsewhere and passkeys that sign in, API tokens, feed addresses, other places
 * of digests, Zotero and shared pages. Safe to repeat.
 * @throws AppError `invalid` for a link that is not ours or too old
 */
export async function endAccess(app: AccountsApp, token: string, from: Origin): Promise<void> {
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
    for (const table of [passkeys, apiTokens, feeds, channels, zoteroAccounts, shares]) {
      const rows = await app.db
        .delete(table)
        .where(and(eq(table.userId, user.id), lte(table.createdAt, madeAt)))
        .returning({ userId: table.userId });
      ended += rows.length;
    }
    if (ended) await recordActivity(app, user.id, 'access-ended', { from });
  });
}
