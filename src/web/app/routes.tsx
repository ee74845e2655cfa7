import { type ComponentType, lazy } from 'react';
import { Route, Switch } from 'wouter';
import { pageAt } from '#shared/site/pages.ts';
import { useSite, useSiteKnown } from '../api/query.ts';
import { NotFoundPage } from '../pages/NotFoundPage.tsx';
import { Loading } from '../ui/Spinner.tsx';
import { Root } from './Root.tsx';

/** Every screen. Each page is loaded as a separate file. */
export const Screens = () => (
  <Root>
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
  ['/', page(() => import('../pages/landing/LandingPage.tsx'), 'LandingPage')],
  ['/terms', page(() => import('../pages/legal/TermsPage.tsx'), 'TermsPage')],
  ['/privacy', page(() => import('../pages/legal/PrivacyPage.tsx'), 'PrivacyPage')],
  ['/auth', page(() => import('../pages/auth/AuthPage.tsx'), 'AuthPage')],
  ['/login', page(() => import('../pages/auth/LoginPage.tsx'), 'LoginPage')],
  ['/invite', page(() => import('../pages/admission/InvitePage.tsx'), 'InvitePage')],
  ['/setup', page(() => import('../pages/admission/SetupPage.tsx'), 'SetupPage')],
  ['/signup', page(() => import('../pages/auth/SignupPage.tsx'), 'SignupPage')],
  ['/reset-password', page(() => import('../pages/auth/ResetPasswordPage.tsx'), 'ResetPasswordPage')],
  ['/end-access', page(() => import('../pages/auth/EndAccessPage.tsx'), 'EndAccessPage')],
  ['/verify-email', page(() => import('../pages/verify/VerifyEmailPage.tsx'), 'VerifyEmailPage')],
  ['/cancel-signup', page(() => import('../pages/verify/CancelSignupPage.tsx'), 'CancelSignupPage')],
  ['/admin', page(() => import('../pages/admin/AdminPage.tsx'), 'AdminPage')],
  ['/test-email', page(() => import('../pages/admin/TestEmailPage.tsx'), 'TestEmailPage')],
  ['/unsubscribe', page(() => import('../pages/unsubscribe/UnsubscribePage.tsx'), 'UnsubscribePage')],
  ['/feedback', page(() => import('../pages/feedback/FeedbackPage.tsx'), 'FeedbackPage')],
  ['/subscribe', page(() => import('../pages/billing/SubscribePage.tsx'), 'SubscribePage')],
  ['/payment', page(() => import('../pages/billing/PaymentPage.tsx'), 'PaymentPage')],
  ['/payment-success', page(() => import('../pages/billing/PaymentSuccessPage.tsx'), 'PaymentSuccessPage')],
  ['/finalizing-subscription', page(() => import('../pages/billing/FinalizingPage.tsx'), 'FinalizingPage')],
  ['/subscribe/fix-payment', page(() => import('../pages/billing/FixPaymentPage.tsx'), 'FixPaymentPage')],
  [
    '/debug-subscription',
    page(() => import('../pages/admin/DebugSubscriptionPage.tsx'), 'DebugSubscriptionPage'),
  ],
  ['/dashboard', page(() => import('../pages/dashboard/DashboardPage.tsx'), 'DashboardPage')],
  ['/topics/:id', page(() => import('../pages/topic/TopicPage.tsx'), 'TopicPage')],
  ['/shelf', page(() => import('../pages/shelf/ShelfPage.tsx'), 'ShelfPage')],
  ['/follow', page(() => import('../pages/follow/FollowPage.tsx'), 'FollowPage')],
  ['/digests', page(() => import('../pages/digest/DigestsPage.tsx'), 'DigestsPage')],
  ['/digests/:id', page(() => import('../pages/digest/DigestPage.tsx'), 'DigestPage')],
];

/** `name` is the page's exported component. */
function page<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): ComponentType {
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
