import { trackPage } from '../consent/analytics.ts';
import { askForConsent } from '../consent/askForConsent.ts';
import { startLanding } from './landing.ts';
import './styles.css';

// The only script of `/`, `/terms`, and `/privacy`; their text is in the document.
startLanding();
askForConsent();
trackPage(location.pathname);
