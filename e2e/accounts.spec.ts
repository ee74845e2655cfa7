import type { Browser, Page } from '@playwright/test';
import { cookiesDeclined, stage } from './addresses.ts';
import { expect, expectToast, linkIn, newestMail, type ReceivedMail, test } from './browser.ts';
import { ageLinks, endSessions, newReader, openAs } from './readers.ts';

const password = 'Correct-horse-9-battery';
const newAddress = () => `person-${crypto.randomUUID().slice(0, 8)}@example.org`;
const confirmation = /confirm|verif/i;

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const message = (page: Page, label: string, sentence: string) =>
  expect(field(page, label)).toHaveAccessibleDescription(new RegExp(escaped(sentence)));
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const createAccount = (page: Page) => page.getByRole('button', { name: 'Create Account' }).click();

async function fillSignup(page: Page, email: string, chosen = password): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(chosen);
  await field(page, 'Confirm password').fill(chosen);
  await page.getByRole('checkbox', { name: /Terms and Conditions/ }).check();
  await page.getByRole('checkbox', { name: /Privacy Policy/ }).check();
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/auth');
  await fillSignup(page, email);
  await createAccount(page);
  await expect(page.getByRole('heading', { name: 'Account Created!' })).toBeVisible();
}

async function signIn(page: Page, email: string, chosen = password): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(chosen);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

const elsewhere = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ baseURL: stage, storageState: cookiesDeclined })).newPage();

const typeTopic = async (page: Page, topic: string): Promise<void> => {
  await page.goto('/');
  await page.getByLabel('Your research topic').fill(topic);
  await page.keyboard.press('Enter');
};

