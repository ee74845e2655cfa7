import { trackPage } from '../consent/analytics.ts';
import { startCookieBanner } from '../consent/cookieBanner.ts';
import { startLanding } from './landing.ts';
import '../styles.css';

// All the script there is on `/`, `/terms` and `/privacy`: their text stands in the page already.
startLanding();
startCookieBanner();
trackPage(location.pathname);
