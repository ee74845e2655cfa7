import { field, message, newAddress, password, signIn, typeTopic } from '../support/accountForms.ts';
import { stage } from '../support/addresses.ts';
import { expect, expectToast, test } from '../support/browser.ts';
import { endSessions, newReader, openAs } from '../support/readers.ts';

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
