// Every text that the specification quotes, where it says it stands. Longer than 250 lines because it is a table.
import type { Page } from '@playwright/test';
import { expect, expectToast, test } from '../support/browser.ts';
import { openAs } from '../support/readers.ts';
import { as, fill, type Open, password, press, proxyError, type ScreenName, screens, to } from './screens.ts';

interface Said {
  screen: ScreenName;
  /** All of them are visible there. */
  texts: string[];
}

const said: Said[] = [
  {
    screen: 'landing',
    texts: [
      'Login',
      'Enter your research topic (e.g., machine learning)',
      'Sign in to your dashboard',
      'AI-Powered Discovery',
      'Weekly Digests',
      'Stay Current',
      'Starter',
      '$0',
      '1 search term',
      'Weekly email digests',
      'AI-powered summaries',
      'Research Pro',
      '$5',
      'Up to 5 search terms',
      'Priority AI processing',
      'Advanced filtering',
      'Research Team',
      '$10',
      'Up to 10 search terms',
      'Custom delivery schedules',
      'Your first search term is free.',
      'More than 10 search terms? Contact support.',
      '© 2025',
      'Terms & Conditions',
      'Privacy Policy',
      'Support',
      'Cookie Settings',
    ],
  },
  {
    screen: 'terms',
    texts: [
      'August 11, 2025',
      'The service is informational',
      'No professional advice',
      'No warranty',
      'Limit of liability',
      'personal, non-commercial use',
      'State of Delaware',
      'without notice',
      'a limited liability company',
    ],
  },
  {
    screen: 'privacy',
    texts: [
      'August 11, 2025',
      'Your rights under the GDPR',
      'Your rights under the CCPA',
      'We do not sell your personal data',
      'Transfers to the United States',
      'support@litwatch.example',
    ],
  },
  {
    screen: 'sign up with a topic',
    texts: [
      'Back to search',
      'Ready to search',
      'Create an account or sign in to continue with your search',
      'I agree to the Terms and Conditions',
      'I agree to the Privacy Policy',
    ],
  },
  { screen: 'sign in', texts: ['Back to home', 'Forgot password?', 'Sign In'] },
  {
    screen: 'forgotten password',
    texts: ['Send Reset Link', 'Back to sign in'],
  },
  {
    screen: 'reset on its way',
    texts: ['New Password', 'Confirm New Password', 'Resetting...', 'Back to sign in'],
  },
  {
    screen: 'verification without a token',
    texts: ['Invalid Verification Link', 'Return Home', 'No verification token provided'],
  },
  {
    screen: 'verification on its way',
    texts: ['Verifying Your Email'],
  },
  {
    screen: 'verification refused',
    texts: ['Verification Failed', 'The verification link is invalid or has expired.', 'Create New Account'],
  },
  {
    screen: 'dashboard, empty',
    texts: [
      'Litwatch',
      'Free',
      'Upgrade',
      'Logout',
      'Add New Search Term',
      'Search Terms: 0/1',
      'Add',
      'Your Search Queue',
      'No search terms in queue yet',
      'Recent Email Digests',
      "No email digests yet. You'll receive your first digest within a week",
      'Email Preferences',
      'Email Notifications',
      'Delivery Day',
      'PubMed',
      'arXiv',
      'bioRxiv/medRxiv',
      'Account Status',
    ],
  },
  {
    screen: 'dashboard, every state',
    texts: [
      'Pro',
      'Upgrade to Team',
      'Search Terms: 5/5',
      'Active',
      'Inactive',
      'Searching...',
      'Complete',
      'Failed',
      'Pending',
      'Added:',
      'Last search:',
      'Next digest:',
      'Edit',
      '"soil microbiome and drought" Research Digest',
      'Weekly Research Digest',
      'Sent',
      'Resend',
      'Cancel Subscription',
    ],
  },
  {
    screen: 'a term being edited',
    texts: ['Original: sleep and memory consolidation', 'Save', 'Cancel'],
  },
  {
    screen: 'digest',
    texts: [
      '"soil microbiome and drought" Research Digest',
      '2 sources',
      '3 papers',
      'Search Term',
      'AI Research Summary',
      'Research Sources',
      'PubMed: 2 papers',
      'Research Papers',
      'Relevance 91%',
      'Search Statistics',
      'Total papers',
      'Close',
    ],
  },
  {
    screen: 'digest from before summaries',
    texts: [
      'AI summary not available for this digest. AI summaries are only available for searches conducted after the latest system update.',
    ],
  },
  {
    screen: 'cancelling',
    texts: [
      'Team',
      'Are you sure you want to cancel your subscription? You will be downgraded to the free tier and limited to 1 search term.',
      'Keep Subscription',
      'Cancel Subscription',
    ],
  },
  {
    screen: 'plans, Pro',
    texts: [
      'Back to Dashboard',
      'Your current plan: Research Pro',
      'Downgrade Not Available',
      'Current Plan',
      'Upgrade to Research Team',
      'Starter',
      'Weekly email digests',
      'Four research sources',
      'AI-powered summaries',
      'Priority email support',
      'Advanced relevance scoring',
      'Reduce your search terms to the limit of the plan you want first.',
      'What if I need more than 10 search terms?',
      'Contact support',
    ],
  },
  {
    screen: 'payment',
    texts: [
      'Back to Plans',
      'Research Team',
      '$10',
      'Up to 10 search terms',
      'Card number',
      'Expiry date',
      'CVC',
      'ZIP code',
      'renews monthly and can be cancelled',
      '256-bit SSL encryption',
    ],
  },
  {
    screen: 'payment done, no word yet',
    texts: ['Payment Successful!', 'Waiting for webhook confirmation'],
  },
  {
    screen: 'payment done',
    texts: ['Payment Successful!', 'Redirecting to dashboard...'],
  },
  {
    screen: 'fix subscription',
    texts: ['Fix Subscription', 'Check Payment Status', 'Fix My Subscription', 'support@litwatch.example'],
  },
  {
    screen: 'unsubscribe without a token',
    texts: [
      'Unsubscribe Failed',
      'Invalid unsubscribe link. Please check your email for the correct link.',
      'Go to the homepage',
      'Contact support',
    ],
  },
  {
    screen: 'unsubscribed at once',
    texts: ['Unsubscribed Successfully', 'You have been successfully unsubscribed.', 'Go to the homepage'],
  },
  {
    screen: 'unsubscribe, no answer',
    texts: ['Unsubscribe Failed', 'Failed to unsubscribe. Please try again later.'],
  },
  {
    screen: 'mail tool',
    texts: [
      'Please enter an email address',
      'Send Welcome Email',
      'Send Sample Digest',
      'Trigger Weekly Digest',
    ],
  },
  { screen: 'no page', texts: ['404 Page Not Found'] },
];

