import { hasPlans } from '../servers/servers.ts';
import { expect, test } from '../support/browser.ts';

test.describe('preview before sign-up', () => {
  test('shows this week’s best papers beside the form, and keeps topic and plan', async ({ page }) => {
    await page.goto('/auth?plan=pro');
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible();
    const plan = () => page.evaluate(() => sessionStorage.getItem('returnTo'));
    await expect.poll(plan).toBe(hasPlans ? '/subscribe?tier=pro' : null);
    await page.goto('/');
    await page.getByLabel('Your research topic').fill('sleep and memory');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByText('Ready to search')).toBeVisible();
    const preview = page.getByRole('region', { name: 'This week’s top three' });
    await expect(preview.getByText(/^Best of|^No close match from/)).toBeVisible();
    await preview.getByRole('button', { name: 'Remove memory' }).press('Enter');
    await expect(page.getByText('“sleep”', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('pendingSearch'))).toBe('sleep');
    expect(await plan()).toBe(hasPlans ? '/subscribe?tier=pro' : null);
  });

  test('lets a visitor sign up when their network has asked too often', async ({ page }) => {
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.9' });
    const ask = (topic: string) =>
      page.request.post('/api/search-terms/preview', {
        headers: { 'x-forwarded-for': '203.0.113.9' },
        data: { topic },
      });
    for (let at = 0; (await ask(`sleep ${at}`)).ok(); at++) expect(at).toBeLessThan(100);
    await page.addInitScript(() => sessionStorage.setItem('pendingSearch', 'insomnia'));
    await page.goto('/auth');
    await expect(page.getByText('We cannot search right now')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeEnabled();
  });
});
