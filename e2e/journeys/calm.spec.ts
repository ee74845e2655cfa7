import type { Page } from '@playwright/test';
import { openTopic } from '../support/actions.ts';
import { expect, inoculum, openAs, test } from '../support/browser.ts';

/** How much there is to press on a page, and how few steps frequent tasks take. */

const terms = Array.from({ length: 10 }, (_, at) => ({ term: `soil microbiome ${at + 1}` }));

/** Visible controls of the page. */
const controls = (page: Page) =>
  page
    .locator('a[href], button, input, select, textarea, summary')
    .evaluateAll(
      (found) =>
        found.filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.clientWidth !== 1)
          .length,
    );

test.describe('number of controls', () => {
  test('is at most 75 on the dashboard with ten topics, whose first paper is high on a phone', async ({
    page,
  }) => {
    await openAs(page, { tier: 'team', terms, digests: ['whole'] });
    await expect(page.getByRole('heading', { name: '3 new papers' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'soil microbiome 1', exact: true })).toHaveCount(2);
    expect(await controls(page)).toBeLessThanOrEqual(75);
    await page.setViewportSize({ width: 360, height: 740 });
    expect((await page.getByRole('listitem').filter({ hasText: inoculum }).boundingBox())!.y).toBeLessThan(
      261,
    );
  });

  test('is at most 25 on a topic’s page', async ({ page }) => {
    await openAs(page, { tier: 'pro', terms: terms.slice(0, 1), digests: ['whole', 'partial'] });
    await openTopic(page, 'soil microbiome 1');
    await expect(page.getByRole('link', { name: /^Digest of/ }).first()).toBeVisible();
    // Without the skip link, which is not seen.
    expect((await controls(page)) - 1).toBeLessThanOrEqual(25);
  });

  test('is at most 40 on a shelf of eleven papers', async ({ page }) => {
    await openAs(page, { terms: terms.slice(0, 1), digests: ['whole'] });
    await expect(page.getByRole('heading', { name: '3 new papers' })).toBeVisible();
    for (const left of ['2 new papers', '1 new paper', 'No new papers']) {
      await page.keyboard.press('s');
      await expect(page.getByRole('heading', { name: left })).toBeVisible();
    }
    await page.goto('/shelf');
    await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeVisible();
    // A row is one control.
    expect((await controls(page)) + 11 - 3).toBeLessThanOrEqual(40);
  });
});

test('ten papers take ten keys, and a digest of ten at most 1,500 px', async ({ page }) => {
  await openAs(page, { terms: terms.slice(0, 1), digests: ['ten'] });
  await expect(page.getByRole('heading', { name: '10 new papers' })).toBeVisible();
  await page.getByRole('link', { name: 'Digests', exact: true }).click();
  await page.getByRole('link', { name: /Research Digest$/ }).click();
  await expect(page.getByRole('list', { name: 'Papers' }).getByRole('listitem')).toHaveCount(10);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1500);
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByRole('heading', { name: '10 new papers' })).toBeVisible();
  for (const key of 'sexsexsexe') await page.keyboard.press(key);
  await expect(page.getByRole('heading', { name: 'No new papers' })).toBeVisible();
});

test('a paper takes one click to the reference manager, and “Not for me” calms a noisy topic', async ({
  page,
}) => {
  await openAs(page, { tier: 'pro', terms: [{ term: 'soil microbiome and drought' }], digests: ['whole'] });
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'RIS for your reference manager' }).click();
  expect((await file).suggestedFilename()).toMatch(/\.ris$/);
  for (const key of 'sx') await page.keyboard.press(key);
  const phrase = page.getByText('Leave out papers with').getByRole('button').first();
  const words = await phrase.textContent();
  await phrase.click();
  await expect(page.getByText(`Left out from the next digest: ${words}`)).toBeVisible();
  await openTopic(page);
  await expect(page.getByText(`without “${words}”`)).toBeVisible();
});

test('topics typed quickly after each other are all added', async ({ page }) => {
  await openAs(page, { tier: 'team' });
  const field = page.getByLabel('Research topic');
  for (const topic of ['roof moss', 'city hail', 'barley salt']) {
    await field.fill(topic);
    await field.press('Enter');
  }
  for (const topic of ['roof moss', 'city hail', 'barley salt'])
    await expect(page.getByRole('link', { name: topic })).toBeVisible();
});
