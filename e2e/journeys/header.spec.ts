import type { Page } from '@playwright/test';
import type { ReaderSetup } from '../stage/setup.ts';
import { expect, openAs, test } from '../support/browser.ts';

const reader: ReaderSetup = {
  terms: [{ term: 'soil microbiome and drought' }],
  digests: ['whole', 'whole', 'whole'],
};

test.describe('Topics in the header', () => {
  test('leads to the list from another page at any width, also after a reload or Back', async ({ page }) => {
    await openAs(page, reader, '/shelf');
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await topics(page).click();
      await expectAtTopics(page);
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1, name: 'Shelf' })).toBeVisible();
    }
    await page.goForward();
    await page.reload();
    await expectAtTopics(page);
  });

  test('leads to the list by keyboard from another page and from the dashboard', async ({ page }) => {
    await openAs(page, reader, '/digests');
    for (const from of ['Email digests', /new papers/]) {
      await expect(page.getByRole('heading', { level: 1, name: from })).toBeAttached();
      await topics(page).press('Enter');
      await expectAtTopics(page);
      // The next stop is the first topic, not the top of the page.
      await page.keyboard.press('Tab');
      const queue = page.getByRole('region', { name: 'Your Search Queue' });
      await expect(queue.getByRole('link', { name: 'soil microbiome and drought' })).toBeFocused();
      await page.evaluate(() => scrollTo(0, 0));
    }
  });

  test('leads to the list from the dashboard at every press', async ({ page }) => {
    await openAs(page, reader);
    await expect(page.getByRole('heading', { name: '3 new papers' })).toBeVisible();
    for (let press = 0; press < 2; press++) {
      await topics(page).click();
      await expectAtTopics(page);
    }
    await page.goBack();
    await expect(page).toHaveURL('/dashboard');
  });

  test('does not scroll the page when it opens in another tab', async ({ page, context }) => {
    await openAs(page, reader);
    await expect(page.getByRole('heading', { name: 'Your Search Queue' })).toBeVisible();
    const opened = context.waitForEvent('page');
    await topics(page).click({ modifiers: ['Control'] });
    await expectAtTopics(await opened);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

const topics = (page: Page) =>
  page.getByRole('navigation', { name: 'Main pages' }).getByRole('link', { name: 'Topics' });

/** The list's title is at the top of the window, or as near as the page's end allows, and has the focus. */
async function expectAtTopics(page: Page): Promise<void> {
  await expect(page).toHaveURL('/dashboard#search-queue');
  const title = page.getByRole('heading', { name: 'Your Search Queue' });
  await expect(title).toBeFocused();
  const distance = () =>
    title.evaluate((element) => {
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 4;
      const { top } = element.getBoundingClientRect();
      return isAtEnd ? Math.min(top, 0) : top >= 0 && top < 130 ? 0 : top;
    });
  await expect.poll(distance).toBe(0);
}
