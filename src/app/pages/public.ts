import { trackPage } from '#web/consent/consent.ts';
import { askForConsent } from '#web/consent/cookieBanner.ts';
import { startLanding } from './landing.ts';
import './styles.css';

// The only script of `/`, `/terms`, and `/privacy`; their text is in the document.
startLanding();
askForConsent();
trackPage(location.pathname, false);
