import { pendingSearch, returnToDashboard, signedInHint } from '#web/api/session.ts';

/**
 * The landing page's script: its form stores a topic for after sign-in (a blank one does nothing),
 * and its two sign-in links open /auth at the sign-in tab. The listeners are on the document, so that they
 * work for the prerendered page and the one React draws.
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
  const asked = new URLSearchParams(location.search).get('topic');
  const field = document.querySelector<HTMLInputElement>('[data-search] input');
  if (asked && field) field.value = asked.slice(0, 300);
  if (signedInHint.get()) offerDashboard();
}

/** Replaces Login with the dashboard for a signed-in reader. */
function offerDashboard(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-sign-in]')) {
    link.href = '/dashboard';
    if (link.textContent === 'Login') link.textContent = 'Dashboard';
  }
}
