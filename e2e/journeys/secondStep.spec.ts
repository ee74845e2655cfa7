import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { field, openSecondBrowser, password, signIn } from '../support/accountForms.ts';
import { openMoreSettings } from '../support/actions.ts';
import { expect, expectToast, newestMail, test } from '../support/browser.ts';
import { ageSessions, openAs } from '../support/readers.ts';

/** The code that an app shows. `ahead` takes the code of the next half minute, which is already valid. */
const codeOf = (secret: string, ahead = 0): string =>
  new TOTP({ secret: secret.replaceAll(' ', '') }).generate({ timestamp: Date.now() + ahead * 30_000 });

async function openSection(page: Page, name: string) {
  await openMoreSettings(page);
  await page.getByRole('button', { name, exact: true }).click();
  return page.getByRole('dialog', { name });
}

test.describe('two-step sign-in', () => {
  test('is set up with an app, required at sign-in, and turned off', async ({ page, browser, request }) => {
    const { email } = await openAs(page, {});
    const dialog = await openSection(page, 'Two-step sign-in');
    await dialog.getByRole('button', { name: 'Set up codes' }).click();
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
    const secret = (await dialog.locator('code').textContent())!;
    const code = dialog.getByLabel('Code', { exact: true });
    await code.fill('000000');
    await dialog.getByRole('button', { name: 'Turn codes on' }).click();
    await expect(code).toHaveAccessibleDescription(/This code is not right/);
    await code.fill(codeOf(secret));
    await dialog.getByRole('button', { name: 'Turn codes on' }).click();
    const recovery = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(recovery).toHaveCount(10);
    const [first] = await recovery.allTextContents();
    await newestMail(request, email, /sign-in of your Litwatch account changed/);

    const other = await openSecondBrowser(browser);
    await other.goto('/auth?tab=login');
    await signIn(other, email);
    await expect(other.getByText('One more step')).toBeVisible();
    await expect(field(other, 'Code')).toBeFocused();
    await field(other, 'Code').fill('000000');
    await other.getByRole('button', { name: 'Continue' }).click();
    await expect(field(other, 'Code')).toHaveAccessibleDescription(/not right, or has been used/);
    await field(other, 'Code').fill(codeOf(secret, 1));
    await other.getByRole('button', { name: 'Continue' }).click();
    await expectToast(other, 'Login Successful!');
    await expect(other).toHaveURL('/dashboard');
    await other.context().close();

    const third = await openSecondBrowser(browser);
    await third.goto('/login');
    await signIn(third, email);
    await field(third, 'Code').fill(first!.toLowerCase());
    await third.getByRole('button', { name: 'Continue' }).click();
    await expect(third).toHaveURL('/dashboard');
    await third.context().close();

    await dialog.getByRole('button', { name: 'Turn codes off' }).click();
    await expect(dialog.getByRole('button', { name: 'Set up codes' })).toBeVisible();
  });
});

test.describe('passkey', () => {
  test('is added, renamed, signs in without a password, and is removed', async ({ page }) => {
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
    await expect(dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
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
});

test.describe('sensitive action', () => {
  test('asks for a new proof of identity, then continues', async ({ page }) => {
    const reader = await openAs(page, {});
    await ageSessions(reader);
    await openMoreSettings(page);
    await page.getByRole('button', { name: 'Download your data' }).click();
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

    await page.getByRole('button', { name: 'Security activity' }).click();
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
