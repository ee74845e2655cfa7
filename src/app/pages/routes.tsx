import { type ComponentType, lazy } from 'react';
import { Route, Switch } from 'wouter';
import { shownFeatures } from '#features/web.ts';
import { pages as corePages, pageFinder } from '#shared/site/pages.ts';
import { useSite, useSiteKnown } from '#web/api/api.ts';
import { NotFoundPage } from '#web/pages/NotFoundPage.tsx';
import { Loading } from '#web/ui/Spinner.tsx';
import { Root } from './Root.tsx';

/** Every screen. Each page is loaded as a separate file. */
export const Screens = () => (
  <Root pageAt={pageAt}>
    <Switch>
      {pages.map(([path, Page]) => (
        <Route key={path} path={path}>
          {pageAt(path)?.billing ? <AboutPlans Page={Page} /> : <Page />}
        </Route>
      ))}
      <Route component={NotFoundPage} />
    </Switch>
  </Root>
);

const pages: [path: string, page: ComponentType][] = [
  ['/', page(() => import('#web/pages/landing/LandingPage.tsx'), 'LandingPage')],
  ['/terms', page(() => import('#web/pages/legal/TermsPage.tsx'), 'TermsPage')],
  ['/privacy', page(() => import('#web/pages/legal/PrivacyPage.tsx'), 'PrivacyPage')],
  ['/auth', page(() => import('#web/pages/auth/AuthPage.tsx'), 'AuthPage')],
  ['/login', page(() => import('#web/pages/auth/LoginPage.tsx'), 'LoginPage')],
  ['/setup', page(() => import('#web/pages/auth/SetupPage.tsx'), 'SetupPage')],
  ['/signup', page(() => import('#web/pages/auth/SignupPage.tsx'), 'SignupPage')],
  ['/reset-password', page(() => import('#web/pages/auth/ResetPasswordPage.tsx'), 'ResetPasswordPage')],
  ['/end-access', page(() => import('#web/pages/auth/EndAccessPage.tsx'), 'EndAccessPage')],
  ['/verify-email', page(() => import('#web/pages/verify/VerifyEmailPage.tsx'), 'VerifyEmailPage')],
  ['/cancel-signup', page(() => import('#web/pages/verify/CancelSignupPage.tsx'), 'CancelSignupPage')],
  ['/test-email', page(() => import('#web/pages/admin/TestEmailPage.tsx'), 'TestEmailPage')],
  ['/unsubscribe', page(() => import('#web/pages/unsubscribe/UnsubscribePage.tsx'), 'UnsubscribePage')],
  ['/feedback', page(() => import('#web/pages/feedback/FeedbackPage.tsx'), 'FeedbackPage')],
  ['/subscribe', page(() => import('#web/pages/billing/SubscribePage.tsx'), 'SubscribePage')],
  ['/payment', page(() => import('#web/pages/billing/PaymentPage.tsx'), 'PaymentPage')],
  ['/payment-success', page(() => import('#web/pages/billing/PaymentSuccessPage.tsx'), 'PaymentSuccessPage')],
  ['/finalizing-subscription', page(() => import('#web/pages/billing/FinalizingPage.tsx'), 'FinalizingPage')],
  ['/subscribe/fix-payment', page(() => import('#web/pages/billing/FixPaymentPage.tsx'), 'FixPaymentPage')],
  [
    '/debug-subscription',
    page(() => import('#web/pages/admin/DebugSubscriptionPage.tsx'), 'DebugSubscriptionPage'),
  ],
  ['/dashboard', page(() => import('#web/pages/dashboard/DashboardPage.tsx'), 'DashboardPage')],
  ['/follow', page(() => import('#web/pages/follow/FollowPage.tsx'), 'FollowPage')],
  ['/settings', page(() => import('#web/pages/settings/SettingsPage.tsx'), 'SettingsPage')],
  ['/topics/:id', page(() => import('#web/pages/topic/TopicPage.tsx'), 'TopicPage')],
  ['/shelf', page(() => import('#web/pages/shelf/ShelfPage.tsx'), 'ShelfPage')],
  ['/digests', page(() => import('#web/pages/digest/DigestsPage.tsx'), 'DigestsPage')],
  ['/digests/:id', page(() => import('#web/pages/digest/DigestPage.tsx'), 'DigestPage')],
  ...shownFeatures.flatMap(({ screens = {} }) => Object.entries(screens)),
];

/** The page at a pathname, of the core or of a feature. */
export const pageAt = pageFinder([...corePages, ...shownFeatures.flatMap(({ pages = [] }) => pages)]);

/** `name` is the page's exported component. */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] as ComponentType }));
}

/** A page about plans. On a server without billing its address shows “not found”. */
function AboutPlans({ Page }: { Page: ComponentType }) {
  const plans = useSite()?.plans;
  if (!useSiteKnown()) return <Loading />;
  // If the read failed, the page itself reports the error.
  return plans === false ? <NotFoundPage /> : <Page />;
}

/** Every path that has a screen. */
export const paths: readonly string[] = pages.map(([path]) => path);
