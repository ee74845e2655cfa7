import { buttonClass } from '../ui/buttonClass.ts';
import {
  analyticsAllowed,
  type Consent,
  keepConsent,
  readConsent,
  stopAnalytics,
  trackPage,
} from './consent.ts';

/*
 * The cookie banner and the Cookie Preferences dialog for all pages. They use no React, because the landing page and the
 * legal pages don't load it. The banner sticks to the bottom of the window, where it is seen; at the end of the page it stands
 * below the content, and what gets the focus scrolls out from under it (`.cookie-banner` in styles.css).
 */

/** Asks for consent one second into a first visit, and when the footer's button is pressed. */
export function askForConsent(): void {
  if (!readConsent()) setTimeout(showBanner, 1000);
  document.addEventListener('click', (event) => {
    if ((event.target as Element).closest('[data-cookie-settings]')) showPreferences();
  });
}

/** Asks for consent, unless a choice was made meanwhile. */
function showBanner(): void {
  if (readConsent()) return;
  const banner = element(`
    <section aria-label="Cookies" class="cookie-banner z-30 m-3 animate-[overlay-in_160ms] max-w-[26rem] rounded-xl border border-line bg-sheet p-4 text-sm shadow-sheet print:hidden">
      <button type="button" data-choice="declined" aria-label="Close and decline" class="absolute top-2 right-2 grid size-9 place-items-center rounded-md text-xl leading-none text-muted hover:bg-wash hover:text-ink">×</button>
      <h2 class="pr-8 font-serif text-lg font-semibold">Cookies</h2>
      <p class="mt-1 pr-6 text-muted">One cookie keeps you signed in. With your consent, another script counts which pages are opened, so that we can improve them. See our <a class="link" href="/privacy">Privacy Policy</a>.</p>
      <div class="mt-3 flex flex-wrap gap-2.5">
        <button type="button" data-choice="accepted" class="${buttonClass({ variant: 'secondary' })}">Accept</button>
        <button type="button" data-choice="declined" class="${buttonClass({ variant: 'secondary' })}">Decline</button>
      </div>
    </section>`);
  banner.addEventListener('click', (event) => {
    const choice = (event.target as Element).closest<HTMLElement>('[data-choice]')?.dataset.choice as Consent;
    if (!choice) return;
    decide(choice);
    banner.remove();
  });
  document.body.append(banner);
}

function decide(consent: Consent): void {
  keepConsent(consent);
  if (consent === 'accepted') trackPage(location.pathname);
  else stopAnalytics();
}

/** Opens the dialog to make or change the choice. */
function showPreferences(): void {
  const dialog = element<HTMLDialogElement>(`
    <dialog aria-labelledby="cookie-preferences" class="m-auto w-[calc(100%-2rem)] max-w-lg rounded-xl border border-line bg-sheet p-6 text-ink shadow-sheet backdrop:bg-black/45 sm:p-7">
      <form method="dialog">
        <h2 id="cookie-preferences" class="font-serif text-xl font-semibold">Cookie Preferences</h2>
        <p class="mt-1.5 text-[0.9375rem] text-muted">Choose what may be kept in this browser. You can change it at any time.</p>
        ${choice('Essential cookies', 'Keep you signed in and remember this choice. The service cannot work without them.', 'essential', true)}
        ${choice('Analytics cookies', 'Count which pages are opened. They never see your topics or your address.', 'analytics', analyticsAllowed())}
        <div class="mt-6 flex flex-wrap justify-end gap-3">
          <button value="cancel" class="${buttonClass({ variant: 'secondary' })}">Cancel</button>
          <button value="save" class="${buttonClass()}">Save Preferences</button>
        </div>
      </form>
    </dialog>`);
  dialog.addEventListener('close', () => {
    const analytics = dialog.querySelector<HTMLInputElement>('[name=analytics]')!.checked;
    dialog.remove();
    if (dialog.returnValue !== 'save') return;
    keepConsent(analytics ? 'accepted' : 'declined');
    location.reload();
  });
  document.body.append(dialog);
  dialog.showModal();
}

const choice = (label: string, hint: string, name: string, on: boolean): string => `
  <div class="mt-5 flex items-start justify-between gap-4 border-t border-line pt-4">
    <div>
      <label for="cookies-${name}" class="font-medium">${label}</label>
      <p id="cookies-${name}-hint" class="text-sm text-muted">${hint}</p>
    </div>
    <input type="checkbox" role="switch" id="cookies-${name}" name="${name}" aria-describedby="cookies-${name}-hint" class="switch"${on ? ' checked' : ''}${name === 'essential' ? ' disabled' : ''}>
  </div>`;

/** Parses a constant of ours, never user input. */
function element<E extends HTMLElement>(html: string): E {
  const template = document.createElement('template');
  template.innerHTML = html.trim();
  return template.content.firstElementChild as E;
}
