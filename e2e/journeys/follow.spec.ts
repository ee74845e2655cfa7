import { hasPlans } from '../servers/servers.ts';
import { expect, expectNoViolations, openAs, test } from '../support/browser.ts';

test.describe('topics from papers', () => {
  test('start from references, and are renamed and followed', async ({ page }) => {
    await openAs(page, {});
    await page.getByRole('link', { name: 'Start from papers you have' }).click();
    await page.getByLabel('References').fill('990001007\n990001014\n10.1000/not-a-doi');
    await page.getByRole('button', { name: 'Import' }).click();
    await expect(page.getByText('Import complete')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('3. DOI 10.1000/not-a-doi')).toBeVisible();
    await page.getByRole('button', { name: 'Propose topics from 2 papers' }).click();
    await expect(page.getByText('1 topic from 2 papers.')).toBeVisible();
    await page.getByRole('button', { name: /^Rename/ }).click();
    await page.getByLabel('Name', { exact: true }).fill('papers like mine');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'papers like mine' })).toBeVisible();
    await expectNoViolations(page);
    await page.reload();
    await page.getByRole('button', { name: 'Follow papers like mine' }).click();
    await expect(page.getByText('Following', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Open papers like mine' }).click();
    await expect(page.getByRole('heading', { name: 'papers like mine', level: 1 })).toBeVisible();
  });

  test('start from papers selected on the shelf, within the plan’s limit', async ({ page }) => {
    await openAs(page, { terms: [{ term: 'soil microbiome and drought' }], digests: ['whole'] });
    await expect(page.getByRole('heading', { name: '3 new papers' })).toBeVisible();
    await page.keyboard.press('s');
    await page.keyboard.press('s');
    await expect(page.getByRole('heading', { name: '1 new paper' })).toBeVisible();
    await page.getByRole('link', { name: 'Shelf' }).click();
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    const boxes = page.getByRole('checkbox', { name: /^Select/ });
    await expect(boxes).toHaveCount(2);
    for (const box of await boxes.all()) await box.check();
    await page.getByLabel('More for the selected papers').click();
    await page.getByRole('button', { name: 'Follow papers like these' }).click();
    await expect(page.getByRole('heading', { name: 'Start from papers' })).toBeVisible();
    await page.getByRole('button', { name: /^Follow/ }).click();
    if (hasPlans) {
      await expect(page.getByText('The Free plan covers 1 search term.')).toBeVisible();
      await expect(page.getByRole('link', { name: 'See plans' })).toBeVisible();
      await page.getByRole('button', { name: 'Add papers' }).click();
    }
    await expect(page.getByText('Following', { exact: true })).toBeVisible();
  });
});
