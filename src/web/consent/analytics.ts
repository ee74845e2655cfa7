import { pageAt } from '#shared/site/pages.ts';
import type { Site } from '#shared/site/site.ts';
import { analyticsAllowed } from './consent.ts';

/**
 * Tells a configured analytics script, and only with consent, which pages are opened and that four things
 * happened. It speaks the `gtag` queue that most such scripts read. Addresses go out as paths alone: queries may
 * hold a topic, a token or an e-mail address. On pages that carry a token nothing runs at all.
 * Called on each change of the page; the first view is told 500 ms after the start (specification §7).
 */
export function trackPage(path: string): void {
  if (pageAt(path)?.token) return;
  startAnalytics();
  if (!started) return;
  setTimeout(() => send('page_view', path), Math.max(0, started + 500 - Date.now()));
}

export type AnalyticsEvent = 'sign_up' | 'login' | 'search_added' | 'email_digest_viewed';

export function track(event: AnalyticsEvent): void {
  if (started && analyticsAllowed()) send(event, location.pathname);
}

/** Undoes what can be undone without a reload: nothing more is told. */
export function stopAnalytics(): void {
  started = 0;
}

let started = 0;

function startAnalytics(): void {
  if (started || onTokenPage || !analyticsAllowed()) return;
  started = Date.now();
  void load();
}

// The security policy of a document that was opened with a token allows no foreign script for as long as it lives.
const onTokenPage = typeof location !== 'undefined' && Boolean(pageAt(location.pathname)?.token);

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

async function load(): Promise<void> {
  const { analytics } = (await (await fetch('/api/site')).json()) as Pick<Site, 'analytics'>;
  if (!analytics) return stopAnalytics();
  command('js', new Date());
  command('config', analytics.id ?? 'default', {
    send_page_view: false,
    page_referrer: '',
    ...place(location.pathname),
  });
  const script = document.createElement('script');
  script.src = analytics.scriptUrl + (analytics.id ? `?id=${encodeURIComponent(analytics.id)}` : '');
  script.async = true;
  document.head.append(script);
}

function send(event: string, path: string): void {
  if (analyticsAllowed()) command('event', event, place(path));
}

const place = (path: string) => ({ page_path: path, page_location: location.origin + path });

/** The queue takes only what calls itself `Arguments`, as the provider's own snippet pushes it; an array is not read. */
function command(...given: unknown[]): void {
  window.dataLayer ??= [];
  window.dataLayer.push(Object.assign(given, { [Symbol.toStringTag]: 'Arguments' }));
}
