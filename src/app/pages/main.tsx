import '#web/api/withoutEval.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { shownFeatures } from '#features/web.ts';
import { ShownFeatures } from '#kit/web.tsx';
import { visitApi } from '#shared/accounts/me.ts';
import { siteApi } from '#shared/site/site.ts';
import { queryClient, reading } from '#web/api/api.ts';
import { askForConsent } from '#web/consent/cookieBanner.ts';
import { isDrawn } from '#web/layout/drawn.ts';
import { surviveTranslation } from '#web/ui/translated.ts';
import { startLanding } from './landing.ts';
import { pageAt, Screens } from './routes.tsx';
import './styles.css';

surviveTranslation();
// What every page waits for loads while the page's code is still loading.
const siteKnown = queryClient.prefetchQuery(reading(siteApi.read));
if (pageAt(location.pathname)?.reader) void queryClient.prefetchQuery(reading(visitApi.me));
// The fonts load only now, so that they do not delay the script on a slow connection.
for (const font of ['600 1em "Source Serif 4"', '1em Inter'])
  document.fonts?.load(font).catch(() => undefined);
startLanding();
askForConsent();

const show = () =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ShownFeatures value={shownFeatures}>
          <Screens />
        </ShownFeatures>
      </QueryClientProvider>
    </StrictMode>,
  );
// A drawn page is replaced once, by the whole one.
if (isDrawn()) void siteKnown.then(show);
else show();
