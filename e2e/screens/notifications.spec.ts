import type { Page } from '@playwright/test';
import { password } from '../support/accountForms.ts';
import { as, fill, type Open, press, proxyError, to } from '../support/actions.ts';
import { expect, expectToast, test } from '../support/browser.ts';
import { openAs } from '../support/readers.ts';

interface Notification {
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

const notifications: Notification[] = [
  {
    name: 'a search is queued',
    open: as({}),
    act: topic,
    title: 'Search Queued',
    sentence: 'You will receive an email with the digest as soon as the search is complete.',
  },
  {
    name: 'the Free plan is full',
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
    name: 'the Pro plan is full',
    open: as({ tier: 'pro', terms: terms(5) }),
    act: async (page) => {
      await topic(page);
      await expect(page).toHaveURL('/subscribe?tier=team');
    },
    title: 'Subscription Required',
  },
  {
    name: 'the Team plan is full',
    open: as({ tier: 'team', terms: terms(10) }),
    act: topic,
    title: 'Maximum Searches Reached',
    sentence: 'You have reached the maximum of 10 search terms.',
  },
  {
    name: 'a search fails with no message',
    open: as({}),
    act: async (page) => {
      await proxyError(page, '**/api/immediate-search');
      await topic(page);
    },
    title: 'Search Failed',
    sentence: 'Failed to perform search',
  },
  {
    name: 'a topic is deleted',
    open: as({ terms: terms(1) }),
    act: (page) => press(page, /^Delete search term/),
    title: 'Search Term Deleted',
  },
  {
    name: 'a topic cannot be deleted',
    open: as({ terms: terms(1) }),
    act: (page) => offline(page, () => press(page, /^Delete search term/)),
    title: 'Delete Failed',
    sentence: unreachable,
  },
  {
    name: 'a topic is reworded',
    open: as({ terms: terms(1) }),
    act: async (page) => {
      await press(page, /^Edit/);
      await fill(page, 'Search term', 'another topic');
      await press(page, 'Save');
    },
    title: 'Search Term Updated',
  },
  {
    name: 'a topic cannot be reworded',
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
    name: 'preferences are saved',
    open: as({}),
    act: (page) => page.getByLabel('Delivery Day').selectOption('Friday'),
    title: 'Preferences Updated',
  },
  {
    name: 'preferences cannot be saved',
    open: as({}),
    act: (page) => offline(page, () => page.getByRole('switch', { name: 'arXiv' }).click()),
    title: 'Update Failed',
    sentence: unreachable,
  },
  {
    name: 'a digest is resent',
    open: as({ digests: ['whole'] }),
    act: (page) => press(page, /^Resend/),
    title: 'Email Resent',
    sentence: 'Please check your spam folder too.',
  },
  {
    name: 'a digest is resent too often',
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
    name: 'sign-in fails with no message',
    open: to('/auth?tab=login'),
    act: async (page) => {
      await proxyError(page, '**/api/auth/login');
      await signIn(page);
    },
    title: 'Login Failed',
    sentence: 'Login failed. Please check your credentials.',
  },
  {
    name: 'the older sign-in fails with no message',
    open: to('/login'),
    act: async (page) => {
      await proxyError(page, '**/api/auth/login');
      await signIn(page);
    },
    title: 'Login failed',
    sentence: 'Invalid email or password',
  },
  {
    name: 'sign-up fails with no message',
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
    name: 'the older sign-up fails with no message',
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
    name: 'a reset link cannot be sent',
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
    name: 'a password reset fails with no message',
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
    name: 'a payment cannot be started',
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
    name: 'a card fails with no reason',
    open: async (page) => {
      // The payment provider's script fails without a reason.
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
    name: 'the payment status cannot be read',
    open: as({}, '/debug-subscription'),
    act: async (page) => {
      await proxyError(page, '**/api/debug-webhook-status');
      await press(page, 'Check Payment Status');
    },
    title: 'Check Failed',
    sentence: 'Failed to check status. Please contact support@litwatch.example',
  },
  {
    name: 'the subscription cannot be fixed',
    open: as({}, '/debug-subscription'),
    act: async (page) => {
      await proxyError(page, '**/api/fix-subscription');
      await press(page, 'Fix My Subscription');
    },
    title: 'Fix Failed',
    sentence: 'Failed to fix subscription. Please contact support@litwatch.example',
  },
];

test.describe('notifications', () => {
  for (const { name, open, act, title, sentence } of notifications)
    test(`shows a notification when ${name}`, async ({ page }) => {
      await open(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[data-outline]')).toHaveCount(0);
      await act(page);
      await expectToast(page, title, sentence);
      await page.context().setOffline(false);
    });

  test('closes notifications after 5 s or a swipe of 50 px, and focuses them on F8', async ({ page }) => {
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

    // Pointer and focus leave the notifications, as a person's do: over them, or in them, no time counts.
    await page.mouse.move(10, 10);
    await day.focus();
    await expect(day).toBeFocused();
    await page.clock.install();
    await day.selectOption('Monday');
    await expect(shown).toBeVisible();
    await page.clock.runFor(3000);
    await expect(shown).toBeVisible();
    await page.clock.runFor(2500);
    await expect(shown).toBeHidden();
  });
});
