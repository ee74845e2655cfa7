import { Hono } from 'hono';
import { readerOfToken } from '#accounts/credentials/session.ts';
import type { networkReader } from '#platform/http/clientNetwork.ts';
import { refuseForeignOrigin } from '#platform/http/request.ts';
import { limit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { ChannelsApp } from '../app.ts';

/**
 * The reader's topics, digests and papers for language models, by the Model Context Protocol over HTTP: the stateless
 * revision of 2026 and the earlier ones that start with a handshake. It accepts only API tokens, not cookies, so that no
 * page of another site can use the reader's session.
 */
export function mcpRoutes(app: ChannelsApp, networkOf: ReturnType<typeof networkReader>): Hono {
  // Loaded by the first call: 5 MB of a process, and few readers have such a program.
  let handler: ReturnType<typeof open> | null = null;
  const open = async () => (await import('./handler.ts')).openHandler(app);
  return new Hono().all('/', async (http) => {
    http.header('Cache-Control', 'no-store');
    refuseForeignOrigin(http, app.config);
    const token = /^bearer\s+(\S+)/i.exec(http.req.header('authorization') ?? '')?.[1];
    const holder = token ? await readerOfToken(app, token) : null;
    if (!token || !holder) {
      http.header('WWW-Authenticate', 'Bearer');
      throw new AppError('unauthenticated', 'Please send an API token as “Authorization: Bearer …”.');
    }
    await limit(app, 'mcp', { account: holder.reader.id, network: networkOf(http) });
    handler ??= open();
    return (await handler).fetch(http.req.raw, {
      authInfo: { token, clientId: holder.reader.id, scopes: [holder.scope], extra: { holder } },
    });
  });
}
