import { type ComponentType, lazy, useState } from 'react';
import { Route, Switch } from 'wouter';
import { pageAt } from '#shared/site/pages.ts';
import { siteApi } from '#shared/site/site.ts';
import { queryClient, reading } from '../api/query.ts';
import { Root } from './Root.tsx';
import type { RarePage } from './rarePages.ts';

/** Every screen. Each page is loaded as a separate file. */
export const Screens = () => (
  <Root>
    <Switch>
      {pages.map(([path, { component }]) => (
        <Route key={path} path={path} component={component} />
      ))}
    </Switch>
  </Root>
);

const pages: [path: string, page: LaterPage][] = [
  ['/', page(() => import('../pages/landing/LandingPage.tsx'), 'LandingPage')],
  ['/terms', rarePage('TermsPage')],
  ['/privacy', rarePage('PrivacyPage')],
  ['/auth', page(() => import('../pages/auth/AuthPage.tsx'), 'AuthPage')],
  ['/login', rarePage('LoginPage')],
  ['/invite', rarePage('InvitePage')],
  ['/setup', rarePage('SetupPage')],
  ['/signup', rarePage('SignupPage')],
  ['/reset-password', rarePage('ResetPasswordPage')],
  ['/end-access', rarePage('EndAccessPage')],
  ['/verify-email', rarePage('VerifyEmailPage')],
  ['/cancel-signup', rarePage('CancelSignupPage')],
  ['/admin', rarePage('AdminPage')],
  ['/test-email', rarePage('TestEmailPage')],
  ['/unsubscribe', rarePage('UnsubscribePage')],
  ['/feedback', rarePage('FeedbackPage')],
  ['/subscribe', soldPage('SubscribePage')],
  ['/payment', soldPage('PaymentPage')],
  ['/payment-success', soldPage('PaymentSuccessPage')],
  ['/finalizing-subscription', soldPage('FinalizingPage')],
  ['/subscribe/fix-payment', soldPage('FixPaymentPage')],
  ['/debug-subscription', soldPage('DebugSubscriptionPage')],
  ['/dashboard', page(() => import('../pages/dashboard/DashboardPage.tsx'), 'DashboardPage')],
  ['/topics/:id', page(() => import('../pages/topic/TopicPage.tsx'), 'TopicPage')],
  ['/shelf', page(() => import('../pages/shelf/ShelfPage.tsx'), 'ShelfPage')],
  ['/follow', rarePage('FollowPage')],
  ['/digests', page(() => import('../pages/digest/DigestsPage.tsx'), 'DigestsPage')],
  ['/digests/:id', page(() => import('../pages/digest/DigestPage.tsx'), 'DigestPage')],
  ['*', page(() => import('../pages/NotFoundPage.tsx'), 'NotFoundPage')],
];

/** A page whose code comes later. */
interface LaterPage {
  component: ComponentType;
  /** Loads the page's code. A page that is already loaded appears at once. */
  load: () => Promise<Loaded>;
}

interface Loaded {
  default: ComponentType;
}

function laterPage(find: () => Promise<Loaded>): LaterPage {
  let loaded: Loaded | undefined;
  const load = async () => {
    loaded ??= await find();
    return loaded;
  };
  const Later = lazy(load);
  // React draws the result of a promise in a second step and shows a fallback first.
  const component = () => {
    const [Page] = useState<ComponentType>(() => loaded?.default ?? Later);
    return <Page />;
  };
  return { component, load };
}

/** `name` is the page's exported component. */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): LaterPage {
  return laterPage(async () => ({ default: (await load())[name] as ComponentType }));
}

function rarePage(name: RarePage): LaterPage {
  return laterPage(() => loadRare(name));
}

/** A page about plans. On a server without billing its address shows “not found”. */
function soldPage(name: RarePage): LaterPage {
  return laterPage(async () => {
    // If this read fails, the page itself reports the error.
    const site = await queryClient.fetchQuery(reading(siteApi.read)).catch(() => null);
    if (site?.plans === false) return { default: (await import('../pages/NotFoundPage.tsx')).NotFoundPage };
    return loadRare(name);
  });
}

async function loadRare(name: RarePage): Promise<Loaded> {
  const { rarePages } = await import('./rarePages.ts');
  const loaded: Partial<Record<RarePage, ComponentType>> = await rarePages[name]();
  return { default: loaded[name]! };
}

/** Loads the code of the page at an address. Errors appear when the page is drawn. */
export async function loadPage(pathname: string): Promise<void> {
  const path = pageAt(pathname)?.path ?? '*';
  await pages
    .find(([own]) => own === path)?.[1]
    .load()
    .catch(() => undefined);
}

/** Every path that has a screen. */
export const paths: readonly string[] = pages.map(([path]) => path);
