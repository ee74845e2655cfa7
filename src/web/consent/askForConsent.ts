import { readConsent } from './consent.ts';

const load = () => import('./cookieBanner.ts');

/** Asks for consent one second into a first visit, and when the footer's button is pressed. Loads the banner then. */
export function askForConsent(): void {
  // If the banner cannot be loaded, the next visit asks again. Until then nothing is counted.
  if (!readConsent()) setTimeout(() => load().then(({ showBanner }) => showBanner(), ignore), 1000);
  document.addEventListener('click', (event) => {
    if ((event.target as Element).closest('[data-cookie-settings]'))
      void load().then(({ showPreferences }) => showPreferences(), sayNotLoaded);
  });
}

const ignore = (): void => undefined;

const sayNotLoaded = (): void =>
  window.alert(
    'The cookie preferences could not be loaded. Please check your connection and reload the page.',
  );
