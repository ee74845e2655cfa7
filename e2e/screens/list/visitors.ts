import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { newAddress, password, signUp } from '#e2e/support/accountForms.ts';
import {
  after,
  as,
  delayResponse,
  down,
  fill,
  type Open,
  offline,
  press,
  pressed,
  says,
  shown,
  slow,
  slowDownTimers,
  to,
} from '#e2e/support/actions.ts';
import { linkIn, newestMail, newReader, newSignUp } from '#e2e/support/browser.ts';
import { declinedPayment, goodCard, payWith, startSubscription } from '#e2e/support/payment.ts';
import { readerWithFeedback, topics } from './readers.ts';

const filled =
  (label: string, text: string): Open =>
  (page) =>
    fill(page, label, text);
const chooseNew = after(
  filled('New Password', password),
  filled('Confirm New Password', password),
  pressed('Reset Password'),
);

/** The built script of a module. */
function scriptOf(module: string): string {
  const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8'));
  return manifest[module].file;
}

const topic = 'sleep and memory consolidation';
const verify =
  (topic?: string): Open =>
  async (page) =>
    page.goto(`/verify-email?token=${(await newSignUp(topic)).token}`);

/** The steps follow a timer. It is slowed down one step before the wanted one. */
async function searchAt(page: Page, percent: '10%' | '30%' | '60%' | '100%'): Promise<void> {
  await verify(topic)(page);
  await delayResponse(page, '**/api/immediate-search', 4000);
  const shown = (step: string) => page.getByRole('dialog').getByText(step, { exact: true });
  const before = { '10%': null, '30%': '10%', '60%': '30%', '100%': '90%' }[percent];
  if (before) {
    await press(page, 'Process Search & Continue');
    await expect(shown(before)).toBeVisible();
    await slowDownTimers(page);
  } else {
    await expect(page.getByRole('heading', { name: 'Email Verified Successfully!' })).toBeVisible();
    await slowDownTimers(page);
    await press(page, 'Process Search & Continue');
  }
  await expect(shown(percent)).toBeVisible();
}

const feedback =
  (verdict: 'keep' | 'less'): Open =>
  async (page) => {
    const { feedback } = await newReader({ ...readerWithFeedback, judged: [] });
    await page.goto(`/feedback?token=${feedback[0]}&verdict=${verdict}`);
  };
const unsubscribe =
  (options = ''): Open =>
  async (page) => {
    const { unsubscribe } = await newReader({ terms: topics.slice(0, 1) });
    await page.goto(`/unsubscribe?token=${unsubscribe.topic}${options}`);
  };
const mailbox = (type: 'welcome' | 'digest') =>
  after(
    (page) => page.request.post('/api/test-email', { data: { email: 'reader@example.org', type } }),
    to('/mailbox'),
  );

