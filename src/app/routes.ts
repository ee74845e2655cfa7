import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { accountExists } from '#accounts/cleanup.ts';
import { whoCalls } from '#accounts/outside/account.ts';
import { accountRoutes } from '#accounts/routes.ts';
import { adminRoutes } from '#admin/routes.ts';
import { billingRoutes } from '#billing/routes.ts';
import { channelRoutes, mcpRoutes } from '#channels/routes.ts';
import { citationRoutes } from '#citations/routes.ts';
import { digestRoutes } from '#digests/archive/routes.ts';
import { matchRoutes } from '#digests/matches/routes.ts';
import { bannerOf } from '#platform/banner.ts';
import { isOutage, type Outage, openOutage } from '#platform/db/outage.ts';
import { refersToNothing, wasDeadlocked } from '#platform/db/serverErrors.ts';
import { networkReader, proxyCheck } from '#platform/http/clientNetwork.ts';
import { failure } from '#platform/http/errors.ts';
import { readBody, readParams, readQuery, refuseForeignOrigin } from '#platform/http/request.ts';
import { contractJson, jsonAnswer } from '#platform/http/response.ts';
import { type Reader, type Route, serve } from '#platform/http/route.ts';
import { securityHeaders } from '#platform/http/securityHeaders.ts';
import { builtWebApp, webApp } from '#platform/http/staticFiles.ts';
import { limit } from '#platform/rateLimits.ts';
import { privacyRoutes } from '#privacy/routes.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import { siteApi } from '#shared/site/site.ts';
import { shelfRoutes } from '#shelf/routes.ts';
import { topicRoutes } from '#topics/routes.ts';
import type { App } from './app.ts';
import { descriptionRoutes } from './docs/openapi.ts';

/** Every feature's routes; those of billing are served where there is billing. */
const routes: Route<App>[] = [
  ...accountRoutes,
  ...topicRoutes,
  ...digestRoutes,
  ...matchRoutes,
  ...shelfRoutes,
  ...citationRoutes,
  ...channelRoutes,
  ...privacyRoutes,
  ...adminRoutes,
  serve(siteApi.read, (app) => describeSite(app)),
  ...descriptionRoutes,
];

interface RouterOptions {
  /** Answers `/healthz` and `/readyz`. */
  health?: Hono;
  /** Pages that are not API calls, such as /mailbox and /metrics. */
  pages?: Record<string, Hono>;
  /** Folder of the built web app. */
  webFolder?: string;
}

/** Every route of the server. Works without a socket: `openRouter(app).request('/healthz')`. */
export function openRouter(app: App, { health, pages = {}, webFolder = builtWebApp }: RouterOptions = {}) {
  const router = new Hono();
  const { mail, baseUrl, edition } = app.config;
  const { trustedProxies } = app.config;
  const outage = openOutage(app);
  const asked = {
    networkOf: networkReader(trustedProxies),
    isFromProxy: proxyCheck(trustedProxies),
    outage,
  };

  router.use(compress());
  router.use(securityHeaders(app.config));
  router.onError((error, http) => failure(app.log, http, outage.explained(error, false)));
  if (health) router.route('/', health);
  const ofFeatures = app.features.flatMap(({ routes = [] }) => routes);
  for (const route of [...routes, ...ofFeatures, ...(edition.billing ? billingRoutes : [])])
    mount(router, app, route, asked);
  router.all('/api/*', () => {
    throw new AppError('not_found', 'There is nothing at this address.');
  });
  router.route('/mcp', mcpRoutes(app, asked.networkOf));
  for (const [path, page] of Object.entries(pages)) router.route(path, page);
  router.route('/', webApp(webFolder, { ...mail, baseUrl }, edition));
  return router;
}

/** Upper bounds of a request's body, in bytes: every contract's longest form is far below; webhooks may carry whole invoices. */
const bodyBytes = { form: 64 * 1024, webhook: 512 * 1024 };

/** What is known from a request's connection alone, and whether the database is away. */
interface Asked {
  networkOf: ReturnType<typeof networkReader>;
  isFromProxy: ReturnType<typeof proxyCheck>;
  outage: Outage;
}

/** Serves one contract: checks access, then the request, runs the handler, and sends only what the contract names. */
function mount(
  router: Hono,
  app: App,
  { endpoint, handle }: Route<App>,
  { networkOf, isFromProxy, outage }: Asked,
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
    if (endpoint.costs && reader) await limit(app, endpoint.costs, { account: reader.id });
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

const describeSite = async ({ config, db, features }: App) => ({
  // Every page requests this. While the database is down, pages still show whose site it is.
  banner: await bannerOf({ db }).catch(() => null),
  supportEmail: config.mail.supportEmail,
  operatorName: config.mail.operatorName,
  postalAddress: config.mail.postalAddress,
  mail: !config.mail.isOff,
  signup: config.signup.mode,
  signIn: {
    passwords: config.passwords,
    passwordRule: config.passwordRule,
    outside: config.oidc?.name ?? null,
    proxy: config.authHeader !== null,
  },
  plans: config.edition.billing,
  payments: paymentsOf(config),
  mailbox: !config.production && !config.mail.smtpUrl,
  sample: config.sources.sample,
  ...(config.sources.more.length > 0 && { moreSources: config.sources.more }),
  features: Object.fromEntries(features.flatMap(({ name, site }) => (site ? [[name, site(config)]] : []))),
  stripePublishableKey: config.edition.billing ? config.stripe.publishableKey : null,
  stripeScriptUrl: config.edition.billing && config.stripe.secretKey ? config.stripe.scriptUrl : null,
  analytics: config.analytics,
});

/** Stripe's test keys accept test cards too, and the page looks the same as in live mode, so the key decides. */
function paymentsOf({ stripe, edition }: App['config']): 'live' | 'test' | 'off' {
  if (!edition.billing || !stripe.secretKey) return 'off';
  return stripe.sandbox || /^[sr]k_test_/.test(stripe.secretKey) ? 'test' : 'live';
}
