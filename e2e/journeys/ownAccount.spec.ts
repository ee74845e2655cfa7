import type { Browser, Page } from '@playwright/test';
import { enter, openSecondBrowser, password, passwordRules, signIn } from '../support/accountForms.ts';
import { openSettings } from '../support/actions.ts';
import { expect, expectToast, newestMail, openAs, test } from '../support/browser.ts';

test('account deletion asks for the password, then deletes the account', async ({ page, request }) => {
  const { email } = await openAs(page, { terms: [{ term: 'soil' }] });
  await openSettings(page);
  await page.getByRole('button', { name: /^Delete account/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  const remove = () => dialog.getByRole('button', { name: 'Delete account' }).click();
  await remove();
  await expect(dialog.getByText('Password is required')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong-horse-9-battery');
  await remove();
  await expect(dialog.getByText('This is not your password.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await remove();
  await expect(page.getByRole('dialog', { name: 'Your account is deleted' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the homepage' }).click();
  await expect(page).toHaveURL('/');
  await newestMail(request, email, /account is deleted/);
  await page.goto('/auth?tab=login');
  await signIn(page, email);
  await expectToast(page, 'Login Failed', 'Invalid email or password');
});

test.describe('account access', () => {
  /** Signs the same reader in from a second browser. */
  async function signInElsewhere(browser: Browser, email: string): Promise<Page> {
    const other = await openSecondBrowser(browser);
    await enter(other, email);
    return other;
  }

  async function expectSignedOut(other: Page): Promise<void> {
    await other.reload();
    await expect(other).toHaveURL('/auth');
    await other.context().close();
  }

  test('lists sessions, ends one, then all others', async ({ page, browser }) => {
    const { email } = await openAs(page, {});
    const others = [];
    for (let count = 0; count < 3; count++) others.push(await signInElsewhere(browser, email));
    const opener = page.getByRole('button', { name: /^Where you are signed in/ });
    await openSettings(page);
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Where you are signed in' });
    const sessions = dialog.getByRole('listitem');
    await expect(sessions).toHaveCount(4);
    await expect(sessions.first()).toContainText('This browser');
    await expect(sessions.first().getByRole('button')).toBeHidden();
    // Notifications are outside the dialog and have no role while it is open.
    const expectNotification = async (...texts: string[]) => {
      for (const text of texts) await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
    };
    // Newest first.
    await expect(sessions.nth(1)).toContainText(/Chrome/);
    await sessions.nth(1).getByRole('button', { name: 'Sign out' }).click();
    await expectNotification('Device Signed Out', 'That session has ended.');
    await expect(sessions).toHaveCount(3);
    await expect(dialog.getByRole('list')).toBeFocused();
    await expectSignedOut(others.pop()!);

    await dialog.getByRole('button', { name: 'Sign out all other devices' }).click();
    await expectNotification('Other Devices Signed Out', 'You are signed out everywhere else.');
    await expect(sessions).toHaveCount(1);
    await expect(dialog.getByRole('button', { name: 'Sign out all other devices' })).toBeHidden();
    for (const other of others) await expectSignedOut(other);
    await dialog.getByRole('button', { name: 'Close dialog' }).click();
    await expect(opener).toBeFocused();
  });

  test('changes the password with the current one, and ends all other sessions', async ({
    page,
    browser,
    request,
  }) => {
    const { email } = await openAs(page, {});
    const other = await signInElsewhere(browser, email);
    await openSettings(page);
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    const fields = {
      current: dialog.getByLabel('Current Password', { exact: true }),
      next: dialog.getByLabel('New Password', { exact: true }),
      confirm: dialog.getByLabel('Confirm New Password', { exact: true }),
    };
    const submit = () => dialog.getByRole('button', { name: 'Change password' }).click();
    await submit();
    await expect(dialog.getByText('Password is required')).toBeVisible();
    await expect(fields.current).toBeFocused();

    await fields.current.fill('Wrong-horse-9-battery');
    for (const [weak, sentence] of passwordRules) {
      await fields.next.fill(weak);
      await fields.confirm.fill(weak);
      await submit();
      await expect(dialog.getByText(sentence)).toBeVisible();
    }
    const chosen = 'Another-horse-7-battery';
    await fields.next.fill(chosen);
    await fields.confirm.fill('Another-horse-7-batterie');
    await submit();
    await expect(dialog.getByText('Passwords do not match')).toBeVisible();
    await fields.confirm.fill(chosen);
    await submit();
    await expect(dialog.getByText('This is not your password.')).toBeVisible();
    await expect(fields.current).toBeFocused();

    await fields.current.fill(password);
    await submit();
    await expectToast(page, 'Password Changed', /signed out everywhere else/);
    await expect(dialog).toBeHidden();
    await expectSignedOut(other);
    await newestMail(request, email, /password/i);
    await page.reload();
    await expect(page).toHaveURL('/settings');
    const signedIn = await openSecondBrowser(browser);
    await enter(signedIn, email, chosen);
    await signedIn.context().close();
  });
});
