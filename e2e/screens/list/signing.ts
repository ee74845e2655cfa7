import { expect } from '@playwright/test';
import { newAddress, password, signUp } from '#e2e/support/accountForms.ts';
import { after, fill, type Open, pressed, says, shown, slow, to } from '#e2e/support/actions.ts';
import { linkIn, newestMail } from '#e2e/support/browser.ts';
import { newReader } from '#e2e/support/readers.ts';

const filled =
  (label: string, text: string): Open =>
  (page) =>
    fill(page, label, text);
const chooseNew = after(
  filled('New Password', password),
  filled('Confirm New Password', password),
  pressed('Reset Password'),
);

/** Sign-up, sign-in and password reset. */
export const signingScreens = {
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
} satisfies Record<string, Open>;
