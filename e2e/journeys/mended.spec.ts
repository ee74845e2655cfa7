import { expect, test } from '../support/browser.ts';
import { openAs } from '../support/readers.ts';

/** What was in a reader's way once, and must not be again. */

test.describe('ways in', () => {
  test('opens Sign Up from “Start for free”, also after Login was pressed', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Login' }).first().click();
    await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
    await page.goBack();
    await page.getByRole('link', { name: 'Start for free' }).click();
    await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  });

  test('offers the dashboard instead of Login to a signed-in reader', async ({ page }) => {
    await openAs(page, {});
    await expect(page.getByText('Search Terms: 0/1')).toBeVisible();
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0);
  });
});
