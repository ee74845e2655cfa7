import { hasPlans, stage } from '../servers/servers.ts';
import { expectMessage, field, newAddress, password, signIn, typeTopic } from '../support/accountForms.ts';
import { endSessions, expect, expectToast, newReader, openAs, test } from '../support/browser.ts';

test.describe('older sign-up and sign-in pages', () => {
  test('applies the page’s own sign-up rules, then the server’s password rules', async ({ page }) => {
    await page.goto('/signup');
    const press = () => page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await press();
    await expectMessage(page, 'Email', 'Please enter a valid email address');
    await expectMessage(page, 'Research field', 'Please enter your research field');
    await expectMessage(page, 'Password', 'Password must be at least 6 characters');
    await field(page, 'Email').fill(newAddress());
    await field(page, 'Research field').fill('Soil science');
    await field(page, 'Password').fill('short6');
    await field(page, 'Confirm password').fill('other77');
    await press();
    await expectMessage(page, 'Confirm password', "Passwords don't match");
    await field(page, 'Confirm password').fill('short6');
    await press();
    await expectMessage(page, 'Password', 'Password must be at least 8 characters long');

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

  test('signs in with the page’s own messages', async ({ page }) => {
    const { email } = await newReader();
    await page.goto('/login');
    const press = () => page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await press();
    await expectMessage(page, 'Email', 'Please enter a valid email address');
    await expectMessage(page, 'Password', 'Please enter your password');
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

test.describe('sign-in and sign-out', () => {
  test('explains refusals, opens the dashboard, and clears the query', async ({ page }) => {
    const { email } = await newReader();
    await page.goto('/auth?tab=login');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expectMessage(page, 'Email', 'Please enter a valid email address');
    await expectMessage(page, 'Password', 'Password is required');
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

  test('searches a topic typed before sign-in', async ({ page }) => {
    const { email } = await newReader();
    await typeTopic(page, 'CRISPR base editing');
    await page.getByRole('tab', { name: 'Sign In' }).click();
    await signIn(page, email);
    await expectToast(page, 'Search Queued');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { name: 'CRISPR base editing', exact: true })).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('pendingSearch'))).toBeNull();
  });

  test('fills the topic field from a link, without searching', async ({ page }) => {
    await openAs(page, {}, '/dashboard?email={email}&pendingSearch=somebody%20else');
    await expect(page.getByLabel('Research topic')).toHaveValue('somebody else');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText('No search terms in queue yet')).toBeVisible();
  });

  test('signs out, and shows nothing private afterwards, not even to the next reader of the tab', async ({
    page,
  }) => {
    const first = await openAs(page, { terms: [{ term: 'something private' }] });
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
    const next = await newReader({ terms: [{ term: 'gut microbiome' }] });
    await page.getByRole('tab', { name: 'Sign In' }).click();
    await signIn(page, next.email, next.password);
    for (const load of [async () => undefined, () => page.reload()]) {
      await load();
      await expect(page.getByRole('heading', { name: 'gut microbiome' })).toBeVisible();
      await expect(page.getByText(first.email)).toBeHidden();
      await expect(page.getByText('something private')).toBeHidden();
    }
  });

  test('sends signed-out visitors of every private page to /auth', async ({ page }) => {
    const ofPlans = hasPlans ? ['/subscribe', '/payment-success'] : [];
    for (const path of ['/dashboard', '/digests', ...ofPlans]) {
      await page.goto(path);
      await expect(page, path).toHaveURL('/auth');
    }
    if (!hasPlans) return;
    await page.goto('/debug-subscription');
    await page.getByRole('button', { name: 'Check Payment Status' }).click();
    await expect(page).toHaveURL('/auth');
  });

  test('returns to the same page after an expired session', async ({ page }) => {
    const reader = await openAs(page, { digests: ['whole'] }, '/digests?q=drought');
    await expect(page.getByText('1 digest found')).toBeVisible();
    await endSessions(reader);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    // Cached data is still shown; the next request finds the session expired.
    await page.reload();
    await expect(page).toHaveURL('/auth');
    await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
    await expect(
      page.getByText('Please sign in to continue. You will return to the page you were on.'),
    ).toBeVisible();
    await page.goto('/digests?q=drought');
    await expect(page).toHaveURL('/auth');
    await signIn(page, reader.email);
    await expect(page).toHaveURL('/digests?q=drought');
    await expect(page.getByText('1 digest found')).toBeVisible();
  });
});
