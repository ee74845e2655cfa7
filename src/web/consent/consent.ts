import type { Site } from '#shared/site/site.ts';
import { local } from '#web/api/storage.ts';

/** Cookie consent, in local storage as `cookieConsent` and `analyticsConsent`. */
export type Consent = 'accepted' | 'declined';

export function readConsent(): Consent | null {
  const kept = local.getItem('cookieConsent');
  return kept === 'accepted' || kept === 'declined' ? kept : null;
}

export const analyticsAllowed = (): boolean =>
  readConsent() === 'accepted' && local.getItem('analyticsConsent') === 'true';

/** Stores the choice; declining also deletes the analytics cookies. */
export function keepConsent(consent: Consent): void {
  local.setItem('cookieConsent', consent);
  local.setItem('analyticsConsent', String(consent === 'accepted'));
  if (consent === 'declined') deleteAnalyticsCookies(document, location.hostname);
}

/** Deletes every analytics cookie, under each parent domain, because its domain must be named as it was set. */
export function deleteAnalyticsCookies(jar: { cookie: string }, hostname: string): void {
  const all = jar.cookie.split(';').map((pair) => pair.split('=')[0]!.trim());
  const names = all.filter(isAnalyticsCookie);
  const labels = hostname.split('.');
  const domains = labels.slice(0, -1).map((_, index) => `; Domain=.${labels.slice(index).join('.')}`);
  for (const name of names)
    for (const domain of ['', ...domains]) jar.cookie = `${name}=; Max-Age=0; Path=/${domain}`;
}

/** Whether an analytics script uses this cookie name. */
export const isAnalyticsCookie = (name: string): boolean =>
  /^(_ga|_gid|_gat|_pk_)/.test(name) || name === '_fbp' || name === '_fbc';

/**
 * Reports page views and four kinds of events to a configured analytics script, and only with consent. It fills
 * the `gtag` queue that most such scripts read. It reports paths without queries, which may hold a topic, a token,
 * or an email address. Nothing runs on pages with a token in their address.
 * Called on each change of page; the first view is reported 500 ms after the start.
 */
export function trackPage(path: string, hasToken = isWithToken): void {
  startsWithToken ??= hasToken;
  isWithToken = hasToken;
  if (hasToken) return;
  startAnalytics();
  if (!started) return;
  setTimeout(() => send('page_view', path), Math.max(0, started + 500 - Date.now()));
}

type AnalyticsEvent = 'sign_up' | 'login' | 'search_added' | 'email_digest_viewed';

export function track(event: AnalyticsEvent): void {
  if (started && analyticsAllowed()) send(event, location.pathname);
}

/** Stops reporting. A script that was loaded stays until the next reload. */
export function stopAnalytics(): void {
  started = 0;
}

let started = 0;

function startAnalytics(): void {
  if (started || startsWithToken || !analyticsAllowed()) return;
  started = Date.now();
  void load();
}

/** A document opened with a token has a content security policy that allows no third-party script. */
let startsWithToken: boolean | undefined;
/** The page that is shown has one. */
let isWithToken = false;

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

async function load(): Promise<void> {
  const { analytics } = (await (await fetch('/api/site')).json()) as Pick<Site, 'analytics'>;
  if (!analytics) return stopAnalytics();
  command('js', new Date());
  const page = { send_page_view: false, page_referrer: '', ...place(location.pathname) };
  command('config', analytics.id ?? 'default', page);
  const script = document.createElement('script');
  script.src = analytics.scriptUrl + (analytics.id ? `?id=${encodeURIComponent(analytics.id)}` : '');
  script.async = true;
  document.head.append(script);
}

function send(event: string, path: string): void {
  if (analyticsAllowed()) command('event', event, place(path));
}

const place = (path: string) => ({ page_path: path, page_location: location.origin + path });

/** The queue reads only `Arguments` objects, as the provider's snippet pushes them, and ignores arrays. */
function command(...given: unknown[]): void {
  window.dataLayer ??= [];
  window.dataLayer.push(Object.assign(given, { [Symbol.toStringTag]: 'Arguments' }));
}
