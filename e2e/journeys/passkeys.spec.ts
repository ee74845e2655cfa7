import type { Page } from '@playwright/test';
import { password } from '../support/accountForms.ts';
import { openSettings } from '../support/actions.ts';
import { ageSessions, expect, newestMail, openAs, test } from '../support/browser.ts';

async function openSection(page: Page, name: string) {
  await openSettings(page);
  await page.getByRole('button', { name }).click();
  return page.getByRole('dialog', { name });
}

test('a passkey is added, renamed, signs in without a password, and is removed', async ({ page }) => {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await openAs(page, {});
  const dialog = await openSection(page, 'Passkeys');
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(dialog.getByText('Please give the passkey a name.')).toBeVisible();
  await dialog.getByLabel('Name of a new passkey').fill('Laptop');
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByRole('button', { name: 'Rename Laptop' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Blue key');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Blue key', { exact: true }).first()).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/auth?tab=login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL('/dashboard');

  const again = await openSection(page, 'Passkeys');
  await again.getByRole('button', { name: 'Remove Blue key' }).click();
  await expect(again.getByText('Blue key', { exact: true })).toHaveCount(0);
  await page.context().clearCookies();
  await page.goto('/auth?tab=login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText(/This passkey is not known here/);
});

test.describe('sensitive action', () => {
  test('asks for a new proof of identity, then continues', async ({ page }) => {
    const reader = await openAs(page, {});
    await ageSessions(reader);
    await openSettings(page);
    await page.getByRole('button', { name: /^Download your data/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByText('Password is required')).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill('Wrong-horse-9-battery');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByText('This is not your password.')).toBeVisible();
    const download = page.waitForEvent('download');
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    expect((await download).suggestedFilename()).toBe('litwatch-data.json');

    await page.getByRole('button', { name: /^Security activity/ }).click();
    const activity = page.getByRole('dialog', { name: 'Security activity' });
    await expect(activity.getByRole('listitem').first()).toContainText('Data downloaded');
  });

  test('sends a mail about a new password that lists remaining access, with one press to end it', async ({
    page,
    request,
  }) => {
    const { email } = await openAs(page, {});
    await page.request.post('/api/tokens', { data: { name: 'Notebook' } });
    const chosen = 'Another-horse-7-battery';
    const form = { currentPassword: password, password: chosen, confirmPassword: chosen };
    await page.request.post('/api/account/password', { data: form });
    const { text } = await newestMail(request, email, /password was changed/);
    expect(text).toContain('the API token “Notebook”');
    const link = new URL(/https?:\S+\/end-access\?token=[\w-]+/.exec(text)![0]);
    await page.goto(link.pathname + link.search);
    expect(await (await page.request.get('/api/tokens')).json()).toHaveLength(1);
    await page.getByRole('button', { name: 'End all other access' }).click();
    await expect(page.getByRole('heading', { name: 'Access ended' })).toBeVisible();
    expect(await (await page.request.get('/api/tokens')).json()).toEqual([]);
  });
});
