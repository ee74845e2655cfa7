/** What the browser remembers between pages of one visit. Session storage ends with the tab. */

const pendingKey = 'pendingSearch';
const returnKey = 'returnTo';
const endedKey = 'sessionEnded';

/** The topic typed before there was an account (specification §3: session storage, the topic text). */
export const pendingSearch = {
  get: (): string | null => sessionStorage.getItem(pendingKey)?.trim() || null,
  set: (topic: string): void => sessionStorage.setItem(pendingKey, topic.trim()),
  clear: (): void => sessionStorage.removeItem(pendingKey),
};

/** Called once by main: how to go to another page. */
export function onSessionEnd(go: (to: string) => void): void {
  leave = go;
}
let leave: (to: string) => void = (to) => location.assign(to);

/** Remembers where the reader was and asks them to sign in. */
export function sessionEnded(): void {
  if (location.pathname === '/auth') return;
  sessionStorage.setItem(returnKey, location.pathname + location.search);
  sessionStorage.setItem(endedKey, 'true');
  leave('/auth');
}

/** The reader has an account and wants their dashboard: /auth opens at its sign-in tab. */
export function returnToDashboard(): void {
  sessionStorage.setItem(returnKey, '/dashboard');
  sessionStorage.removeItem(endedKey);
}

/** True when the reader was sent away from a page that needs a session. */
export const wasSentAway = (): boolean => sessionStorage.getItem(returnKey) !== null;

/** True when that was not the reader's wish: there is no session, or none any more. */
export const hasSessionEnded = (): boolean => sessionStorage.getItem(endedKey) !== null;

/** The address of whoever was sent away, when the page they were on had it: it need not be typed again. */
export function addressBefore(): string | null {
  const to = sessionStorage.getItem(returnKey);
  return to && new URL(to, location.origin).searchParams.get('email');
}

/** Where to go after signing in: back to where the reader was, else null. Forgets it. */
export function takeReturn(): string | null {
  const to = sessionStorage.getItem(returnKey);
  forgetWay();
  return isOwnPage(to) ? to : null;
}

/** A path of this site, `//elsewhere.example` being another host; the dashboard has its own address after signing in. */
export const isOwnPage = (to: string | null): to is string =>
  to !== null && /^\/(?![/\\])/.test(to) && !/^\/dashboard\b/.test(to);

/** After signing out nobody should be brought back into the pages of the one before. */
export function forgetVisit(): void {
  forgetWay();
  pendingSearch.clear();
}

function forgetWay(): void {
  sessionStorage.removeItem(returnKey);
  sessionStorage.removeItem(endedKey);
}
