import { local, visit } from './storage.ts';

/** What the browser remembers between the pages of one visit, in session storage, which ends with the tab. */

export const pendingKey = 'pendingSearch';
export const returnKey = 'returnTo';
const endedKey = 'sessionEnded';
const mailedKey = 'digestMailed';
export const hintKey = 'signedIn';

/** The topic typed before sign-in. */
export const pendingSearch = {
  get: (): string | null => visit.getItem(pendingKey)?.trim() || null,
  set: (topic: string): void => visit.setItem(pendingKey, topic.trim()),
  clear: (): void => visit.removeItem(pendingKey),
};

/** Whether this tab has asked for a digest without a session, so that it is in the mail. */
export const mailedDigest = {
  get: (): boolean => visit.getItem(mailedKey) !== null,
  set: (): void => visit.setItem(mailedKey, 'true'),
};

/** Whether somebody is signed in at this browser: a hint for the landing page, since only the server knows. */
export const signedInHint = {
  get: (): boolean => local.getItem(hintKey) === 'true',
  set: (): void => local.setItem(hintKey, 'true'),
  clear: (): void => local.removeItem(hintKey),
};

/** Called once by `Root`: how to navigate. */
export function onSessionEnd(go: (to: string) => void): void {
  leave = go;
}
let leave: (to: string) => void = (to) => location.assign(to);

/** Remembers the current page and goes to sign-in. */
export function sessionEnded(): void {
  signedInHint.clear();
  if (location.pathname === '/auth') return;
  visit.setItem(returnKey, location.pathname + location.search);
  visit.setItem(endedKey, 'true');
  leave('/auth');
}

/** For sign-in links: /auth opens at its sign-in tab and leads to the dashboard. */
export function returnToDashboard(): void {
  visit.setItem(returnKey, '/dashboard');
  visit.removeItem(endedKey);
}

/** The reader chose a paid plan before signing in and returns to it afterwards. */
export function returnToPlan(tier: string): void {
  visit.setItem(returnKey, `/subscribe?${new URLSearchParams({ tier })}`);
  visit.removeItem(endedKey);
}

/** True when the reader came to /auth from a page that needs a session, or by a sign-in link. */
export const wasSentAway = (): boolean => visit.getItem(returnKey) !== null;

/** True when a missing or ended session caused that, not a sign-in link. */
export const hasSessionEnded = (): boolean => visit.getItem(endedKey) !== null;

/** The email address in the query of the page the reader came from, to fill in the form. */
export function addressBefore(): string | null {
  const to = visit.getItem(returnKey);
  return to && new URL(to, location.origin).searchParams.get('email');
}

/** The page to return to after sign-in, or null. Clears it. */
export function takeReturn(): string | null {
  const to = visit.getItem(returnKey);
  forgetWay();
  return isOwnPage(to) ? to : null;
}

/** A path of this site other than the dashboard; `//elsewhere.example` is another host. */
export const isOwnPage = (to: string | null): to is string =>
  to !== null && /^\/(?![/\\])/.test(to) && !/^\/dashboard\b/.test(to);

/** Clears everything after sign-out, so that the next person at this browser starts fresh. */
export function forgetVisit(): void {
  signedInHint.clear();
  forgetWay();
  pendingSearch.clear();
}

function forgetWay(): void {
  visit.removeItem(mailedKey);
  visit.removeItem(returnKey);
  visit.removeItem(endedKey);
}
