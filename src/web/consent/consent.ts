/** Cookie consent as the specification keeps it (§3, §4): `cookieConsent` and `analyticsConsent` in local storage. */
export type Consent = 'accepted' | 'declined';

export function readConsent(): Consent | null {
  const kept = localStorage.getItem('cookieConsent');
  return kept === 'accepted' || kept === 'declined' ? kept : null;
}

export const analyticsAllowed = (): boolean =>
  readConsent() === 'accepted' && localStorage.getItem('analyticsConsent') === 'true';

/** Keeps the choice; a refusal also deletes what analytics may have left behind. */
export function keepConsent(consent: Consent): void {
  localStorage.setItem('cookieConsent', consent);
  localStorage.setItem('analyticsConsent', String(consent === 'accepted'));
  if (consent === 'declined') deleteAnalyticsCookies(document, location.hostname);
}

/**
 * Deletes every analytics cookie of the jar. A cookie goes only when its domain is named as it was set, and
 * scripts set theirs on any parent domain: all are tried.
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

/** Names that analytics scripts give their cookies (specification §4). */
export const isAnalyticsCookie = (name: string): boolean =>
  /^(_ga|_gid|_gat|_pk_)/.test(name) || name === '_fbp' || name === '_fbc';
