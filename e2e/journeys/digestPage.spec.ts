import type { Page } from '@playwright/test';
import { answers, newestDigest, openDigest, proxyError } from '../support/actions.ts';
import { expect, expectToast, inoculum, networks, openAs, reader, test } from '../support/browser.ts';

const verb = (page: Page, name: string) => answers(page).getByRole('button', { name, exact: true });
const row = (page: Page, title: string) => page.getByRole('button', { name: title, exact: true });

test.describe('digest’s page', () => {
  test('begins with the brief, keeps a paper, and goes on to the next', async ({ page }) => {
    await openDigest(page, reader);
    await expect(page.getByRole('heading', { name: 'AI Research Summary' })).toBeVisible();
    await page
      .getByRole('link', { name: /^Paper 1: / })
      .first()
      .click();
    await expect(page.getByRole('article', { name: inoculum })).toBeVisible();
    await verb(page, 'Keep').click();
    await expect(page.getByRole('article', { name: networks })).toBeVisible();
    await expect(page.getByRole('button', { name: `Undo ${inoculum}` })).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Read the first paper' }).click();
    await expect(page.getByRole('heading', { name: inoculum })).toBeFocused();
    await expect(verb(page, 'Kept')).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('link', { name: 'Shelf' }).click();
    await expect(page.getByRole('article', { name: inoculum })).toBeVisible();
    await page.goBack();
    await row(page, inoculum).click();
    await verb(page, 'Kept').click();
    await expect(verb(page, 'Keep')).toHaveAttribute('aria-pressed', 'false');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('button', { name: 'Kept 0', exact: true })).toBeVisible();
  });

  test('restores “done” when a paper is no longer kept', async ({ page }) => {
    await openAs(page, reader);
    await expect(page.getByRole('article', { name: inoculum })).toBeVisible();
    await page.keyboard.press('e');
    await expect(page.getByRole('button', { name: 'Done 1', exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Digests', exact: true }).click();
    await page.getByRole('link', { name: /Research Digest$/ }).click();
    for (const name of ['Keep', 'Kept']) {
      await row(page, inoculum).click();
      const saved = page.waitForResponse(/\/api\/papers\/\d+\/state/);
      await verb(page, name).click();
      expect((await saved).status()).toBe(200);
    }
    await expect(verb(page, 'Done')).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('heading', { name: '2 new papers' })).toBeVisible();
  });

  test('opens a paper that its address names, and shows the saved state when an answer fails', async ({
    page,
  }) => {
    await openDigest(page, reader);
    await page.goto(`${page.url()}#paper-2`);
    await expect(page.getByRole('article', { name: networks })).toBeVisible();
    await row(page, inoculum).click();
    await proxyError(page, '**/api/papers/*/state');
    await verb(page, 'Keep').click();
    await expectToast(page, 'Answer Not Saved');
    await row(page, inoculum).click();
    await expect(verb(page, 'Keep')).toHaveAttribute('aria-pressed', 'false');
  });

  test('answers papers by keys, and undoes the last answer and a kept paper', async ({ page }) => {
    await openDigest(page, reader);
    await page.keyboard.press('j');
    await expect(row(page, inoculum)).toBeFocused();
    for (const key of ['s', 'e', 'x']) await page.keyboard.press(key);
    await expect(page.getByRole('button', { name: /^Undo / })).toHaveCount(3);
    await page.keyboard.press('u');
    await expect(page.getByRole('button', { name: /^Undo / })).toHaveCount(2);
    await page.getByRole('button', { name: `Undo ${inoculum}` }).click();
    await expect(page.getByRole('button', { name: /^Undo / })).toHaveCount(1);
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await expect(keys.getByRole('term').first()).toHaveText('j');
    // No paper behind the list gets an answer.
    await page.keyboard.press('s');
    await keys.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space');
    await page.keyboard.press('Escape');
    await page.keyboard.press('s');
    await expect(page.getByRole('button', { name: /^Undo / })).toHaveCount(1);
  });

  test('asks for more like a paper from its menu, and takes that back', async ({ page }) => {
    await openDigest(page, reader);
    await row(page, networks).click();
    await page.getByLabel(`More for ${networks}`).click();
    await page.getByRole('button', { name: 'More like this' }).click();
    await expectToast(page, 'Feedback Saved', /rank higher in your next digest/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, 'Feedback Removed');
  });

  test('offers no answers when the topic was deleted', async ({ page }) => {
    await openDigest(page, { digests: ['whole'] });
    await row(page, inoculum).click();
    await expect(page.getByLabel(`More for ${inoculum}`)).toBeVisible();
    await expect(answers(page).getByRole('button', { name: 'Keep' })).toHaveCount(0);
  });
});

test('older and newer digests open with one press, up to either end', async ({ page }) => {
  await openAs(page, { ...reader, digests: ['whole', 'partial', 'plain'] }, '/digests');
  await newestDigest(page).click();
  const older = page.getByRole('link', { name: /^Older: digest of / });
  const newer = page.getByRole('link', { name: /^Newer: digest of / });
  await expect(older).toBeVisible();
  await expect(newer).toBeHidden();
  const newest = page.url();
  await older.click();
  await expect(page).not.toHaveURL(newest);
  await expect(newer).toBeVisible();
  const middle = page.url();
  await older.press('Enter');
  await expect(page).not.toHaveURL(middle);
  await expect(older).toBeHidden();
  await newer.press('Enter');
  await expect(page).toHaveURL(middle);
  await newer.click();
  await expect(page).toHaveURL(newest);
  await page.goBack();
  await expect(page).toHaveURL(middle);
});

test('the order of a digest’s papers follows evidence or date, also for keys', async ({ page }) => {
  await openDigest(page, reader);
  const titles = page.getByRole('list', { name: 'Papers' }).getByRole('button');
  const first = (title: string) => expect(titles.first()).toHaveText(title);
  await first(inoculum);
  await page.getByLabel('Order', { exact: true }).selectOption('Newest');
  await expect(titles.nth(1)).toHaveText(inoculum);
  await page.keyboard.press('j');
  await expect(titles.first()).toBeFocused();
  // A randomized trial, a model, and a paper that states no design.
  await page.getByLabel('Order', { exact: true }).selectOption('Evidence');
  await expect(titles.last()).toHaveText(networks);
  await page.getByLabel('Order', { exact: true }).selectOption('Best match');
  await expect(titles.nth(1)).toHaveText(networks);
});

test('the topic of a digest shows the aspects stored with its papers, if there are any', async ({ page }) => {
  await openDigest(page, { ...reader, digests: ['whole', 'empty'] });
  const asked = page.getByRole('region', { name: 'Search Term' });
  await expect(asked.getByRole('definition')).toHaveText(['soil microbiome', 'drought']);
  await page.goBack();
  await page
    .getByRole('link', { name: /Research Digest$/ })
    .last()
    .click();
  await expect(page.getByText('No paper was close enough to this topic.')).toBeVisible();
  await expect(asked).toHaveCount(0);
});