for (const { screen, texts } of said)
  test(`screen: ${screen}`, async ({ page }) => {
    await screens[screen](page);
    for (const text of texts) await expect(read(page, text), text).toBeVisible();
  });

/** The text as it is read on the page: in running text, or in an empty field. */
const read = (page: Page, text: string) =>
  page.getByText(text).or(page.getByPlaceholder(text)).filter({ visible: true }).first();

interface Message {
  name: string;
  open: Open;
  act: (page: Page) => Promise<unknown>;
  title: string;
  sentence?: string;
}

const unreachable = 'Litwatch could not be reached. Please check your connection and try again.';
const offline = async (page: Page, act: () => Promise<unknown>) => {
  await page.context().setOffline(true);
  await act();
};
const topic = async (page: Page, text = 'a new topic') => {
  await fill(page, 'Research topic', text);
  await page.keyboard.press('Enter');
};
const signIn = async (page: Page) => {
  await fill(page, 'Email', 'nobody@example.org');
  await fill(page, 'Password', password);
  await press(page, 'Sign In');
};
const signUp = async (page: Page) => {
  await fill(page, 'Email', 'nobody@example.org');
  await fill(page, 'Password', password);
  await fill(page, 'Confirm password', password);
};
const terms = (count: number) => Array.from({ length: count }, (_, at) => ({ term: `topic ${at + 1}` }));

