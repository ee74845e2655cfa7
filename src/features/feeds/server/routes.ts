import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Context } from 'hono';
import { originOf, recordActivity } from '#accounts/credentials/activity.ts';
import { requireProof } from '#accounts/credentials/proof.ts';
import type { App } from '#kit/feature.ts';
import { users } from '#platform/db/schema.ts';
import { type Route, serve, serveReader } from '#platform/http/route.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import { AppError } from '#shared/contract/errors.ts';
import { topicOf, topicsOf } from '#topics/topic/topic.ts';
import { feedApi } from '../contract.ts';
import { feeds } from '../tables.ts';
import { feedEntries, writeAtom, writeJsonFeed } from './feeds.ts';

/** The format of a feed, by the extension of its address. */
const formats = {
  atom: { write: writeAtom, type: 'application/atom+xml; charset=utf-8' },
  json: { write: writeJsonFeed, type: 'application/feed+json' },
} as const;
type FeedFormat = keyof typeof formats;

export const routes: Route<App>[] = [
  serveReader(feedApi.read, async (app, { reader }) => ({ createdAt: await feedSince(app, reader.id) })),
  serveReader(feedApi.renew, async (app, call) => {
    const { reader } = call;
    // A feed address still works after this session has ended.
    await requireProof(app, reader);
    const secret = newToken();
    const kept = { secretHash: hashToken(secret), createdAt: app.now() };
    await app.db
      .insert(feeds)
      .values({ userId: reader.id, ...kept })
      .onConflictDoUpdate({ target: feeds.userId, set: kept });
    const topics = await topicsOf(app, reader.id);
    await recordActivity(app, reader.id, 'feeds-made', { from: originOf(call) });
    return {
      createdAt: kept.createdAt,
      all: feedAddress(app, secret, null),
      terms: topics.map(({ id, term }) => ({ id, term, url: feedAddress(app, secret, id) })),
    };
  }),
  serveReader(feedApi.remove, async ({ db }, { reader }) => {
    await db.delete(feeds).where(eq(feeds.userId, reader.id));
    return { message: 'Your feeds are off. The old addresses no longer work.' };
  }),
  serve(feedApi.atom, async (app, { params, query, http }) => {
    const [, secret, format = 'atom'] =
      /^((?:[a-z][a-z\d]{0,15}~)?[\w-]{43})\.(atom|json)$/.exec(params.file) ?? [];
    const owner = secret && (await ownerOfFeed(app, secret));
    if (!owner) throw new AppError('not_found', 'There is no feed at this address.');
    const term = query.term ? await topicOf(app, owner.id, query.term) : null;
    const entries = await feedEntries(app, { userId: owner.id, termId: term?.id ?? null });
    const updated = entries[0]?.digest.createdAt ?? owner.createdAt;
    const { write, type } = formats[format as FeedFormat];
    const head = {
      baseUrl: app.config.baseUrl,
      id: term?.id ?? owner.id,
      term: term?.term ?? null,
      self: feedAddress(app, secret, term?.id ?? null, format as FeedFormat),
      updated,
    };
    return answer(http, { text: write(head, entries), type, updated });
  }),
];

/** When the reader's feed addresses were created; null if there are none. */
export async function feedSince({ db }: Pick<App, 'db'>, userId: string): Promise<Date | null> {
  const [feed] = await db.select({ createdAt: feeds.createdAt }).from(feeds).where(eq(feeds.userId, userId));
  return feed?.createdAt ?? null;
}

/** For the mail about a new password. */
export const feedInWords = async (app: Pick<App, 'db'>, userId: string): Promise<string[]> =>
  (await feedSince(app, userId)) ? ['your feed addresses'] : [];

/** The active, verified account that a feed secret belongs to; undefined for any other secret. */
async function ownerOfFeed({ db }: Pick<App, 'db'>, secret: string) {
  const [owner] = await db
    .select({ id: users.id, createdAt: feeds.createdAt })
    .from(feeds)
    .innerJoin(users, eq(users.id, feeds.userId))
    .where(
      and(eq(feeds.secretHash, hashToken(secret)), eq(users.isActive, true), eq(users.isEmailVerified, true)),
    );
  return owner;
}

/** The address of one topic's feed, or of all topics' with `topicId` null. */
const feedAddress = (
  { config: { baseUrl } }: Pick<App, 'config'>,
  secret: string,
  topicId: string | null,
  format: FeedFormat = 'atom',
): string => `${baseUrl}/feeds/${secret}.${format}${topicId ? `?term=${topicId}` : ''}`;

/** A feed reader with a current copy gets 304 (RFC 9110, 13). */
function answer(http: Context, { text, type, updated }: { text: string; type: string; updated: Date }) {
  // Weak: compression may change the bytes in transit.
  const tag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  const headers = {
    ETag: tag,
    'Last-Modified': updated.toUTCString(),
    'Cache-Control': 'private, no-cache',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  };
  return hasIt(http, tag)
    ? http.body(null, 304, headers)
    : http.body(text, 200, { ...headers, 'Content-Type': type });
}

/** Supports only ETags, because a retraction changes an entry but not the newest date. */
const hasIt = ({ req }: Context, tag: string): boolean =>
  (req.header('if-none-match') ?? '')
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || one.replace(/^W\//, '') === tag.replace(/^W\//, ''));
