import type { Page } from '@playwright/test';
import { signIn } from '../support/accountForms.ts';
import { expect, test } from '../support/browser.ts';
import { newReader, openAs } from '../support/readers.ts';

/** Records the reads of a page from now on. */
function readsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/')) asked.push(pathname);
  });
  return asked;
}

const ofDesk = /^\/api\/(site|auth\/me|desk|digests|users\/[^/]+\/(search-terms|preferences))$/;

test.describe('first load of the desk', () => {
  test('uses the responses in its document instead of requesting them again', async ({ page }) => {
    const asked = readsOf(page);
    await openAs(page, { terms: [{ term: 'soil microbiome and drought' }], digests: ['whole'] });
    await expect(page.getByRole('heading', { name: '3 new papers' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Email Preferences' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'soil microbiome and drought' })).toBeVisible();
    expect(asked.filter((path) => ofDesk.test(path))).toEqual([]);
    expect(await page.locator('#held-answers').count()).toBe(0);
  });

  test('is requested again when the reader returns to it', async ({ page }) => {
    await openAs(page, { terms: [{ term: 'soil microbiome and drought' }], digests: ['whole'] });
    await expect(page.getByRole('heading', { name: '3 new papers' })).toBeVisible();
    const asked = readsOf(page);
    await page.getByRole('link', { name: 'Shelf' }).click();
    await expect(page).toHaveURL('/shelf');
    await expect(page.getByRole('heading', { name: 'Shelf', level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('heading', { name: '3 new papers' })).toBeVisible();
    expect(asked).toContain('/api/desk');
  });

  test('shows nothing of a reader who signed out to the next one', async ({ page }) => {
    const first = await openAs(page, {
      terms: [{ term: 'soil microbiome and drought' }],
      digests: ['whole'],
    });
    await expect(page.getByRole('heading', { name: '3 new papers' })).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/auth');
    const second = await newReader({ terms: [{ term: 'gut microbiome' }] });
    // The same tab, which still has its memory.
    await page.getByRole('tab', { name: 'Sign In' }).click();
    await signIn(page, second.email, second.password);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('link', { name: 'gut microbiome' })).toBeVisible();
    await expect(page.getByText(first.email)).toBeHidden();
    await expect(page.getByText('soil microbiome and drought')).toBeHidden();
    await page.reload();
    await expect(page.getByRole('link', { name: 'gut microbiome' })).toBeVisible();
    await expect(page.getByText(first.email)).toBeHidden();
    await expect(page.getByText('soil microbiome and drought')).toBeHidden();
  });

  test('has no responses in a prefetched document', async ({ page }) => {
    await openAs(page, { terms: [{ term: 'soil microbiome and drought' }], digests: ['whole'] });
    const ahead = await page.request.get('/dashboard', { headers: { 'Sec-Purpose': 'prefetch' } });
    expect(await ahead.text()).not.toContain('held-answers');
    const opened = await page.request.get('/dashboard');
    expect(await opened.text()).toContain('held-answers');
  });
});