const messages: Message[] = [
  {
    name: 'a search is queued',
    open: as({}),
    act: topic,
    title: 'Search Queued',
    sentence: 'You will receive an email with the digest as soon as the search is complete.',
  },
  {
    name: 'a plan is full, Free',
    open: as({ terms: terms(1) }),
    act: async (page) => {
      await topic(page);
      await expect(page).toHaveURL('/subscribe?tier=pro');
      expect(await page.evaluate(() => sessionStorage.getItem('pendingSearch'))).toBe('a new topic');
    },
    title: 'Subscription Required',
    sentence: 'The Starter plan covers 1 search term. Upgrade to add more.',
  },
  {
    name: 'a plan is full, Pro',
    open: as({ tier: 'pro', terms: terms(5) }),
    act: async (page) => {
      await topic(page);
      await expect(page).toHaveURL('/subscribe?tier=team');
    },
    title: 'Subscription Required',
  },
  {
    name: 'a plan is full, Team',
    open: as({ tier: 'team', terms: terms(10) }),
    act: topic,
    title: 'Maximum Searches Reached',
    sentence: 'You have reached the maximum of 10 search terms.',
  },
  {
    name: 'a search fails without a word',
    open: as({}),
    act: async (page) => {
      await proxyError(page, '**/api/immediate-search');
      await topic(page);
    },
    title: 'Search Failed',
    sentence: 'Failed to perform search',
  },
  {
    name: 'a term is deleted',
    open: as({ terms: terms(1) }),
    act: (page) => press(page, /^Delete search term/),
    title: 'Search Term Deleted',
  },
  {
    name: 'a term is not deleted',
    open: as({ terms: terms(1) }),
    act: (page) => offline(page, () => press(page, /^Delete search term/)),
    title: 'Delete Failed',
    sentence: unreachable,
  },
  {
    name: 'a term is reworded',
    open: as({ terms: terms(1) }),
    act: async (page) => {
      await press(page, /^Edit/);
      await fill(page, 'Search term', 'another topic');
      await press(page, 'Save');
    },
    title: 'Search Term Updated',
  },
  {
    name: 'a term is not reworded',
    open: as({ terms: terms(1) }),
    act: async (page) => {
      await press(page, /^Edit/);
      await fill(page, 'Search term', 'another topic');
      await offline(page, () => press(page, 'Save'));
    },
    title: 'Update Failed',
    sentence: unreachable,
  },
  {
    name: 'preferences are kept',
    open: as({}),
    act: (page) => page.getByLabel('Delivery Day').selectOption('Friday'),
    title: 'Preferences Updated',
  },
  {
    name: 'preferences are not kept',
    open: as({}),
    act: (page) => offline(page, () => page.getByRole('switch', { name: 'arXiv' }).click()),
    title: 'Update Failed',
    sentence: unreachable,
  },
  {
    name: 'a digest goes out again',
    open: as({ digests: ['whole'] }),
    act: (page) => press(page, /^Resend/),
    title: 'Email Resent',
    sentence: 'Please check your spam folder too.',
  },
  {
    name: 'a digest goes out again too often',
    open: as({ digests: ['whole'] }),
    act: async (page) => {
      for (let times = 0; times < 3; times++) {
        const answer = page.waitForResponse('**/api/resend-email');
        await press(page, /^Resend/);
        await answer;
        await expectToast(page, 'Email Resent');
      }
      await press(page, /^Resend/);
    },
    title: 'Resend Failed',
    sentence: 'Too many attempts. Please try again in',
  },
  {
    name: 'sign-in fails without a word',
    open: to('/auth?tab=login'),
    act: async (page) => {
      await proxyError(page, '**/api/auth/login');
      await signIn(page);
    },
    title: 'Login Failed',
    sentence: 'Login failed. Please check your credentials.',
  },
  {
    name: 'the older sign-in fails without a word',
    open: to('/login'),
    act: async (page) => {
      await proxyError(page, '**/api/auth/login');
      await signIn(page);
    },
    title: 'Login failed',
    sentence: 'Invalid email or password',
  },
  {
    name: 'sign-up fails without a word',
    open: to('/auth'),
    act: async (page) => {
      await proxyError(page, '**/api/signup');
      await signUp(page);
      for (const box of await page.getByRole('checkbox').all()) await box.check();
      await press(page, 'Create Account');
    },
    title: 'Signup Failed',
    sentence: 'Something went wrong. Please try again.',
  },
  {
    name: 'the older sign-up fails without a word',
    open: to('/signup'),
    act: async (page) => {
      await proxyError(page, '**/api/auth/signup');
      await signUp(page);
      await fill(page, 'Research field', 'Soil science');
      await press(page, 'Sign Up');
    },
    title: 'Signup failed',
    sentence: 'Failed to create account',
  },
  {
    name: 'a reset link is not sent, without a word',
    open: to('/auth?tab=forgot-password'),
    act: async (page) => {
      await proxyError(page, '**/api/forgot-password');
      await fill(page, 'Email', 'nobody@example.org');
      await press(page, 'Send Reset Link');
    },
    title: 'Error',
    sentence: 'Failed to send password reset email',
  },
  {
    name: 'a reset fails without a word',
    open: to('/reset-password?token=none'),
    act: async (page) => {
      await proxyError(page, '**/api/reset-password');
      await fill(page, 'New Password', password);
      await fill(page, 'Confirm New Password', password);
      await press(page, 'Reset Password');
    },
    title: 'Password Reset Failed',
    sentence: 'Failed to reset password. The reset link may be invalid or expired.',
  },
  {
    name: 'a payment is not begun, without a word',
    open: as({}, '/payment?tier=pro&email={email}'),
    act: async (page) => {
      await proxyError(page, '**/api/create-subscription');
      await fill(page, 'ZIP code', '10115');
      await press(page, /^Subscribe for/);
    },
    title: 'Subscription Error',
    sentence: 'Failed to create subscription. Please try again.',
  },
  {
    name: 'a card fails without a word',
    open: async (page) => {
      // The provider's own script refuses and gives no reason.
      await page.addInitScript(() => {
        let open: ((key: string) => object) | undefined;
        Object.defineProperty(window, 'Stripe', {
          get: () =>
            open && ((key: string) => ({ ...open!(key), confirmCardPayment: async () => ({ error: {} }) })),
          set: (given) => {
            open = given;
          },
        });
      });
      await openAs(page, {}, '/payment?tier=pro&email={email}');
    },
    act: async (page) => {
      await fill(page, 'ZIP code', '10115');
      await press(page, /^Subscribe for/);
    },
    title: 'Payment Failed',
    sentence: 'An error occurred processing your payment.',
  },
  {
    name: 'the status is not read, without a word',
    open: as({}, '/debug-subscription'),
    act: async (page) => {
      await proxyError(page, '**/api/debug-webhook-status');
      await press(page, 'Check Payment Status');
    },
    title: 'Check Failed',
    sentence: 'Failed to check status. Please contact support@litwatch.example',
  },
  {
    name: 'the subscription is not fixed, without a word',
    open: as({}, '/debug-subscription'),
    act: async (page) => {
      await proxyError(page, '**/api/fix-subscription');
      await press(page, 'Fix My Subscription');
    },
    title: 'Fix Failed',
    sentence: 'Failed to fix subscription. Please contact support@litwatch.example',
  },
];

