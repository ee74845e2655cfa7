import { expect, openAs, test } from '../support/browser.ts';

test.describe('understanding of a topic', () => {
  test('shows the parts of a topic as chips, which change it by keyboard', async ({ page }) => {
    await openAs(page, { tier: 'pro', terms: [] });
    const field = page.getByLabel('Research topic');
    await field.fill('sleep AND memory NOT mice');
    const panel = page.getByRole('region', { name: 'Understood as' });
    await expect(panel.getByRole('button', { name: /^sleep/ })).toBeVisible();
    await expect(panel.getByText('Left out', { exact: true })).toBeVisible();
    await expect(panel.getByRole('status')).toContainText('Left out: mice');

    await panel.getByRole('button', { name: 'Remove memory' }).press('Enter');
    await expect(field).toHaveValue('sleep NOT mice');
    await expect(panel).toBeFocused();

    await panel.getByRole('button', { name: /^sleep/ }).press('Enter');
    await panel.getByRole('button', { name: 'Only these exact words' }).press('Enter');
    await expect(field).toHaveValue('"sleep" NOT mice');
  });

  test('reports at once what cannot be searched, and repairs a syntax error', async ({ page }) => {
    await openAs(page, { tier: 'pro', terms: [] });
    const field = page.getByLabel('Research topic');
    const panel = page.getByRole('region', { name: 'Understood as' });
    await field.fill('xqzzy');
    await expect(panel.getByText(/No paper of the last year has “xqzzy”/).last()).toBeVisible();
    await field.fill('sleep AND (memory');
    await panel.getByRole('button', { name: 'sleep AND (memory)' }).click();
    await expect(field).toHaveValue('sleep AND (memory)');
    await expect(panel.getByText(/never closed/)).toHaveCount(0);
  });
});