/** Screens that need no account, those that mails lead to, and those of plans and payments. */
export const visitorScreens = {
  // Sign-up, sign-in and password reset.
  'sign up': to('/auth'),
  'sign up with a topic': after(
    to('/'),
    filled('Your research topic', 'adenine base editor'),
    pressed('Search'),
    says('Ready to search'),
  ),
  'sign up, validation errors': after(
    to('/auth'),
    pressed('Create Account'),
    says('Please enter a valid email address'),
  ),
  'account created': async (page) => {
    await signUp(page, newAddress());
  },
  'sign in': to('/auth?tab=login'),
  'sign in, wrong password': async (page) => {
    const wrong = [filled('Email', 'nobody@example.org'), filled('Password', 'wrong')];
    await after(to('/auth?tab=login'), ...wrong, pressed('Sign In'))(page);
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid email' }).first()).toBeVisible();
  },
  'forgotten password': to('/auth?tab=forgot-password'),
  'forgotten password, sent': after(
    to('/auth?tab=forgot-password'),
    filled('Email', 'nobody@example.org'),
    pressed('Send Reset Link'),
    says(/If an account exists/),
  ),
  'sign in, older page': to('/login'),
  'sign up, older page': to('/signup'),
  'reset password': to('/reset-password?token=none'),
  'reset password, loading': after(
    slow('**/api/reset-password'),
    to('/reset-password?token=none'),
    chooseNew,
  ),
  'reset password, complete': async (page) => {
    const { email } = await newReader();
    await page.request.post('/api/forgot-password', { data: { email } });
    await page.goto(linkIn(await newestMail(page.request, email, /password/i), '/reset-password'));
    await after(chooseNew, shown('heading', 'Password Reset Complete'))(page);
  },
  'cancel sign-up': to('/cancel-signup?token=none'),
  // Pages that need no account, and the notices over them.
  landing: to('/'),
  'cookie banner': after(
    (page) => page.addInitScript(() => localStorage.removeItem('cookieConsent')),
    to('/'),
    shown('region', 'Cookies'),
  ),
  'cookie preferences': after(to('/'), pressed('Cookie Settings'), shown('dialog')),
  terms: to('/terms'),
  privacy: to('/privacy'),
  'unknown page': to('/no/such/page'),
  'page script missing': async (page) => {
    // The error that the page logs is expected here.
    await page.addInitScript(() => {
      console.error = () => undefined;
    });
    await page.goto('/login');
    await page.route(`**/${scriptOf('src/web/pages/auth/SignupPage.tsx')}`, (route) => route.abort());
    await page.getByRole('link', { name: 'Sign up' }).click();
    await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
  },
  'sign in, offline': async (page) => {
    await page.goto('/auth?tab=login');
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
    await offline(page);
  },
  // The link in the sign-up mail, and the first search that starts there.
  'verification, no token': to('/verify-email'),
  'verification, loading': after(slow('**/api/verify-email?*'), to('/verify-email?token=none')),
  'verification, invalid token': to('/verify-email?token=none'),
  verified: verify(),
  'verified with a topic': verify(topic),
  'search, 10%': (page) => searchAt(page, '10%'),
  'search, 30%': (page) => searchAt(page, '30%'),
  'search, 60%': (page) => searchAt(page, '60%'),
  'search, complete': (page) => searchAt(page, '100%'),
  'search, loading': after(
    verify(topic),
    slow('**/api/immediate-search'),
    pressed('Process Search & Continue'),
    (page) => expect(page.getByRole('dialog').getByText('90%')).toBeVisible(),
  ),
  // Pages that mails link to, the tools for mail, and the API reference.
  'unsubscribe, no token': to('/unsubscribe'),
  'unsubscribe, choice': unsubscribe('&ask=1'),
  'pause, choice': after(unsubscribe('&ask=1&pause=1'), shown('button', 'Pause this topic')),
  'unsubscribed, deleted topic': async (page) =>
    page.goto(`/unsubscribe?token=${(await newReader()).unsubscribe.deletedTopic}`),
  'unsubscribed, one topic': after(unsubscribe(), shown('heading', 'Unsubscribed Successfully')),
  'unsubscribed, undone': after(
    unsubscribe(),
    pressed('Undo: keep sending'),
    shown('heading', 'Subscribed again'),
  ),
  'unsubscribe, server error': after(down('**/api/unsubscribe/*'), to('/unsubscribe?token=any')),
  'feedback, choice': feedback('keep'),
  'feedback, saved': after(feedback('less'), pressed('Not for me'), shown('button', 'Undo')),
  'feedback, broken link': to('/feedback?token=none&verdict=less'),
  'mail tool': after(to('/test-email'), pressed('Send Welcome Email'), says('Please enter an email address')),
  'mailbox, all mails': mailbox('welcome'),
  'mailbox, one mail': after(mailbox('digest'), (page) => {
    const digest = page.getByRole('link', { name: /soil microbiome/ });
    return digest.first().click();
  }),
  'API docs': to('/api/docs'),
  // Plans, payment, and the pages after a payment.
  'plans, Free': as({}, '/subscribe'),
  'plans, Pro': as({ tier: 'pro' }, '/subscribe'),
  'plans, Team': as({ tier: 'team' }, '/subscribe'),
  'plans, with a pending search': after(
    as({}, '/subscribe?tier=pro'),
    (page) => page.evaluate(() => sessionStorage.setItem('pendingSearch', 'perovskite solar cells')),
    (page) => page.reload(),
  ),
  'payment, no plan': as({}, '/payment?tier=none&email={email}'),
  payment: as({}, '/payment?tier=team&email={email}'),
  'payment, upgrade': as({ tier: 'pro' }, '/payment?tier=team&email={email}'),
  'payment, card declined': declinedPayment,
  'payment success, unconfirmed': as({}, '/payment-success'),
  'payment success': as({ tier: 'pro' }, '/payment-success'),
  'payment failed': after(
    as({}, '/payment-success?redirect_status=failed'),
    shown('heading', 'Payment failed'),
  ),
  finalizing: async (page) =>
    page.goto(`/finalizing-subscription?subscriptionId=${await startSubscription(page)}`),
  'finalizing, confirmed': after(
    as({}, '/payment?tier=pro&email={email}'),
    (page) => slowDownTimers(page, 'Subscription confirmed!'),
    (page) => payWith(page, goodCard),
    shown('heading', 'Subscription confirmed!'),
  ),
  'finalizing, failed': async (page) => {
    await page.goto(`/finalizing-subscription?subscriptionId=${await declinedPayment(page)}`);
    await expect(page.getByRole('heading', { name: 'Payment failed' })).toBeVisible();
  },
  'pay with another card': async (page) => {
    await page.goto(`/subscribe/fix-payment?subscriptionId=${await declinedPayment(page)}`);
    await expect(page.getByLabel('ZIP code')).toBeVisible();
  },
  'fix subscription': as({}, '/debug-subscription'),
  'fix subscription, status shown': after(
    as({ tier: 'pro' }, '/debug-subscription'),
    pressed('Check Payment Status'),
    shown('region', /^Status$/),
  ),
} satisfies Record<string, Open>;
