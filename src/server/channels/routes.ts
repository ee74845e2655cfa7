import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { originOf, recordActivity } from '#accounts/credentials/activity.ts';
import { feedSince, ownerOfFeed, removeFeed } from '#accounts/credentials/apiTokens.ts';
import { requireProof } from '#accounts/credentials/proof.ts';
import { readerOfToken } from '#accounts/credentials/session.ts';
import { readDigest } from '#digests/archive/present.ts';
import type { App } from '#kit/feature.ts';
import type { networkReader } from '#platform/http/clientNetwork.ts';
import { refuseForeignOrigin } from '#platform/http/request.ts';
import { type Route, serve, serveReader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { channelApi } from '#shared/channels/channel.ts';
import { AppError } from '#shared/contract/errors.ts';
import { feedApi } from '#shared/digests/feed.ts';
import { markdownApi } from '#shared/digests/markdown.ts';
import { topicOf } from '#topics/topic/topic.ts';
import {
  type FeedFormat,
  feedAddress,
  feedEntries,
  renewFeedAddresses,
  writeAtom,
  writeJsonFeed,
} from './atom/feeds.ts';
import {
  addChannel,
  channelsOfTopic,
  deliveriesOf,
  removeChannel,
  resendDelivery,
  rotateSecret,
  sendTest,
} from './delivery/manage.ts';
import { fileName, writeMarkdown } from './markdown.ts';

/** Feeds, Markdown, other places of digests, and tools for language models. */
export const channelRoutes: Route<App>[] = [
  serveReader(feedApi.read, async (app, { reader }) => ({
    createdAt: (await feedSince(app, reader.id))?.toISOString() ?? null,
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
  serveReader(markdownApi.read, async (app, { params, reader, http }) => {
    const digest = await readDigest(app, reader, params.id);
    return http.body(writeMarkdown(digest, app.config.baseUrl), 200, {
      'Content-Type': 'text/markdown; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName(digest)}"`,
      'X-Robots-Tag': 'noindex',
    });
  }),
  serveReader(channelApi.list, (app, { params, reader }) => channelsOfTopic(app, reader, params.id)),
  serveReader(channelApi.add, async (app, call) => {
    // Needs a proof, because every later digest goes there, long after this session has ended.
    await requireProof(app, call.reader);
    const added = await addChannel(app, call);
    const detail = added.channel.place;
    await recordActivity(app, call.reader.id, 'channel-added', { detail, from: originOf(call) });
    return added;
  }),
  serveReader(channelApi.remove, async (app, { params, reader }) => {
    await removeChannel(app, reader, params.id);
    return { message: 'Nothing more will be sent there.' };
  }),
  serveReader(channelApi.rotate, async (app, call) => {
    await requireProof(app, call.reader);
    const rotated = await rotateSecret(app, call.reader, call.params.id);
    await recordActivity(app, call.reader.id, 'webhook-secret', { from: originOf(call) });
    return rotated;
  }),
  serveReader(channelApi.test, async (app, { params, reader }) => {
    await sendTest(app, reader, params.id);
    return { message: 'A test is on its way.' };
  }),
  serveReader(channelApi.deliveries, (app, { params, reader }) => deliveriesOf(app, reader, params.id)),
  serveReader(channelApi.resend, async (app, { params, reader }) => {
    await resendDelivery(app, reader, params);
    return { message: 'It is sent again, under the same id.' };
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

/**
 * Supports only ETags: a retraction changes an entry but not the newest date, so a feed reader that asks by date gets the
 * whole feed.
 */
const hasIt = ({ req }: Context, tag: string): boolean =>
  (req.header('if-none-match') ?? '')
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || one.replace(/^W\//, '') === tag.replace(/^W\//, ''));

/** Clients that take anything, or do not say, take both forms that the protocol answers in. */
function takingBoth(request: Request): Request {
  const accepts = request.headers.get('accept');
  if (accepts && !/\*\/\*/.test(accepts)) return request;
  const headers = new Headers(request.headers);
  headers.set('Accept', 'application/json, text/event-stream');
  return new Request(request, { headers });
}

/**
 * The reader's topics, digests and papers for language models, by the Model Context Protocol over HTTP: the stateless
 * revision of 2026 and the earlier ones that start with a handshake. It accepts only API tokens, not cookies, so that no
 * page of another site can use the reader's session.
 */
export function mcpRoutes(app: App, networkOf: ReturnType<typeof networkReader>): Hono {
  // Loaded by the first call: 5 MB of a process, and few readers have such a program.
  let handler: ReturnType<typeof open> | null = null;
  const open = async () => (await import('./mcp.ts')).openHandler(app);
  return new Hono().all('/', async (http) => {
    http.header('Cache-Control', 'no-store');
    refuseForeignOrigin(http, app.config);
    const token = /^bearer\s+(\S+)/i.exec(http.req.header('authorization') ?? '')?.[1];
    const holder = token ? await readerOfToken(app, token) : null;
    if (!token || !holder) {
      http.header('WWW-Authenticate', 'Bearer');
      throw new AppError('unauthenticated', 'Please send an API token as “Authorization: Bearer …”.');
    }
    await limitBody(http, async () => undefined);
    // Each message of a batch is a call.
    const messages = await messagesIn(http.req.raw.clone());
    if (messages > batchAtMost)
      throw new AppError('invalid', `A batch can have at most ${batchAtMost} messages.`);
    for (let message = 0; message < messages; message++)
      await limit(app, 'mcp', { account: holder.reader.id, network: networkOf(http) });
    handler ??= open();
    return (await handler).fetch(takingBoth(http.req.raw), {
      authInfo: { token, clientId: holder.reader.id, scopes: [holder.scope], extra: { holder } },
    });
  });
}

const batchAtMost = 20;

const limitBody = bodyLimit({
  maxSize: 64 * 1024,
  onError: () => {
    throw new AppError('too_large', 'The request is too large.');
  },
});

async function messagesIn(request: Request): Promise<number> {
  const body: unknown = await request.json().catch(() => null);
  return Array.isArray(body) ? body.length : 1;
}
