import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { readerOfToken } from '#features/tokens/server/tokens.ts';
import type { App } from '#kit/feature.ts';
import { refuseForeignOrigin } from '#platform/http/request.ts';
import { limit, rateLimit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';

/** Calls of a reader's language model, which come in bursts. */
const calls = rateLimit('mcp', {
  account: [
    [120, 60],
    [2000, 24 * 3600],
  ],
  network: [[600, 60]],
});

/**
 * The reader's topics, digests and papers for language models, by the Model Context Protocol over HTTP: the stateless
 * revision of 2026 and the earlier ones that start with a handshake. It accepts only API tokens, not cookies, so that no
 * page of another site can use the reader's session.
 */
export function mcpRoutes(app: App, networkOf: (http: Context) => string): Hono {
  // Loaded by the first call: 5 MB of a process, and few readers have such a program.
  let handler: ReturnType<typeof open> | null = null;
  const open = async () => (await import('./tools.ts')).openHandler(app);
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
    const who = { account: holder.reader.id, network: networkOf(http) };
    await limit(app, calls, who, ...Array(messages - 1).fill([calls, who]));
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
  return Array.isArray(body) ? body.length || 1 : 1;
}

/** Clients that take anything, or do not say, take both forms that the protocol answers in. */
function takingBoth(request: Request): Request {
  const accepts = request.headers.get('accept');
  if (accepts && !/\*\/\*/.test(accepts)) return request;
  const headers = new Headers(request.headers);
  headers.set('Accept', 'application/json, text/event-stream');
  return new Request(request, { headers });
}
