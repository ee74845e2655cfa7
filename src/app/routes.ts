import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { requestId } from 'hono/request-id';
import type { App } from '#kit/feature.ts';
import { openOutage } from '#platform/db/outage.ts';
import { networkReader, proxyCheck } from '#platform/http/clientNetwork.ts';
import { failure } from '#platform/http/errors.ts';
import { securityHeaders } from '#platform/http/securityHeaders.ts';
import { builtWebApp, webApp } from '#platform/http/staticFiles.ts';
import { AppError } from '#shared/contract/errors.ts';
import { pages as corePages, pageFinder } from '#shared/site/pages.ts';
import { mount } from './mount.ts';

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
  const { mail, baseUrl, edition, signup, passwords, passwordRule } = app.config;
  const { trustedProxies } = app.config;
  const outage = openOutage(app);
  const networkOf = networkReader(trustedProxies, app.log);
  const asked = { networkOf, isFromProxy: proxyCheck(trustedProxies), outage };

  const pageAt = pageFinder([...corePages, ...app.features.flatMap(({ pages = [] }) => pages)]);
  router.use(requestId());
  router.use(compress());
  router.use(securityHeaders(app.config, pageAt));
  router.onError((error, http) => failure(app.log, http, outage.explained(error, false)));
  if (health) router.route('/', health);
  const served = app.features.filter(({ isServed }) => isServed?.(app.config) ?? true);
  for (const route of served.flatMap(({ routes = [] }) => routes)) mount(router, app, route, asked);
  router.all('/api/*', () => {
    throw new AppError('not_found', 'There is nothing at this address.');
  });
  const signsUp = signup.mode === 'open' && passwords && passwordRule === 'kinds';
  const mounted = served.map(({ mounts }) => mounts?.(app, asked.networkOf) ?? {});
  for (const [path, page] of [...mounted, pages].flatMap(Object.entries<Hono>)) router.route(path, page);
  router.route('/', webApp(webFolder, { ...mail, baseUrl }, { ...edition, signsUp, pageAt }));
  return router;
}
