import { expect } from '@playwright/test';
import { password } from '#e2e/support/accountForms.ts';
import { delayResponse, fill, type Open, press, to } from '#e2e/support/actions.ts';
import { linkIn, newestMail } from '#e2e/support/browser.ts';
import { newReader } from '#e2e/support/readers.ts';

/** Sign-up, sign-in and password reset. */
export const signingScreens = {
  'sign up': to('/auth'),
  'sign up with a topic': async (page) => {
    await page.goto('/');
    await fill(page, 'Your research topic', 'adenine base editor');
    await press(page, 'Search');
    await expect(page.getByText('Ready to search')).toBeVisible();
  },
  'sign up, validation errors': async (page) => {
    await page.goto('/auth');
    await press(page, 'Create Account');
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  },
  'account created': async (page) => {
    await page.goto('/auth');
    await fill(page, 'Email', `someone-${crypto.randomUUID().slice(0, 8)}@example.org`);
    await fill(page, 'Password', password);
    await fill(page, 'Confirm password', password);
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await press(page, 'Create Account');
    await expect(page.getByRole('heading', { name: 'Account Created!' })).toBeVisible();
  },
  'sign in': to('/auth?tab=login'),
  'sign in, wrong password': async (page) => {
    await page.goto('/auth?tab=login');
    await fill(page, 'Email', 'nobody@example.org');
    await fill(page, 'Password', 'wrong');
    await press(page, 'Sign In');
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid email' }).first()).toBeVisible();
  },
  'forgotten password': to('/auth?tab=forgot-password'),
  'forgotten password, sent': async (page) => {
    await page.goto('/auth?tab=forgot-password');
    await fill(page, 'Email', 'nobody@example.org');
    await press(page, 'Send Reset Link');
    await expect(page.getByText(/If an account exists/).first()).toBeVisible();
  },
  'sign in, older page': to('/login'),
  'sign up, older page': to('/signup'),
  'reset password': to('/reset-password?token=none'),
  'reset password, loading': async (page) => {
    await delayResponse(page, '**/api/reset-password');
    await page.goto('/reset-password?token=none');
    await fill(page, 'New Password', password);
    await fill(page, 'Confirm New Password', password);
    await press(page, 'Reset Password');
  },
  'reset password, complete': async (page) => {
    const { email } = await newReader();
    await page.request.post('/api/forgot-password', { data: { email } });
    await page.goto(linkIn(await newestMail(page.request, email, /password/i), '/reset-password'));
    await fill(page, 'New Password', password);
    await fill(page, 'Confirm New Password', password);
    await press(page, 'Reset Password');
    await expect(page.getByRole('heading', { name: 'Password Reset Complete' })).toBeVisible();
  },
  'cancel sign-up': to('/cancel-signup?token=none'),
} satisfies Record<string, Open>;
