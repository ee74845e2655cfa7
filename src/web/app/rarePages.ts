/**
 * Pages that few visits open. If `routes.tsx` named their files, every page would load more than a kilobyte of names.
 * In return, opening one of them takes one more request, for this list.
 */
export const rarePages = {
  TermsPage: () => import('../pages/legal/TermsPage.tsx'),
  PrivacyPage: () => import('../pages/legal/PrivacyPage.tsx'),
  LoginPage: () => import('../pages/auth/LoginPage.tsx'),
  SignupPage: () => import('../pages/auth/SignupPage.tsx'),
  InvitePage: () => import('../pages/admission/InvitePage.tsx'),
  SetupPage: () => import('../pages/admission/SetupPage.tsx'),
  ResetPasswordPage: () => import('../pages/auth/ResetPasswordPage.tsx'),
  EndAccessPage: () => import('../pages/secondStep/EndAccessPage.tsx'),
  VerifyEmailPage: () => import('../pages/verify/VerifyEmailPage.tsx'),
  CancelSignupPage: () => import('../pages/verify/CancelSignupPage.tsx'),
  AdminPage: () => import('../pages/admin/AdminPage.tsx'),
  TestEmailPage: () => import('../pages/admin/TestEmailPage.tsx'),
  UnsubscribePage: () => import('../pages/unsubscribe/UnsubscribePage.tsx'),
  FeedbackPage: () => import('../pages/feedback/FeedbackPage.tsx'),
  SubscribePage: () => import('../pages/billing/SubscribePage.tsx'),
  PaymentPage: () => import('../pages/billing/PaymentPage.tsx'),
  PaymentSuccessPage: () => import('../pages/billing/PaymentSuccessPage.tsx'),
  FinalizingPage: () => import('../pages/billing/FinalizingPage.tsx'),
  FixPaymentPage: () => import('../pages/billing/FixPaymentPage.tsx'),
  DebugSubscriptionPage: () => import('../pages/admin/DebugSubscriptionPage.tsx'),
  FollowPage: () => import('../pages/follow/FollowPage.tsx'),
};
export type RarePage = keyof typeof rarePages;