test.describe('the landing page', () => {
  test('a blank topic does nothing; a topic is kept for the account', async ({ page }) => {
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

  for (const link of ['Login', 'Sign in to your dashboard'])
    test(`${link} leads to the account page`, async ({ page }) => {
      await page.goto('/');
      await page.getByRole('link', { name: link }).click();
      await expect(page).toHaveURL('/auth');
      await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
    });
});

test.describe('signing up', () => {
  test('tabs by address; another value is ignored', async ({ page }) => {
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

  test('every rule has its message, and the first field with one the focus', async ({ page }) => {
    await page.goto('/auth');
    await createAccount(page);
    await message(page, 'Email', 'Please enter a valid email address');
    await expect(field(page, 'Email')).toBeFocused();
    await message(page, 'Password', 'Password must be at least 8 characters long');
    await expect(page.getByText('You must agree to the Terms and Conditions')).toBeVisible();
    await expect(page.getByText('You must agree to the Privacy Policy')).toBeVisible();

    await field(page, 'Email').fill('not an address');
    await message(page, 'Email', 'Please enter a valid email address');
    for (const [typed, sentence] of passwordRules) {
      await field(page, 'Password').fill(typed);
      await message(page, 'Password', sentence);
    }
    await fillSignup(page, newAddress());
    await field(page, 'Confirm password').fill(`${password}!`);
    await createAccount(page);
    await message(page, 'Confirm password', "Passwords don't match");
    await expect(field(page, 'Confirm password')).toBeFocused();
  });

  test('passwords can be looked at; the field of research may be left out; the texts open beside', async ({
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

  test('what only the server knows stands at its field; a lost connection in a message', async ({ page }) => {
    await page.goto('/auth');
    await fillSignup(page, newAddress(), 'Password123!');
    await createAccount(page);
    await message(page, 'Password', 'This password is too common.');
    await fillSignup(page, newAddress());
    await page.context().setOffline(true);
    await expect(page.getByText(/^You are offline\./)).toBeVisible();
    await createAccount(page);
    await expectToast(page, 'Signup Failed', /could not be reached/);
    await page.context().setOffline(false);
  });

  test('an address that is taken gets the same answer; its owner a mail that says so', async ({
    page,
    request,
  }) => {
    const { email } = await newReader();
    await signUp(page, email);
    await expectToast(page, 'Account Created Successfully!', /check your email, and your spam folder/);
    await newestMail(request, email, /already have/);
  });

  test('before the link is opened nobody gets in; signing up again sends another', async ({
    page,
    request,
  }) => {
    const email = newAddress();
    await signUp(page, email);
    await expect(page.getByText('Click the verification link in your email')).toBeVisible();
    await expect(page.getByText(/Check your spam folder/)).toBeVisible();
    const first = await newestMail(request, email, confirmation);
    await page.goto('/auth?tab=login');
    await signIn(page, email);
    await expectToast(page, 'Login Failed', /confirm your email address first/);
    await signUp(page, email);
    const second = await nextMail(request, first, email, confirmation);
    await page.goto(linkIn(second, '/verify-email'));
    await expect(page.getByRole('heading', { name: 'Email Verified Successfully!' })).toBeVisible();
    await page.getByRole('link', { name: 'Continue to Sign In' }).click();
    await expect(page).toHaveURL('/login');
    await field(page, 'Email').fill(email);
    await field(page, 'Password').fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expectToast(page, 'Welcome back!');
    await expect(page).toHaveURL('/dashboard');
    await newestMail(request, email, /welcome/i);
  });

  test('"this was not me" cancels it', async ({ page, request }) => {
    const email = newAddress();
    await signUp(page, email);
    const mail = await newestMail(request, email, confirmation);
    await page.goto(linkIn(mail, '/cancel-signup'));
    await expect(page).toHaveURL('/cancel-signup');
    await page.getByRole('button', { name: 'Cancel this sign-up' }).click();
    await expect(page.getByRole('heading', { name: 'Sign-up cancelled' })).toBeVisible();
    await page.goto(linkIn(mail, '/verify-email'));
    await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
    await page.goto('/cancel-signup');
    await expect(page.getByRole('heading', { name: 'Invalid link' })).toBeVisible();
  });
});

test.describe('the older pages', () => {
  test('sign-up: its own rules, then the one policy of the server', async ({ page }) => {
    await page.goto('/signup');
    const press = () => page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await press();
    await message(page, 'Email', 'Please enter a valid email address');
    await message(page, 'Research field', 'Please enter your research field');
    await message(page, 'Password', 'Password must be at least 6 characters');
    await field(page, 'Email').fill(newAddress());
    await field(page, 'Research field').fill('Soil science');
    await field(page, 'Password').fill('sechs6');
    await field(page, 'Confirm password').fill('sieben7');
    await press();
    await message(page, 'Confirm password', "Passwords don't match");
    await field(page, 'Confirm password').fill('sechs6');
    await press();
    await message(page, 'Password', 'Password must be at least 8 characters long');

    await field(page, 'Password').fill(password);
    await field(page, 'Confirm password').fill(password);
    await page.context().setOffline(true);
    await press();
    await expectToast(page, 'Signup failed', /could not be reached/);
    await page.context().setOffline(false);
    await press();
    await expect(page).toHaveURL('/login');
    await expectToast(page, 'Account Created Successfully!');
  });

  test('sign-in: its own words', async ({ page }) => {
    const { email } = await newReader();
    await page.goto('/login');
    const press = () => page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await press();
    await message(page, 'Email', 'Please enter a valid email address');
    await message(page, 'Password', 'Please enter your password');
    await field(page, 'Email').fill(email);
    await field(page, 'Password').fill('Wrong-horse-9-battery');
    await press();
    await expectToast(page, 'Login failed', 'Invalid email or password');
    await expect(page.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup');
    await field(page, 'Password').fill(password);
    await press();
    await expectToast(page, 'Welcome back!');
    await expect(page).toHaveURL('/dashboard');
  });
});

test.describe('signing in and out', () => {
  test('messages, the way in, and the address is cleared', async ({ page }) => {
    const { email } = await newReader();
    await page.goto('/auth?tab=login');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await message(page, 'Email', 'Please enter a valid email address');
    await message(page, 'Password', 'Password is required');
    await signIn(page, email, 'Wrong-horse-9-battery');
    await expectToast(page, 'Login Failed', 'Invalid email or password');
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
    await signIn(page, newAddress());
    await expectToast(page, 'Login Failed', 'Invalid email or password');
    await page.context().setOffline(true);
    await signIn(page, email);
    await expectToast(page, 'Login Failed', /could not be reached/);
    await page.context().setOffline(false);

    const addresses: string[] = [];
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    await signIn(page, email);
    await expectToast(page, 'Login Successful!');
    await expect(page).toHaveURL('/dashboard');
    expect(addresses).toContain(`${stage}/dashboard?email=${encodeURIComponent(email)}`);
  });

  test('a topic typed before is searched after', async ({ page }) => {
    const { email } = await newReader();
    await typeTopic(page, 'CRISPR base editing');
    await page.getByRole('tab', { name: 'Sign In' }).click();
    await signIn(page, email);
    await expectToast(page, 'Search Queued');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { name: 'CRISPR base editing' })).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('pendingSearch'))).toBeNull();
  });

  test('a topic in a link alone only fills the field', async ({ page }) => {
    await openAs(page, {}, '/dashboard?email={email}&pendingSearch=somebody%20else');
    await expect(page.getByLabel('Research topic')).toHaveValue('somebody else');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText('No search terms in queue yet')).toBeVisible();
  });

  test('out, and nothing is left', async ({ page }) => {
    await openAs(page, { terms: [{ term: 'something private' }] });
    await expect(page.getByRole('heading', { name: 'something private' })).toBeVisible();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expectToast(page, 'Logout Failed', /could not be reached/);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/auth');
    await expectToast(page, 'Logged Out');
    await page.goBack();
    await expect(page).toHaveURL('/auth');
    await expect(page.getByRole('heading', { name: 'something private' })).toBeHidden();
  });

  test('nobody is sent to sign in, from every page of a reader', async ({ page }) => {
    for (const path of ['/dashboard', '/digests', '/subscribe', '/payment-success']) {
      await page.goto(path);
      await expect(page, path).toHaveURL('/auth');
    }
    await page.goto('/debug-subscription');
    await page.getByRole('button', { name: 'Check Payment Status' }).click();
    await expect(page).toHaveURL('/auth');
  });

  test('a session that ended leads back to where the reader was', async ({ page }) => {
    const reader = await openAs(page, { digests: ['whole'] }, '/digests?q=drought');
    await expect(page.getByText('1 of 1 digest')).toBeVisible();
    await endSessions(reader);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    // What was read is still there; the next thing the server is asked for ends it.
    await page.reload();
    await expect(page).toHaveURL('/auth');
    await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByText('Please sign in to go on. You will be back where you were.')).toBeVisible();
    await page.goto('/digests?q=drought');
    await expect(page).toHaveURL('/auth');
    await signIn(page, reader.email);
    await expect(page).toHaveURL('/digests?q=drought');
    await expect(page.getByText('1 of 1 digest')).toBeVisible();
  });
});

test.describe('a new password', () => {
  test('by a mailed link, once; every session ends', async ({ page, browser, request }) => {
    const { email } = await openAs(page, {});
    const other = await elsewhere(browser);
    await other.goto('/auth?tab=login');
    await other.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(other).toHaveURL('/auth?tab=forgot-password');
    const send = () => other.getByRole('button', { name: 'Send Reset Link' }).click();
    await send();
    await message(other, 'Email', 'Please enter a valid email address');
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
      await message(other, 'New Password', sentence);
    }
    await field(other, 'New Password').fill('Another-horse-7-saddle');
    await field(other, 'Confirm New Password').fill('Another-horse-7-sadle');
    await reset();
    await message(other, 'Confirm New Password', 'Passwords do not match');
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

  test('an address nobody has gets the same answer', async ({ page }) => {
    await page.goto('/auth?tab=forgot-password');
    await field(page, 'Email').fill(newAddress());
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expectToast(page, 'Password Reset Email Sent', /If an account exists/);
    await page.getByRole('button', { name: 'Back to sign in' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  });

  test('a link without its token leads to the account page', async ({ page }) => {
    await page.goto('/reset-password');
    await expect(page).toHaveURL('/auth');
    await expectToast(page, 'Invalid Reset Link', 'This password reset link is invalid or expired.');
  });

  test('a link that is too old is refused', async ({ page, request }) => {
    const { email } = await newReader();
    await page.goto('/auth?tab=forgot-password');
    await field(page, 'Email').fill(email);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    const link = linkIn(await newestMail(request, email, /reset/i), '/reset-password');
    await ageLinks(email);
    await page.goto(link);
    await field(page, 'New Password').fill('Another-horse-7-saddle');
    await field(page, 'Confirm New Password').fill('Another-horse-7-saddle');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expectToast(page, 'Password Reset Failed', /invalid or expired/);
  });
});

test.describe('the link in the mail', () => {
  test('without a token', async ({ page }) => {
    await page.goto('/verify-email');
    await expect(page.getByRole('heading', { name: 'Invalid Verification Link' })).toBeVisible();
    await expect(page.getByText(/No verification token provided/)).toBeVisible();
    await page.getByRole('link', { name: 'Return Home' }).click();
    await expect(page).toHaveURL('/');
  });

  test('with a token that is none', async ({ page }) => {
    await page.route('**/api/verify-email?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.goto('/verify-email?token=none');
    await expect(page.getByRole('heading', { name: 'Verifying Your Email' })).toBeVisible();
    await expect(page).toHaveURL('/verify-email');
    await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
    await expect(page.getByText('The verification link is invalid or has expired.')).toBeVisible();
    await page.getByRole('link', { name: 'Create New Account' }).click();
    await expect(page).toHaveURL('/signup');
  });

  test('in another browser it brings the topic along; scanners before it took nothing', async ({
    page,
    browser,
    request,
  }) => {
    const email = newAddress();
    await typeTopic(page, 'gut microbiome');
    await fillSignup(page, email);
    await createAccount(page);
    await expect(page.getByText(/“gut microbiome” will be processed once/)).toBeVisible();
    const link = linkIn(await newestMail(request, email, confirmation), '/verify-email');
    await request.get(link);
    await request.get(`/api${link}`);

    const other = await elsewhere(browser);
    await other.goto(link);
    await expect(other.getByRole('heading', { name: 'Email Verified Successfully!' })).toBeVisible();
    await expect(other.getByText('gut microbiome')).toBeVisible();
    await other.getByRole('button', { name: 'Process Search & Continue' }).click();
    const dialog = other.getByRole('dialog');
    const progress = dialog.getByRole('progressbar');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
    for (const step of [
      'Expanding search terms with AI',
      'Searching PubMed, arXiv and bioRxiv',
      'Analyzing papers with AI',
      'Sending email digest',
      'Search complete',
    ])
      await expect(dialog.getByText(step)).toBeVisible();
    await expect(progress).toHaveAttribute('aria-valuenow', '100');
    await expect(dialog.getByText('Check your email for the research digest!')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeHidden();
    await expectToast(other, 'Search Complete!');
    await expect(other).toHaveURL('/auth');
    await expect(field(other, 'Email')).toHaveValue(email);

    // Once asked for, the topic is not offered again.
    await page.goto(link);
    await expect(page.getByRole('link', { name: 'Continue to Sign In' })).toBeHidden();
    await other.context().close();
  });

  test('a search that fails says so and leads to the sign-in page', async ({ page, request }) => {
    const email = newAddress();
    await typeTopic(page, 'gut microbiome');
    await fillSignup(page, email);
    await createAccount(page);
    const link = linkIn(await newestMail(request, email, confirmation), '/verify-email');
    await page.goto(link);
    const start = page.getByRole('button', { name: 'Process Search & Continue' });
    await expect(start).toBeVisible();
    await page.context().clearCookies();
    await start.click();
    await expectToast(page, 'Search Failed', 'Please sign in to search.');
    await expect(page).toHaveURL('/login');
  });

  test('the search can be cancelled while it runs', async ({ page, request }) => {
    const email = newAddress();
    await typeTopic(page, 'gut microbiome');
    await fillSignup(page, email);
    await createAccount(page);
    await page.goto(linkIn(await newestMail(request, email, confirmation), '/verify-email'));
    await page.getByRole('button', { name: 'Process Search & Continue' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Process Search & Continue' })).toBeFocused();
  });

  test('too old', async ({ page, request }) => {
    const email = newAddress();
    await signUp(page, email);
    const link = linkIn(await newestMail(request, email, confirmation), '/verify-email');
    await ageLinks(email);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
    await expect(page.getByText('The verification link is invalid or has expired.')).toBeVisible();
  });
});

test.describe('leaving', () => {
  test('takes the password; then nothing is left of the account', async ({ page, request }) => {
    const { email } = await openAs(page, { terms: [{ term: 'soil' }] });
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete account' });
    const remove = () => dialog.getByRole('button', { name: 'Delete account' }).click();
    await remove();
    await expect(dialog.getByText('Password is required')).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill('Wrong-horse-9-battery');
    await remove();
    await expect(dialog.getByText('This is not your password.')).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await remove();
    await expect(page).toHaveURL('/');
    await newestMail(request, email, /account is deleted/);
    await page.goto('/auth?tab=login');
    await signIn(page, email);
    await expectToast(page, 'Login Failed', 'Invalid email or password');
  });

  test('everything can be taken along', async ({ page }) => {
    await openAs(page, { terms: [{ term: 'soil' }] });
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download your data' }).click();
    expect((await download).suggestedFilename()).toBe('litwatch-data.json');
  });
});

test.describe('who can get in', () => {
  /** Another browser of the same reader. */
  async function signedInElsewhere(browser: Browser, email: string): Promise<Page> {
    const other = await elsewhere(browser);
    await other.goto('/auth?tab=login');
    await signIn(other, email);
    await expect(other).toHaveURL('/dashboard');
    return other;
  }

  async function expectSignedOut(other: Page): Promise<void> {
    await other.reload();
    await expect(other).toHaveURL('/auth');
    await other.context().close();
  }

  test('places that are signed in are listed, and ended one by one or all at once', async ({
    page,
    browser,
  }) => {
    const { email } = await openAs(page, {});
    const others = [];
    for (let count = 0; count < 3; count++) others.push(await signedInElsewhere(browser, email));
    const opener = page.getByRole('button', { name: 'Where you are signed in' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Where you are signed in' });
    const places = dialog.getByRole('listitem');
    await expect(places).toHaveCount(4);
    await expect(places.first()).toContainText('This browser');
    await expect(places.first().getByRole('button')).toBeHidden();
    // Messages stand beside a dialog, out of its roles.
    const said = async (...texts: string[]) => {
      for (const text of texts) await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
    };
    // The latest first: the one that came last.
    await expect(places.nth(1)).toContainText(/Chrome/);
    await places.nth(1).getByRole('button', { name: 'Sign out there' }).click();
    await said('Signed Out There', 'That session has ended.');
    await expect(places).toHaveCount(3);
    await expect(dialog.getByRole('list')).toBeFocused();
    await expectSignedOut(others.pop()!);

    await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await said('Signed Out Elsewhere', 'You are signed out everywhere else.');
    await expect(places).toHaveCount(1);
    await expect(dialog.getByRole('button', { name: 'Sign out everywhere else' })).toBeHidden();
    for (const other of others) await expectSignedOut(other);
    await dialog.getByRole('button', { name: 'Close dialog' }).click();
    await expect(opener).toBeFocused();
  });

  test('a new password takes the present one and ends every other place', async ({
    page,
    browser,
    request,
  }) => {
    const { email } = await openAs(page, {});
    const other = await signedInElsewhere(browser, email);
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    const fields = {
      present: dialog.getByLabel('Current Password', { exact: true }),
      chosen: dialog.getByLabel('New Password', { exact: true }),
      again: dialog.getByLabel('Confirm New Password', { exact: true }),
    };
    const submit = () => dialog.getByRole('button', { name: 'Change password' }).click();
    await submit();
    await expect(dialog.getByText('Password is required')).toBeVisible();
    await expect(fields.present).toBeFocused();

    await fields.present.fill('Wrong-horse-9-battery');
    for (const [weak, sentence] of passwordRules) {
      await fields.chosen.fill(weak);
      await fields.again.fill(weak);
      await submit();
      await expect(dialog.getByText(sentence)).toBeVisible();
    }
    const chosen = 'Another-horse-7-battery';
    await fields.chosen.fill(chosen);
    await fields.again.fill('Another-horse-7-batterie');
    await submit();
    await expect(dialog.getByText('Passwords do not match')).toBeVisible();
    await fields.again.fill(chosen);
    await submit();
    await expect(dialog.getByText('This is not your password.')).toBeVisible();
    await expect(fields.present).toBeFocused();

    await fields.present.fill(password);
    await submit();
    await expectToast(page, 'Password Changed', /signed out everywhere else/);
    await expect(dialog).toBeHidden();
    await expectSignedOut(other);
    await newestMail(request, email, /password/i);
    await page.reload();
    await expect(page).toHaveURL('/dashboard');
    const signedIn = await elsewhere(browser);
    await signedIn.goto('/auth?tab=login');
    await signIn(signedIn, email, chosen);
    await expect(signedIn).toHaveURL('/dashboard');
    await signedIn.context().close();
  });
});

/** Each typed text breaks one rule of §5, in the order in which they are told. */
const passwordRules = [
  ['Short1!', 'Password must be at least 8 characters long'],
  ['lowercase1!', 'Password must contain at least one uppercase letter'],
  ['UPPERCASE1!', 'Password must contain at least one lowercase letter'],
  ['Withoutnumber!', 'Password must contain at least one number'],
  ['Withoutspecial1', 'Password must contain at least one special character'],
] as const;

async function nextMail(
  request: Parameters<typeof newestMail>[0],
  before: ReceivedMail,
  to: string,
  subject: RegExp,
): Promise<ReceivedMail> {
  let mail = before;
  await expect(async () => {
    mail = await newestMail(request, to, subject);
    expect(mail.id).not.toBe(before.id);
  }).toPass({ timeout: 20_000 });
  return mail;
}
