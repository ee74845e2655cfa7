import type { ReaderSetup } from '../stage/setup.ts';
import { expect, test } from '../support/browser.ts';
import { openAs } from '../support/readers.ts';

const reader: ReaderSetup = { terms: [{ term: 'soil microbiome and drought' }], digests: ['whole'] };
const inoculum = 'A drought-adapted soil inoculum sustains wheat yield over two dry seasons';
const networks = 'Fungi before bacteria: the order in which soil networks recover from drought';

test.describe('the desk', () => {
  test('is answered by keys alone, and each answer is undone', async ({ page }) => {
    await openAs(page, reader);
    await expect(page.getByRole('article', { name: inoculum })).toBeVisible();
    await page.keyboard.press('s');
    await expect(page.getByRole('article', { name: networks })).toBeVisible();
    await page.keyboard.press('x');
    await expect(page.getByRole('heading', { name: '1 new paper' })).toBeVisible();
    await page.keyboard.press('u');
    await expect(page.getByRole('heading', { name: '2 new papers' })).toBeVisible();
    await page.getByRole('button', { name: `Undo ${inoculum}` }).click();
    await expect(page.getByRole('heading', { name: '3 new papers' })).toBeVisible();
  });

  test('leaves keys alone in fields, with a modifier, and once they are turned off', async ({ page }) => {
    await openAs(page, reader);
    await page.getByLabel('Research topic').pressSequentially('sexes');
    await expect(page.getByLabel('Research topic')).toHaveValue('sexes');
    await expect(page.getByRole('heading', { name: '3 new papers' })).toBeVisible();
    await page.getByRole('button', { name: 'Keys' }).click();
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('s');
    await expect(page.getByRole('heading', { name: '3 new papers' })).toBeVisible();
  });

  test('keeps its place when the page is loaded again', async ({ page }) => {
    await openAs(page, reader);
    await expect(page.getByRole('article', { name: inoculum })).toBeVisible();
    await page.keyboard.press('j');
    await expect(page.getByRole('article', { name: networks })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('article', { name: networks })).toBeVisible();
  });

  test('sends what was answered offline when the connection returns', async ({ page, context }) => {
    await openAs(page, reader);
    await expect(page.getByRole('article', { name: inoculum })).toBeVisible();
    await context.setOffline(true);
    await page.keyboard.press('e');
    await expect(page.getByRole('heading', { name: '2 new papers' })).toBeVisible();
    const sent = page.waitForResponse(/\/api\/papers\/\d+\/state/);
    await context.setOffline(false);
    expect((await sent).status()).toBe(200);
    await page.reload();
    await expect(page.getByRole('heading', { name: '2 new papers' })).toBeVisible();
  });
});

test.describe('the shelf', () => {
  test('finds what was kept and removes it with undo', async ({ page }) => {
    await openAs(page, reader);
    await expect(page.getByRole('article', { name: inoculum })).toBeVisible();
    await page.keyboard.press('s');
    await page.keyboard.press('s');
    await expect(page.getByRole('heading', { name: '1 new paper' })).toBeVisible();
    await page.getByRole('link', { name: 'Shelf' }).click();
    await expect(page.getByRole('heading', { name: networks })).toBeVisible();
    await page.getByLabel('Search your shelf').fill('inocul');
    await expect(page.getByRole('heading', { name: networks })).toBeHidden();
    await page.getByRole('button', { name: `Remove ${inoculum}` }).click();
    await page.getByRole('button', { name: `Undo ${inoculum}` }).click();
    await expect(page.getByRole('button', { name: `Remove ${inoculum}` })).toBeVisible();
  });

  test('opens a paper over the list on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openAs(page, reader);
    await page.getByRole('button', { name: networks, exact: true }).click();
    const sheet = page.getByRole('dialog', { name: networks });
    await sheet.getByRole('button', { name: 'Keep' }).click();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('button', { name: `Undo ${networks}` })).toBeVisible();
  });
});
