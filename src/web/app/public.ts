import { trackPage } from '../consent/analytics.ts';
import { askForConsent } from '../consent/askForConsent.ts';
import { startLanding } from './landing.ts';
import './styles.css';

// All the script of `/`, `/terms`, and `/privacy`, whose text is in the document.
startLanding();
askForConsent();
trackPage(location.pathname);
