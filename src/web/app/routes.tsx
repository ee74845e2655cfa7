import { type ComponentType, lazy } from 'react';
import { Route, Switch } from 'wouter';
import { siteApi } from '#shared/site/site.ts';
import { queryClient, reading } from '../api/query.ts';
import { Root } from './Root.tsx';

/** Every screen. Each page is loaded as a separate file. */
export const Screens = () => (
  <Root>
    <Switch>
      {pages.map(([path, component]) => (
        <Route key={path} path={path} component={component} />
      ))}
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
  ['/end-access', page(() => import('../pages/secondStep/EndAccessPage.tsx'), 'EndAccessPage')],
  ['/verify-email', page(() => import('../pages/verify/VerifyEmailPage.tsx'), 'VerifyEmailPage')],
  ['/cancel-signup', page(() => import('../pages/verify/CancelSignupPage.tsx'), 'CancelSignupPage')],
  ['/admin', page(() => import('../pages/admin/AdminPage.tsx'), 'AdminPage')],
  ['/test-email', page(() => import('../pages/admin/TestEmailPage.tsx'), 'TestEmailPage')],
  ['/unsubscribe', page(() => import('../pages/unsubscribe/UnsubscribePage.tsx'), 'UnsubscribePage')],
  ['/feedback', page(() => import('../pages/feedback/FeedbackPage.tsx'), 'FeedbackPage')],
  ['/subscribe', soldPage(() => import('../pages/billing/SubscribePage.tsx'), 'SubscribePage')],
  ['/payment', soldPage(() => import('../pages/billing/PaymentPage.tsx'), 'PaymentPage')],
  [
    '/payment-success',
    soldPage(() => import('../pages/billing/PaymentSuccessPage.tsx'), 'PaymentSuccessPage'),
  ],
  [
    '/finalizing-subscription',
    soldPage(() => import('../pages/billing/FinalizingPage.tsx'), 'FinalizingPage'),
  ],
  ['/subscribe/fix-payment', soldPage(() => import('../pages/billing/FixPaymentPage.tsx'), 'FixPaymentPage')],
  [
    '/debug-subscription',
    soldPage(() => import('../pages/admin/DebugSubscriptionPage.tsx'), 'DebugSubscriptionPage'),
  ],
  ['/dashboard', page(() => import('../pages/dashboard/DashboardPage.tsx'), 'DashboardPage')],
  ['/topics/:id', page(() => import('../pages/topic/TopicPage.tsx'), 'TopicPage')],
  ['/topics/:id/screen', page(() => import('../pages/screening/ScreeningPage.tsx'), 'ScreeningPage')],
  ['/shelf', page(() => import('../pages/shelf/ShelfPage.tsx'), 'ShelfPage')],
  ['/follow', page(() => import('../pages/follow/FollowPage.tsx'), 'FollowPage')],
  ['/digests', page(() => import('../pages/digest/DigestsPage.tsx'), 'DigestsPage')],
  ['/digests/:id', page(() => import('../pages/digest/DigestPage.tsx'), 'DigestPage')],
  ['*', page(() => import('../pages/NotFoundPage.tsx'), 'NotFoundPage')],
];

/** `name` is the page's exported component. */
function page<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): ComponentType {
  return lazy(async () => ({ default: (await load())[name] as ComponentType }));
}

/** A page about plans; on a server without billing there is nothing at its address. */
function soldPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): ComponentType {
  return lazy(async (): Promise<{ default: ComponentType }> => {
    // A page that cannot learn this says itself what failed.
    const site = await queryClient.fetchQuery(reading(siteApi.read)).catch(() => null);
    if (site?.plans === false) return { default: (await import('../pages/NotFoundPage.tsx')).NotFoundPage };
    return { default: (await load())[name] as ComponentType };
  });
}

/** Every path that has a screen. */
export const paths: readonly string[] = pages.map(([path]) => path);
