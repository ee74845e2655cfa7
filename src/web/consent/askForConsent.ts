import { readConsent } from './consent.ts';

const load = () => import('./cookieBanner.ts');

/** Asks for consent a second after a first visit begins, and whenever the footer's button asks for it; loaded then. */
export function askForConsent(): void {
  // A banner that cannot be loaded asks at the next visit; until then nothing is counted.
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
