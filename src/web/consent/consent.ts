/** Cookie consent, in local storage as `cookieConsent` and `analyticsConsent`. */
export type Consent = 'accepted' | 'declined';

export function readConsent(): Consent | null {
  const kept = localStorage.getItem('cookieConsent');
  return kept === 'accepted' || kept === 'declined' ? kept : null;
}

export const analyticsAllowed = (): boolean =>
  readConsent() === 'accepted' && localStorage.getItem('analyticsConsent') === 'true';

/** Stores the choice; declining also deletes the analytics cookies. */
export function keepConsent(consent: Consent): void {
  localStorage.setItem('cookieConsent', consent);
  localStorage.setItem('analyticsConsent', String(consent === 'accepted'));
  if (consent === 'declined') deleteAnalyticsCookies(document, location.hostname);
}

/**
 * Deletes every analytics cookie. A cookie is deleted only if its domain is named as it was set, and
 * scripts may use any parent domain, so all are tried.
 */
export function deleteAnalyticsCookies(jar: { cookie: string }, hostname: string): void {
  const names = jar.cookie
    .split(';')
    .map((pair) => pair.split('=')[0]!.trim())
    .filter(isAnalyticsCookie);
  const labels = hostname.split('.');
  const domains = labels.slice(0, -1).map((_, index) => `; Domain=.${labels.slice(index).join('.')}`);
  for (const name of names)
    for (const domain of ['', ...domains]) jar.cookie = `${name}=; Max-Age=0; Path=/${domain}`;
}

/** Whether an analytics script uses this cookie name. */
export const isAnalyticsCookie = (name: string): boolean =>
  /^(_ga|_gid|_gat|_pk_)/.test(name) || name === '_fbp' || name === '_fbc';
