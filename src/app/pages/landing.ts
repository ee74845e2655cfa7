import { pendingSearch, returnToDashboard, signedInHint } from '#web/api/session.ts';

/** The landing page's script: a topic waits for sign-in, and Login opens its tab. Works for prerendered pages, too. */
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
  if (signedInHint.get()) offerDashboard();
}

/** Replaces Login with the dashboard for a signed-in reader. */
function offerDashboard(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-sign-in]')) {
    link.href = '/dashboard';
    if (link.textContent === 'Login') link.textContent = 'Dashboard';
  }
}
