import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { accountExists } from '#accounts/cleanup.ts';
import { whoCalls } from '#accounts/credentials/session.ts';
import type { App } from '#kit/feature.ts';
import { isOutage, type Outage } from '#platform/db/outage.ts';
import { refersToNothing, wasDeadlocked } from '#platform/db/serverErrors.ts';
import { type networkReader, type proxyCheck, roughNetwork } from '#platform/http/clientNetwork.ts';
import { readBody, readParams, readQuery, refuseForeignOrigin } from '#platform/http/request.ts';
import { contractJson, jsonAnswer } from '#platform/http/response.ts';
import type { Reader, Route } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import { SourceFailure } from '#sources/record/source.ts';

/** Upper bounds of a request's body, in bytes: every contract's longest form is far below; webhooks may carry whole invoices. */
const bodyBytes = { form: 64 * 1024, webhook: 512 * 1024 };

/** What is known from a request's connection alone, and whether the database is away. */
interface Known {
  networkOf: ReturnType<typeof networkReader>;
  isFromProxy: ReturnType<typeof proxyCheck>;
  outage: Outage;
}

/** Serves one contract: checks access, then the request, runs the handler, and sends only what the contract names. */
export function mount(
  router: Hono,
  app: App,
  { endpoint, handle }: Route<App>,
  { networkOf, isFromProxy, outage }: Known,
): void {
  const tooLarge = (http: Context) => {
    // The rest of the body stays unread, so the connection cannot carry another request.
    http.header('Connection', 'close');
    throw new AppError('too_large', 'The request is too large.');
  };
  const maxSize = endpoint.bodyBytes ?? (endpoint.selfAuthenticated ? bodyBytes.webhook : bodyBytes.form);
  const limitBody = bodyLimit({ maxSize, onError: tooLarge });
  router.on(endpoint.method, endpoint.path, async (http) => {
    http.header('Cache-Control', 'no-store');
    const reads = endpoint.method === 'GET';
    const network = networkOf(http);
    http.set('network', roughNetwork(network));
    if (!reads && !endpoint.selfAuthenticated) refuseForeignOrigin(http, app.config);
    const reader = endpoint.selfAuthenticated
      ? null
      : await outage.patiently(() =>
          whoCalls(app, http, {
            allowApiToken: reads && endpoint.allowApiToken === true,
            ...{ isFromProxy, network },
          }),
        );
    requireAccess(endpoint, reader, app);
    if (endpoint.costs) await limit(app, endpoint.costs, { network, ...(reader && { account: reader.id }) });
    // Only now: a body that does not say its length is read into memory to measure it.
    await limitBody(http, async () => undefined);
    const call = {
      params: readParams(endpoint, http),
      query: readQuery(endpoint, http),
      body: await readBody(endpoint, http),
      reader,
      network,
      http,
    };
    // Two GET endpoints change state (`verify-email`, `unsubscribe`); HEAD never reaches a handler.
    if (http.req.method === 'HEAD') return http.body(null, 200);
    const run = () => handled(app, reader, () => handle(app, call));
    const answer = reads ? await outage.patiently(run) : await writing(outage, run);
    return answer instanceof Response ? answer : jsonAnswer(http, contractJson(endpoint, answer));
  });
}

/** Begins a write only while the database answers. It is never repeated: what it wrote before an outage may be done. */
async function writing<T>(outage: Outage, write: () => Promise<T>): Promise<T> {
  await outage.isOver();
  try {
    return await write();
  } catch (error) {
    throw outage.explained(error, true);
  }
}

/**
 * The handler's answer. While a call runs, its account may be closed or its subject removed, so that rows it needs are
 * deleted. That is not a bug.
 * @throws AppError `unauthenticated` or `not_found` in that case, `conflict` after a deadlock; otherwise what the handler throws
 */
async function handled<T>(app: App, reader: Reader | null, handle: () => T | Promise<T>): Promise<T> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof AppError || isOutage(error)) throw error;
    if (error instanceof SourceFailure)
      throw new AppError('unavailable', `${error.message} Please try again later.`);
    // If the database has failed, report its failure instead.
    if (reader && !(await accountExists(app, reader.id).catch(() => true)))
      throw new AppError('unauthenticated', 'Please sign in to continue.');
    if (refersToNothing(error))
      throw new AppError('not_found', 'This was removed a moment ago. Please load the page again.');
    if (wasDeadlocked(error))
      throw new AppError('conflict', 'Something else changed this at the same time. Please try again.');
    throw error;
  }
}

function requireAccess({ access }: Endpoint, reader: Reader | null, { config }: App): void {
  if (access === 'anyone' || (access === 'admin' && !config.production)) return;
  if (!reader) throw new AppError('unauthenticated', 'Please sign in to continue.');
  if ((access === 'admin' || access === 'administrator') && !reader.isAdmin)
    throw new AppError('forbidden', 'Only administrators of this installation may do this.');
}
