import type { APIRequestContext, Page } from '@playwright/test';
import {
  confirmation,
  createAccount,
  expectMessage,
  field,
  fillSignup,
  newAddress,
  openSecondBrowser,
  password,
  passwordRules,
  signIn,
  typeTopic,
} from '../support/accountForms.ts';
import { expect, expectToast, linkIn, newestMail, openAs, test } from '../support/browser.ts';

test.describe('password reset', () => {
  test('resets the password once by a mailed link, and ends every session', async ({
    page,
    browser,
    request,
  }) => {
    const { email } = await openAs(page, {});
    const other = await openSecondBrowser(browser);
    await other.goto('/auth?tab=login');
    await other.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(other).toHaveURL('/auth?tab=forgot-password');
    const send = () => other.getByRole('button', { name: 'Send Reset Link' }).click();
    await send();
    await expectMessage(other, 'Email', 'Please enter a valid email address');
    await field(other, 'Email').fill(email);
    await other.context().setOffline(true);
    await send();
    await expectToast(other, 'Error', /could not be reached/);
    await other.context().setOffline(false);
    await send();
    await expectToast(other, 'Password Reset Email Sent', /If an account exists/);
    const link = linkIn(await newestMail(request, email, /reset/i), '/reset-password');

    await other.goto(link);
    await expect(other).toHaveURL('/reset-password');
    await expect(other.getByRole('link', { name: 'Back to sign in' })).toBeVisible();
    const reset = () => other.getByRole('button', { name: 'Reset Password' }).click();
    await reset();
    for (const [typed, sentence] of passwordRules) {
      await field(other, 'New Password').fill(typed);
      await expectMessage(other, 'New Password', sentence);
    }
    await field(other, 'New Password').fill('Another-horse-7-saddle');
    await field(other, 'Confirm New Password').fill('Another-horse-7-sadle');
    await reset();
    await expectMessage(other, 'Confirm New Password', 'Passwords do not match');
    await field(other, 'Confirm New Password').fill('Another-horse-7-saddle');
    await reset();
    await expect(other.getByRole('heading', { name: 'Password Reset Complete' })).toBeVisible();
    await expectToast(other, 'Password Reset Successful');

    await page.reload();
    await expect(page).toHaveURL('/auth');
    await other.getByRole('link', { name: 'Sign In' }).click();
    await expect(other).toHaveURL(/^[^?]+\/auth(\?tab=login)?$/);
    await signIn(other, email, 'Another-horse-7-saddle');
    await expectToast(other, 'Login Successful!');

    await page.goto(link);
    await field(page, 'New Password').fill(password);
    await field(page, 'Confirm New Password').fill(password);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expectToast(page, 'Password Reset Failed', /invalid or expired/);
    await other.context().close();
  });

  test('sends a link without a token to the account page', async ({ page }) => {
    await page.goto('/reset-password');
    await expect(page).toHaveURL('/auth');
    await expectToast(page, 'Invalid Reset Link', 'This password reset link is invalid or expired.');
  });
});

test.describe('verification link', () => {
  test('rejects an unknown token', async ({ page }) => {
    const seen = Promise.withResolvers<void>();
    await page.route('**/api/verify-email?*', async (route) => {
      await seen.promise;
      await route.continue();
    });
    await page.goto('/verify-email?token=none');
    await expect(page.getByRole('heading', { name: 'Verifying Your Email' })).toBeVisible();
    seen.resolve();
    await expect(page).toHaveURL('/verify-email');
    await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
    await expect(page.getByText('The verification link is invalid or has expired.')).toBeVisible();
    await page.getByRole('link', { name: 'Create New Account' }).click();
    await expect(page).toHaveURL('/signup');
  });

  test('starts the first search in another browser, even after mail scanners opened the link', async ({
    page,
    browser,
    request,
  }) => {
    const { email, link } = await signUpForTopic(page, request);
    await expect(page.getByText(/“gut microbiome” will be processed once/)).toBeVisible();
    await request.get(link);
    await request.get(`/api${link}`);

    const other = await openSecondBrowser(browser);
    await other.goto(link);
    await expect(other.getByRole('heading', { name: 'Email Verified Successfully!' })).toBeVisible();
    await expect(other.getByText('gut microbiome')).toBeVisible();
    await other.getByRole('button', { name: 'Process Search & Continue' }).click();
    const dialog = other.getByRole('dialog');
    const progress = dialog.getByRole('progressbar');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
    // Start waiting for all steps now, because the last ones show for only a second.
    await Promise.all([
      ...[
        'Expanding search terms with AI',
        'Searching PubMed, arXiv and bioRxiv',
        'Analyzing papers with AI',
        'Sending email digest',
        'Search complete',
        'Check your email for the research digest!',
      ].map((step) => expect(dialog.getByText(step)).toBeVisible()),
      expect(progress).toHaveAttribute('aria-valuenow', '100'),
    ]);
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeHidden();
    await expectToast(other, 'Search Complete!');
    await expect(other).toHaveURL('/auth');
    await expect(field(other, 'Email')).toHaveValue(email);

    // The topic is searched once: opening the link again does not offer it.
    await page.goto(link);
    await expect(page.getByRole('link', { name: 'Continue to Sign In' })).toBeHidden();
    await other.context().close();
  });

  test('reports a failed search, and opens the sign-in page', async ({ page, request }) => {
    const { link } = await signUpForTopic(page, request);
    await page.goto(link);
    const start = page.getByRole('button', { name: 'Process Search & Continue' });
    await expect(start).toBeVisible();
    await page.context().clearCookies();
    await start.click();
    await expectToast(page, 'Search Failed', 'Please sign in to search.');
    await expect(page).toHaveURL('/login');
  });

  test('cancels the search while it runs', async ({ page, request }) => {
    const { link } = await signUpForTopic(page, request);
    await page.goto(link);
    await page.getByRole('button', { name: 'Process Search & Continue' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Process Search & Continue' })).toBeFocused();
  });
});

/** Signs up from the landing page with a topic; `link` is that of the mail. */
async function signUpForTopic(page: Page, request: APIRequestContext) {
  const email = newAddress();
  await typeTopic(page, 'gut microbiome');
  await fillSignup(page, email);
  await createAccount(page);
  return { email, link: linkIn(await newestMail(request, email, confirmation), '/verify-email') };
}
