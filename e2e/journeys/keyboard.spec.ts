import type { Locator, Page } from '@playwright/test';
import { hasPlans } from '../servers/servers.ts';
import { password } from '../support/accountForms.ts';
import { expect, expectToast, linkIn, newestMail, openAs, test } from '../support/browser.ts';

test.describe.configure({ mode: 'parallel' });

test.describe('keyboard-only use', () => {
  test('goes from a topic to an account and a digest', async ({ page, request }) => {
    const email = `keys-${crypto.randomUUID().slice(0, 8)}@example.org`;
    await page.goto('/');
    await tabTo(page, page.getByLabel('Your research topic'));
    await page.keyboard.type('CRISPR base editing');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/auth');
    await tabTo(page, page.getByLabel('Email', { exact: true }));
    await page.keyboard.type(email);
    for (const label of ['Password', 'Confirm password']) {
      await tabTo(page, page.getByLabel(label, { exact: true }));
      await page.keyboard.type(password);
    }
    for (const name of [/Terms/, /Privacy/]) {
      await tabTo(page, page.getByRole('checkbox', { name }));
      await page.keyboard.press('Space');
    }
    await tabTo(page, page.getByRole('button', { name: 'Create Account' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Account Created!' })).toBeVisible();

    await page.goto(linkIn(await newestMail(request, email, /verif|confirm/i), '/verify-email'));
    await tabTo(page, page.getByRole('button', { name: 'Process Search & Continue' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText('Complete', { exact: true })).toBeVisible({ timeout: 30_000 });
    const opener = page.getByRole('button', { name: /CRISPR base editing" Research Digest/ });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByText('AI Research Summary')).toBeVisible();
  });

  test('rewords, deletes and restores a topic', async ({ page }) => {
    await openAs(page, { tier: 'pro', terms: [{ term: 'soil' }, { term: 'sand' }] });
    const edit = page.getByRole('button', { name: 'Edit search term soil' });
    await tabTo(page, edit);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Search term', { exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(edit).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type('soil and drought');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Search Term Updated');
    await expect(page.getByRole('button', { name: 'Edit search term soil and drought' })).toBeFocused();

    await tabTo(page, page.getByRole('button', { name: 'Delete search term sand' }));
    await page.keyboard.press('Enter');
    await expectToast(page, 'Search Term Deleted');
    await expect(page.getByRole('heading', { name: 'sand' })).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Your Search Queue' })).toBeFocused();
    await page.keyboard.press('F8');
    await tabTo(page, page.getByRole('button', { name: 'Undo' }));
    await page.keyboard.press('Enter');
    await expectToast(page, 'Search Term Restored');
    await expect(page.getByRole('heading', { name: 'sand' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'sand', exact: true })).toBeFocused();
  });

  test('changes preferences, and keeps the last source on', async ({ page }) => {
    await openAs(page, {});
    const source = (name: string) => page.getByRole('switch', { name, exact: true });
    await tabTo(page, page.getByLabel('Delivery Day'));
    await page.keyboard.type('Fri');
    await expectToast(page, 'Preferences Updated');
    await expect(page.getByLabel('Delivery Day')).toHaveValue('friday');
    for (const name of ['PubMed', 'arXiv']) {
      await tabTo(page, source(name));
      await page.keyboard.press('Space');
      await expect(source(name)).not.toBeChecked();
    }
    await tabTo(page, source('bioRxiv/medRxiv'));
    await page.keyboard.press('Space');
    await expect(page.getByText(/^Keep at least one source on/)).toBeVisible();
    await expect(source('bioRxiv/medRxiv')).toBeChecked();
    await page.reload();
    await expect(page.getByLabel('Delivery Day')).toHaveValue('friday');
    await expect(source('PubMed')).not.toBeChecked();
  });

  test('keeps the focus in a digest’s dialog, and returns it on close', async ({ page }) => {
    await openAs(page, { digests: ['whole'] });
    const opener = page.getByRole('button', { name: '"soil microbiome and drought" Research Digest' });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    // The papers load when the dialog opens.
    await dialog
      .getByRole('link', { name: /^Paper 2: / })
      .first()
      .press('Enter');
    await expect(dialog.locator('#paper-2')).toBeFocused();
    // Tab never leaves the dialog.
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab');
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByRole('button', { name: 'Close', exact: true }));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('moves the focus to the content by skip link and on page changes', async ({ page }) => {
    await openAs(page, {});
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('#content')).toBeFocused();
    const [link, heading] = hasPlans ? ['Upgrade', 'Choose your plan'] : ['Shelf', 'Shelf'];
    await tabTo(page, page.getByRole('banner').getByRole('link', { name: link, exact: true }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    await expect(page.locator('#content')).toBeFocused();
  });
});

/** Presses Tab until the control has the focus; fails when it never gets it. */
async function tabTo(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 80; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${control} cannot be reached with ${key}.`);
}
