import {
  confirmation,
  createAccount,
  expectMessage,
  field,
  fillSignup,
  newAddress,
  nextMail,
  password,
  passwordRules,
  signIn,
  signUp,
  typeTopic,
} from '../support/accountForms.ts';
import { expect, expectToast, linkIn, newestMail, test } from '../support/browser.ts';

test.describe('landing page', () => {
  test('ignores a blank topic, and keeps a real one for the account', async ({ page }) => {
    await typeTopic(page, '   ');
    await expect(page).toHaveURL('/');
    await page.getByLabel('Your research topic').fill('  sleep and memory ');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL('/auth');
    expect(await page.evaluate(() => sessionStorage.getItem('pendingSearch'))).toBe('sleep and memory');
    await expect(page.getByText('Ready to search')).toBeVisible();
    await expect(page.getByText('“sleep and memory”')).toBeVisible();
    await expect(page.getByText('Create an account or sign in to continue with your search')).toBeVisible();
    await page.getByRole('link', { name: 'Back to search' }).click();
    await expect(page).toHaveURL('/');
  });

  test('opens the account page from “Login” and “Sign in to your dashboard”', async ({ page }) => {
    for (const link of ['Login', 'Sign in to your dashboard']) {
      await page.goto('/');
      await page.getByRole('link', { name: link }).click();
      await expect(page).toHaveURL('/auth');
      await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
    }
  });
});

test.describe('sign-up form', () => {
  test('selects the tab named in the address, and ignores unknown names', async ({ page }) => {
    for (const [query, heading] of [
      ['', 'Create your account'],
      ['?tab=signup', 'Create your account'],
      ['?tab=login', 'Sign in'],
      ['?tab=forgot-password', 'Reset your password'],
      ['?tab=elsewhere', 'Create your account'],
    ]) {
      await page.goto(`/auth${query}`);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    }
  });

  test('shows its form before the script, and keeps what was typed and the focus', async ({ page }) => {
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/index-*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/auth', { waitUntil: 'commit' });
    const drawn = page.locator('#drawn');
    const email = newAddress();
    await field(page, 'Email').fill(email);
    await page.getByLabel(/^Research field/).selectOption('Physics');
    await page.getByRole('checkbox', { name: /Privacy Policy/ }).check();
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeDisabled();
    await field(page, 'Password').pressSequentially(password);
    held.resolve();
    await expect(drawn).toHaveCount(0);
    await expect(field(page, 'Email')).toHaveValue(email);
    await expect(field(page, 'Password')).toBeFocused();
    await expect(page.getByLabel(/^Research field/)).toHaveValue('physics');
    await expect(page.getByRole('checkbox', { name: /Privacy Policy/ })).toBeChecked();
    await field(page, 'Confirm password').fill(password);
    await page.getByRole('checkbox', { name: /Terms and Conditions/ }).check();
    await createAccount(page);
    await expect(page.getByRole('heading', { name: 'Account Created!' })).toBeVisible();
  });

  test('explains every invalid field, and focuses the first', async ({ page }) => {
    await page.goto('/auth');
    await createAccount(page);
    await expectMessage(page, 'Email', 'Please enter a valid email address');
    await expect(field(page, 'Email')).toBeFocused();
    await expectMessage(page, 'Password', 'Password must be at least 8 characters long');
    await expect(page.getByText('You must agree to the Terms and Conditions')).toBeVisible();
    await expect(page.getByText('You must agree to the Privacy Policy')).toBeVisible();

    await field(page, 'Email').fill('not an address');
    await expectMessage(page, 'Email', 'Please enter a valid email address');
    for (const [typed, sentence] of passwordRules) {
      await field(page, 'Password').fill(typed);
      await expectMessage(page, 'Password', sentence);
    }
    await fillSignup(page, newAddress());
    await field(page, 'Confirm password').fill(`${password}!`);
    await createAccount(page);
    await expectMessage(page, 'Confirm password', "Passwords don't match");
    await expect(field(page, 'Confirm password')).toBeFocused();
  });

  test('shows passwords, leaves the research field optional, and opens legal texts in a new tab', async ({
    page,
  }) => {
    await page.goto('/auth');
    for (const label of ['Password', 'Confirm password']) {
      await field(page, label).fill(password);
      await expect(field(page, label)).toHaveAttribute('type', 'password');
      await page.getByRole('button', { name: 'Show password' }).first().click();
      await expect(field(page, label)).toHaveAttribute('type', 'text');
    }
    await page.getByRole('button', { name: 'Hide password' }).first().click();
    await expect(page.getByLabel(/^Research field/).getByRole('option')).toHaveText([
      'Not given',
      'Medicine',
      'Biology',
      'Physics',
      'Chemistry',
      'Computer Science',
      'Mathematics',
      'Psychology',
      'Engineering',
      'Other',
    ]);
    for (const [name, path] of [
      ['Terms and Conditions', '/terms'],
      ['Privacy Policy', '/privacy'],
    ] as const) {
      const link = page.getByRole('tabpanel').getByRole('link', { name });
      await expect(link).toHaveAttribute('href', path);
      await expect(link).toHaveAttribute('target', '_blank');
    }
  });

  test('shows server errors at their field, and a lost connection in a notification', async ({ page }) => {
    await page.goto('/auth');
    await fillSignup(page, newAddress(), 'Password123!');
    await createAccount(page);
    await expectMessage(page, 'Password', 'This password is too common.');
    await fillSignup(page, newAddress());
    await page.context().setOffline(true);
    await expect(page.getByText(/^You are offline\./)).toBeVisible();
    await createAccount(page);
    await expectToast(page, 'Signup Failed', /could not be reached/);
    await page.context().setOffline(false);
  });

  test('refuses sign-in before verification, and mails another link on a second sign-up', async ({
    page,
    request,
  }) => {
    const email = newAddress();
    await signUp(page, email);
    await expect(page.getByText('Click the verification link in your email')).toBeVisible();
    await expect(page.getByText(/Check your spam folder/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'local mailbox' })).toHaveAttribute('href', '/mailbox');
    const again = page.getByRole('link', { name: 'Sign up again' });
    await expect(again).toHaveAttribute('href', '/auth?tab=signup');
    const first = await newestMail(request, email, confirmation);
    await page.getByRole('status').getByRole('link', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    await signIn(page, email);
    await expectToast(page, 'Login Failed', /confirm your email address first/);
    await signUp(page, email);
    const second = await nextMail(request, first, email, confirmation);
    await page.goto(linkIn(second, '/verify-email'));
    await expect(page.getByRole('heading', { name: 'Email Verified Successfully!' })).toBeVisible();
    await page.getByRole('link', { name: 'Continue to Sign In' }).click();
    // The link signed in the browser that signed up.
    await expect(page).toHaveURL('/dashboard');
    await newestMail(request, email, /welcome/i);
  });

  test('cancels a sign-up from the “this was not me” link', async ({ page, request }) => {
    const email = newAddress();
    await signUp(page, email);
    const mail = await newestMail(request, email, confirmation);
    await page.goto(linkIn(mail, '/cancel-signup'));
    await expect(page).toHaveURL('/cancel-signup');
    await page.getByRole('button', { name: 'Cancel this sign-up' }).click();
    await expect(page.getByRole('heading', { name: 'Sign-up canceled' })).toBeVisible();
    await page.goto(linkIn(mail, '/verify-email'));
    await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
    await page.goto('/cancel-signup');
    await expect(page.getByRole('heading', { name: 'Invalid link' })).toBeVisible();
  });
});
