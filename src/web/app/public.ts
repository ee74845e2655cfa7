import { trackPage } from '../consent/analytics.ts';
import { startCookieBanner } from '../consent/cookieBanner.ts';
import { startLanding } from './landing.ts';
import './styles.css';

// All the script of `/`, `/terms`, and `/privacy`, whose text is in the document.
startLanding();
startCookieBanner();
trackPage(location.pathname);
