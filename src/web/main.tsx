import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { startCookieBanner } from './cookieBanner.ts';
import { startLanding } from './landing.ts';
import { queryClient } from './query.ts';
import { Screens } from './routes.tsx';
import './styles.css';

startLanding();
startCookieBanner();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Screens />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
);
