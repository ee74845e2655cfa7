import type { Browser, Page } from '@playwright/test';
import { elsewhere, password, passwordRules, signIn } from '../support/accountForms.ts';
import { expect, expectToast, newestMail, test } from '../support/browser.ts';
import { openAs } from '../support/readers.ts';

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