for (const { name, open, act, title, sentence } of messages)
  test(`message: ${name}`, async ({ page }) => {
    await open(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[data-outline]')).toHaveCount(0);
    await act(page);
    await expectToast(page, title, sentence);
    await page.context().setOffline(false);
  });

test('messages stay 5 s, go one at a time, by F8 and by a swipe of 50 px', async ({ page }) => {
  await openAs(page, {});
  const day = page.getByLabel('Delivery Day');
  const shown = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
  await day.selectOption('Friday');
  await expectToast(page, 'Preferences Updated');
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('list')).toBeFocused();
  const box = (await shown.boundingBox())!;
  const swipe = async (by: number) => {
    await page.mouse.move(box.x + 40, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 40 + by, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
  };
  await swipe(30);
  await expect(shown).toBeVisible();
  await swipe(80);
  await expect(shown).toBeHidden();

  await page.mouse.move(10, 10);
  await page.clock.install();
  await day.selectOption('Monday');
  await expect(shown).toBeVisible();
  await page.clock.runFor(3000);
  await expect(shown).toBeVisible();
  await page.clock.runFor(2500);
  await expect(shown).toBeHidden();
});

test('a reset without a token is refused by the server too', async ({ request }) => {
  const answer = await request.post('/api/reset-password', {
    data: { password: password, confirmPassword: password },
  });
  expect(answer.status()).toBe(400);
  expect(await answer.text()).toContain('Reset token is required');
});
