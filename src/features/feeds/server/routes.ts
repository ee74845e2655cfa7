import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { originOf, recordActivity } from '#accounts/credentials/activity.ts';
import { requireProof } from '#accounts/credentials/proof.ts';
import type { App } from '#kit/feature.ts';
import { type Route, serve, serveReader } from '#platform/http/route.ts';
import { AppError } from '#shared/contract/errors.ts';
import { topicOf } from '#topics/topic/topic.ts';
import { feedApi } from '../contract.ts';
import {
  type FeedFormat,
  feedAddress,
  feedEntries,
  renewFeedAddresses,
  writeAtom,
  writeJsonFeed,
} from './feeds.ts';
import { feedSince, ownerOfFeed, removeFeed } from './secret.ts';

export const routes: Route<App>[] = [
  serveReader(feedApi.read, async (app, { reader }) => ({
    createdAt: await feedSince(app, reader.id),
  })),
  serveReader(feedApi.renew, async (app, call) => {
    const { reader } = call;
    // A feed address still works after this session has ended.
    await requireProof(app, reader);
    const made = await renewFeedAddresses(app, reader.id);
    await recordActivity(app, reader.id, 'feeds-made', { from: originOf(call) });
    return made;
  }),
  serveReader(feedApi.remove, async (app, { reader }) => {
    await removeFeed(app, reader.id);
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

const formats = {
  atom: { write: writeAtom, type: 'application/atom+xml; charset=utf-8' },
  json: { write: writeJsonFeed, type: 'application/feed+json' },
} satisfies Record<FeedFormat, unknown>;

/** A feed reader with a current copy gets 304 (RFC 9110, 13). */
function answer(
  http: Context,
  { text, type, updated }: { text: string; type: string; updated: Date },
): Response {
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
