import { pendingSearch, returnToDashboard } from '../api/session.ts';

/**
 * What the landing page does: its form keeps a topic for after signing in, a blank one does nothing
 * (specification §2); its two sign-in links open /auth at its sign-in tab. Listeners for all time, so that it
 * works however the page came into being.
 */
export function startLanding(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches('[data-search]')) return;
    event.preventDefault();
    const topic = String(new FormData(form).get('topic') ?? '').trim();
    if (!topic) return;
    pendingSearch.set(topic);
    location.assign('/auth');
  });
  document.addEventListener('click', (event) => {
    if ((event.target as Element).closest('[data-sign-in]')) returnToDashboard();
  });
}
